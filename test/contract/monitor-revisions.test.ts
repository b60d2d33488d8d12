import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MonitorConflict } from '../../controller/src/api/schemas/monitor.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

let api: TestApi
let id = ''
let count = 0
beforeAll(async () => {
  api = await openTestApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  api.passMinutes(3)
  count += 1
  const body = { url: `https://m${count}.example/` }
  id = (await api.ask('POST', '/api/v1/monitors', { body })).body.monitor.id
  api.passMinutes(1)
})

describe('a change of what somebody read', () => {
  const path = () => `/api/v1/monitors/${id}`
  const patch = (body: unknown) => api.ask('PATCH', path(), { body })
  const patchIf = (tag: string, body: unknown) =>
    api.ask('PATCH', path(), { body, headers: { 'if-match': tag } })

  it('is made while nobody else changed it, also after pauses, and gives the tag of the next', async () => {
    const read = await api.ask('GET', path())
    const tag = read.headers['etag'] ?? ''
    expect(tag).toMatch(/^"\d+-[\w-]+"$/)
    await api.ask('POST', `${path()}/pause`)
    const first = await patchIf(tag, { name: 'First' })
    expect(first.status).toBe(200)
    expect(first.headers['etag']).not.toBe(tag)
    const second = await patchIf(`W/${first.headers['etag']}`, { name: 'Second' })
    expect(second.body.monitor.name).toBe('Second')
    expect((await patchIf('*', { name: 'Third' })).status).toBe(200)
  })

  it('is refused where somebody else changed it, with what changed and how it is now', async () => {
    const tag = (await api.ask('GET', path())).headers['etag'] ?? ''
    await patch({ tags: ['theirs'], settings: { maxResponseMs: 900 } })
    const { status, body } = await patchIf(tag, { name: 'Mine' })
    expect(status).toBe(409)
    expect(MonitorConflict.encode(MonitorConflict.parse(body))).toEqual(body)
    expect(body.error).toMatch(/^Somebody changed the monitor since you read it \(/)
    expect(body.changed.toSorted()).toEqual(['settings', 'tags'])
    expect(body.monitor).toEqual((await api.ask('GET', path())).body.monitor)
    expect(body.monitor.name).not.toBe('Mine')
    api.passMinutes(1)
    const again = await patchIf((await api.ask('GET', path())).headers['etag'] ?? '', {
      name: 'Mine',
    })
    expect(again.body.monitor).toMatchObject({ name: 'Mine', tags: ['theirs'] })
  })

  it('tells a changed password without showing it', async () => {
    const auth = { kind: 'basic', username: 'me', password: 'first' }
    await patch({ settings: { auth } })
    const tag = (await api.ask('GET', path())).headers['etag'] ?? ''
    await patch({ settings: { auth: { password: 'second' } } })
    const { status, body } = await patchIf(tag, { name: 'Mine' })
    expect([status, body.changed]).toEqual([409, ['settings']])
    expect(JSON.stringify(body)).not.toMatch(/first|second/)
  })

  it('needs a tag that a monitor can have', async () => {
    for (const tag of ['yesterday', '"no such tag"', '"1-x", "2-y"']) {
      api.passMinutes(1)
      const { status, body } = await patchIf(tag, { name: 'Mine' })
      expect([status, body.error]).toEqual([400, expect.stringContaining('The header If-Match is')])
    }
  })
})
