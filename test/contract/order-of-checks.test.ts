import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ plan: 'starter' })
})
afterAll(() => api.close())
beforeEach(() => api.passMinutes(2))

const BAD_KEY = 'sl_live_00000000000000000000000000000000'
const used = async () => (await api.ask('GET', '/api/v1/usage')).body.used as number

describe('authentication', () => {
  it.each([null, '', BAD_KEY, "' or 1=1 --", 'x'.repeat(8_000), 'schlüssel'])(
    'answers 401 to the key %j, with a body and without rate limit headers',
    async (key) => {
      const { status, headers, body } = await api.ask('GET', '/api/v1/monitors', { key })
      expect(status).toBe(401)
      expect(body).toEqual({ error: expect.stringContaining('key') })
      expect(headers['x-ratelimit-reset']).toBeUndefined()
    },
  )

  it('does not take the key in the query of a monitoring endpoint', async () => {
    const { status } = await api.ask('GET', `/api/v1/monitors?key=${api.key}`, { key: null })
    expect(status).toBe(401)
  })

  it('answers 403 from every monitoring endpoint to a key without a workspace, and does not count it', async () => {
    const key = await api.unlinkedKey()
    for (const [method, path] of [
      ['GET', '/api/v1/monitors'],
      ['POST', '/api/v1/monitors'],
      ['GET', '/api/v1/monitors/options'],
      ['GET', '/api/v1/monitors/mon_x'],
      ['DELETE', '/api/v1/monitors/mon_x'],
      ['PUT', '/api/v1/monitors/mon_x'],
    ] as const) {
      const { status, headers } = await api.ask(method, path, { key })
      expect([method, path, status]).toEqual([method, path, 403])
      expect(headers['x-ratelimit-reset']).toBeUndefined()
    }
    const own = await api.ask('GET', '/api/v1/usage', { key })
    expect(own.body).toMatchObject({ used: 1, dailyLimit: 100, tier: 'free' })
  })

  it('answers 403 to the retired creation of keys, whatever is sent', async () => {
    for (const asked of [
      {},
      { key: null },
      { payload: 'x', headers: { 'content-type': 'text/plain' } },
    ]) {
      expect((await api.ask('POST', '/api/v1/key', asked)).status).toBe(403)
    }
  })

  it.each(['/openapi.json', '/healthz', '/readyz', '/api/v1/plans', '/docs/'])(
    'serves %s without a key',
    async (path) => {
      expect((await api.ask('GET', path, { key: null })).status).toBe(200)
    },
  )

  it('follows a change of role at once', async () => {
    const key = await api.keyOf('editor')
    const create = () => api.ask('POST', '/api/v1/monitors', { key, body: {} })
    expect((await create()).status).toBe(400)
    await api.db.query({ text: `update memberships set role = 'viewer' where role = 'editor'` })
    expect((await create()).status).toBe(403)
    await api.db.query({ text: `delete from memberships where role = 'viewer'` })
    expect((await api.ask('GET', '/api/v1/monitors', { key })).status).toBe(403)
  })
})

describe('the order of checks', () => {
  it('asks for a key before it says that an endpoint or method does not exist', async () => {
    expect((await api.ask('GET', '/api/v1/nothing', { key: null })).status).toBe(401)
    expect((await api.ask('PUT', '/api/v1/monitors', { key: null })).status).toBe(401)
    const unknown = await api.ask('GET', '/api/v1/nothing')
    expect(unknown.status).toBe(404)
    expect(unknown.headers['x-ratelimit-limit']).toBe('1000')
    const wrong = await api.ask('PUT', '/api/v1/monitors/mon_x', {
      payload: '{',
      headers: { 'content-type': 'application/json' },
    })
    expect(wrong.status).toBe(405)
    expect(wrong.headers['allow']).toBe('DELETE, GET, HEAD, PATCH')
  })

  it.each([
    ['PUT', '/api/v1/monitors', 'DELETE, GET, HEAD, PATCH, POST'],
    ['DELETE', '/api/v1/monitors/options', 'GET, HEAD'],
    ['PATCH', '/api/v1/monitors/options', 'GET, HEAD'],
    ['GET', '/api/v1/monitors/mon_x/pause', 'POST'],
    ['POST', '/api/v1/monitors/mon_x/results', 'GET, HEAD'],
    ['POST', '/api/v1/usage', 'GET, HEAD'],
    ['POST', '/api/v1/plans', 'GET, HEAD'],
    ['TRACE', '/api/v1/monitors', 'DELETE, GET, HEAD, PATCH, POST'],
    ['PROPFIND', '/api/v1/monitors', 'DELETE, GET, HEAD, PATCH, POST'],
  ])('answers 405 to %s %s with what is allowed', async (method, path, allow) => {
    const { status, headers, body } = await api.ask(method, path)
    expect(status).toBe(405)
    expect(headers['allow']).toBe(allow)
    expect(body.error).toContain(method)
  })

  it('counts every accepted call once, whatever follows', async () => {
    const before = await used()
    await api.ask('GET', '/api/v1/monitors')
    await api.ask('HEAD', '/api/v1/monitors')
    await api.ask('GET', '/api/v1/nothing')
    await api.ask('PUT', '/api/v1/monitors')
    await api.ask('GET', '/api/v1/monitors/mon_unknown')
    await api.ask('POST', '/api/v1/monitors', { body: {} })
    await api.ask('POST', '/api/v1/monitors', {
      payload: '{',
      headers: { 'content-type': 'application/json' },
    })
    await api.ask('GET', '/api/v1/monitors', { key: await api.keyOf('analyst') })
    // Not counted: no key, a wrong key, a preflight, open pages, a URL that cannot be read.
    await api.ask('GET', '/api/v1/monitors', { key: null })
    await api.ask('GET', '/api/v1/monitors', { key: BAD_KEY })
    await api.ask('OPTIONS', '/api/v1/monitors')
    await api.ask('GET', '/api/v1/plans')
    await api.ask('GET', '/%E0%A4%A')
    expect(await used()).toBe(before + 8 + 1)
    const { body } = await api.ask('GET', '/api/v1/usage')
    const endpoints = new Map(
      body.byEndpoint.map((row: { endpoint: string; used: number }) => [row.endpoint, row.used]),
    )
    expect(endpoints.get('GET /api/v1/monitors/{id}')).toBe(1)
    expect(endpoints.get('unknown')).toBeGreaterThanOrEqual(2)
  })

  it('checks permission before the body', async () => {
    const viewer = await api.keyOf('viewer')
    const analyst = await api.keyOf('analyst')
    const broken = { payload: '{', headers: { 'content-type': 'application/json' } }
    expect((await api.ask('POST', '/api/v1/monitors', { key: viewer, ...broken })).status).toBe(403)
    expect((await api.ask('GET', '/api/v1/monitors', { key: viewer })).status).toBe(200)
    expect((await api.ask('GET', '/api/v1/monitors?page=x', { key: analyst })).status).toBe(403)
    expect((await api.ask('GET', '/api/v1/usage', { key: analyst })).status).toBe(200)
    for (const role of ['admin', 'editor'] as const) {
      const key = await api.keyOf(role)
      expect((await api.ask('POST', '/api/v1/monitors', { key, ...broken })).status).toBe(400)
    }
  })

  it('answers pages that do not exist outside the API without a key', async () => {
    const { status, body } = await api.ask('GET', '/favicon.ico', { key: null })
    expect(status).toBe(404)
    expect(body).toEqual({ error: expect.any(String) })
    expect((await api.ask('GET', '/', { key: null })).headers['location']).toBe('/docs')
  })
})
