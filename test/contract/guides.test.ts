import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

const guides = ['README.md', ...readdirSync(join(ROOT, 'docs')).map((name) => join('docs', name))]
  .map((file) => readFileSync(join(ROOT, file), 'utf8'))
  .flatMap((text) => Array.from(text.matchAll(/^```(\w*)\n([^]*?)^```/gm), (block) => block))

/** What readers are told to send: method, path below /api/v1 and body. */
const calls = guides.flatMap(([, , block = '']) =>
  block
    .replaceAll('\\\n', ' ')
    .split(/\n(?=\S)/)
    .filter((command) => command.startsWith('curl ') && command.includes(" -d '"))
    .map((command) => ({
      method: /-X (\w+)/.exec(command)?.[1] ?? 'GET',
      path: /\$API(\/\S+)/.exec(command)?.[1] ?? '',
      body: /-d '([^']*)'/.exec(command)?.[1] ?? '',
    })),
)
/** Bodies of monitors, one on a line. */
const monitors = guides
  .filter(([, language]) => language === 'json')
  .flatMap(([, , block = '']) => block.split('\n').filter((line) => line.startsWith('{"url":')))

let api: TestApi
const ids = new Map<string, string>()
beforeAll(async () => {
  api = await openTestApi()
  await api.addRegion('local', true, ['crawl'])
  const monitor = await api.ask('POST', '/api/v1/monitors', { body: { url: 'of-the-guides.test' } })
  const contact = await api.ask('POST', '/api/v1/alerting/contacts', {
    body: { name: 'Somebody', email: 'somebody@example.com' },
  })
  ids.set('mon_…', monitor.body.monitor.id).set('ctc_…', contact.body.contact.id)
})
afterAll(() => api.close())
beforeEach(() => api.passMinutes(2))

const withIds = (text: string) => text.replace(/(mon|ctc)_…/g, (id) => ids.get(id) ?? id)

describe('what the guides say to send is taken', () => {
  it.each(calls)('$method $path $body', async ({ method, path, body }) => {
    const answer = await api.ask(method, `/api/v1${withIds(path)}`, {
      payload: withIds(body),
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.body.error ?? null).toBeNull()
    expect(answer.status).toBeLessThan(300)
  })

  it.each(monitors)('a monitor: %s', async (body) => {
    const answer = await api.ask('POST', '/api/v1/monitors', { body: JSON.parse(body) })
    expect([answer.body.error, answer.status]).toEqual([undefined, 201])
  })

  it('which are some of each', () => {
    expect(calls.length).toBeGreaterThan(5)
    expect(monitors.length).toBeGreaterThan(5)
  })
})
