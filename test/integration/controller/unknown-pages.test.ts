import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestApi } from '../../helpers/test-api.ts'
import { openTestApi } from '../../helpers/test-api.ts'

const NAVIGATION = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const NO_PAGE = { error: 'There is no such page. The API is described at /docs.' }

let api: TestApi
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-app-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!--PRELOADS--><p>the app')
  const begun = { path: '/sign-in', scripts: ['assets/sign-in.js'], reads: [] }
  await writeFile(join(folder, 'pages.json'), JSON.stringify([begun]))
  api = await openTestApi({ appFolder: folder })
})
afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true })
})

const go = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  api.ask(method, url, { key: null, headers: { ...NAVIGATION, ...headers } })

it.each(['/nothing', '/nothing/at?all', '/assets/none.js', '/docs/none'])(
  'a person at %s is shown the app, which says that nothing is there',
  async (path) => {
    for (const headers of [{}, { 'sec-fetch-mode': 'navigate' }]) {
      const { status, headers: answered, body } = await go(path, headers)
      expect([status, body]).toEqual([404, '<p>the app'])
      expect(answered['content-type']).toContain('text/html')
      expect(answered['content-security-policy']).toContain("script-src 'self'")
    }
  },
)

it('whoever reads for the public is led to the status pages', async () => {
  const { status, body } = await go('/status/none/at-all')
  expect(status).toBe(404)
  expect(body).toContain('<a href="/status">')
})

it.each([
  ['takes JSON', { accept: 'application/json' }, 'GET'],
  ['takes anything', { accept: '*/*' }, 'GET'],
  ['is a script of a page', { 'sec-fetch-mode': 'cors' }, 'GET'],
  ['sends something', { 'content-type': 'text/plain' }, 'POST'],
])('a program that %s gets JSON', async (_what, headers, method) => {
  const { status, body } = await go('/nothing', headers, method)
  expect([status, body]).toEqual([404, NO_PAGE])
})

it('the API answers in JSON whoever asks', async () => {
  const { status, body } = await api.ask('GET', '/api/v1/nothing', { headers: NAVIGATION })
  expect([status, body]).toEqual([
    404,
    { error: 'There is no endpoint GET /api/v1/nothing. The API is described at /docs.' },
  ])
  expect((await go('/api/v1/nothing')).body.error).toContain('The API key is missing')
})
