import { expect, test } from 'vitest'
import type { Answer } from '../../../helpers/gathering.ts'
import { gatherOne, serveSite } from '../../../helpers/gathering.ts'

const typed =
  (type: string, body: string | Uint8Array): Answer =>
  (_, to) => {
    to.writeHead(200, { 'content-type': type }).end(body)
  }

test.each([
  ['application/pdf', '%PDF-1.4'],
  ['application/json', '{"text":"<p>Hello</p>"}'],
  ['image/png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47)],
])('what is %s is no page without a title, and nothing is said of it', async (type, body) => {
  const { origin } = await serveSite({ '/': typed(type, body) })
  expect(await gatherOne('axe', `${origin}/`)).toBeNull()
})

test('a page is judged by axe-core, its type told or seen', async () => {
  const { origin } = await serveSite({
    '/told': typed('text/html', 'Hello'),
    '/seen': '<!doctype html><p>Hello',
  })
  for (const path of ['/told', '/seen']) {
    const found = await gatherOne('axe', `${origin}${path}`)
    expect(found?.violations.map(({ id }) => id)).toContain('document-title')
  }
})
