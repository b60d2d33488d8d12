import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ plan: 'starter' })
})
afterAll(() => api.close())

const ORIGIN = { origin: 'https://app.example' }

describe('browsers of other sites', () => {
  it('get their preflight answered without a key and without counting', async () => {
    const { status, headers } = await api.ask('OPTIONS', '/api/v1/monitors/mon_x', {
      key: null,
      headers: {
        ...ORIGIN,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'x-api-key,content-type',
      },
    })
    expect(status).toBe(204)
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(headers['access-control-allow-methods']).toContain('PATCH')
    expect(headers['access-control-allow-headers']).toContain('x-api-key')
    expect((await api.ask('GET', '/api/v1/usage')).body.used).toBe(1)
  })

  it.each([
    ['/api/v1/monitors', undefined, 200],
    ['/api/v1/monitors', null, 401],
    ['/api/v1/nothing', undefined, 404],
    ['/api/v1/monitors?page=x', undefined, 400],
  ])('may read %s with its limits, also as an error', async (path, key, expected) => {
    const { status, headers } = await api.ask('GET', path, {
      headers: ORIGIN,
      ...(key === undefined ? {} : { key }),
    })
    expect(status).toBe(expected)
    expect(headers['access-control-allow-origin']).toBe('*')
    const exposed = headers['access-control-expose-headers'] ?? ''
    for (const name of [
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'Retry-After',
      'X-Sightline-Complete',
    ]) {
      expect(exposed).toContain(name)
    }
  })
})
