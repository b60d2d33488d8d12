import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pruneLimits } from '../../controller/src/accounts/admission.ts'
import type { Answer, TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ plan: 'pro' })
})
afterAll(() => api.close())
beforeEach(() => api.passMinutes(2))

const passSeconds = (seconds: number) => {
  api.clock.now = new Date(api.clock.now.getTime() + seconds * 1_000)
}
const repeat = (times: number, call: () => Promise<Answer>) =>
  Promise.all(Array.from({ length: times }, call))
const countOf = (answers: readonly Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length

describe('burst limits', () => {
  it('lets 30 requests with a key through in 10 seconds, also when they come at once', async () => {
    const answers = await repeat(40, () => api.ask('GET', '/api/v1/monitors'))
    expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([30, 10])
    const refused = answers.find((answer) => answer.status === 429)
    expect(refused?.headers['retry-after']).toBe('10')
    expect(refused?.headers['x-ratelimit-limit']).toBe('10000')
    expect(refused?.headers['access-control-expose-headers']).toContain('Retry-After')
    expect(refused?.body).toEqual({ error: expect.stringContaining('30 requests') })
    passSeconds(9.999)
    expect((await api.ask('GET', '/api/v1/monitors')).status).toBe(429)
    passSeconds(0.001)
    expect((await api.ask('GET', '/api/v1/monitors')).status).toBe(200)
  })

  it('does not count refused requests against the quota', async () => {
    const before = (await api.ask('GET', '/api/v1/usage')).body.used
    await repeat(40, () => api.ask('GET', '/api/v1/monitors'))
    passSeconds(10)
    expect((await api.ask('GET', '/api/v1/usage')).body.used).toBe(before + 29 + 1)
  })

  it('lets 60 requests from an address through, before it looks at keys', async () => {
    const ip = '198.51.100.9'
    const answers = await repeat(70, () => api.ask('GET', '/api/v1/monitors', { ip, key: null }))
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([60, 10])
    const refused = await api.ask('GET', '/api/v1/monitors', { ip })
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe('10')
    expect(refused.headers['x-ratelimit-reset']).toBeUndefined()
    const mapped = await api.ask('GET', '/api/v1/monitors', { ip: `::ffff:${ip}` })
    expect(mapped.status).toBe(429)
    expect((await api.ask('GET', '/api/v1/monitors', { ip: '198.51.100.10' })).status).toBe(200)
    expect((await api.ask('GET', '/api/v1/plans', { ip })).status).toBe(200)
  })

  it('takes the address from X-Forwarded-For only behind a proxy, and only its last entry', async () => {
    const ip = '203.0.113.1'
    const forged = (n: number) => ({ ip, key: null, headers: { 'x-forwarded-for': `1.2.3.${n}` } })
    let n = 0
    const plain = await repeat(61, () => api.ask('GET', '/api/v1/monitors', forged((n += 1))))
    expect(countOf(plain, 429)).toBe(1)
    const proxied = await openTestApi({ trustProxy: true })
    try {
      const ask = (header: string) =>
        proxied.ask('GET', '/api/v1/monitors', {
          ip,
          key: null,
          headers: { 'x-forwarded-for': header },
        })
      await repeat(60, () => ask(`1.2.3.${(n += 1)}, 9.9.9.9`))
      expect((await ask('9.9.9.9')).status).toBe(429)
      expect((await ask('9.9.9.8')).status).toBe(401)
      expect((await ask('x'.repeat(9_000))).status).toBe(401)
    } finally {
      await proxied.close()
    }
  })

  it('lets 30 changes a minute through; reading goes on', async () => {
    const write = () => api.ask('POST', '/api/v1/monitors/mon_unknown/pause')
    const first = await repeat(30, write)
    expect(countOf(first, 404)).toBe(30)
    passSeconds(11)
    const refused = await api.ask('DELETE', '/api/v1/monitors/mon_unknown')
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe('60')
    expect((await api.ask('GET', '/api/v1/monitors')).status).toBe(200)
    expect((await api.ask('HEAD', '/api/v1/monitors')).status).toBe(429)
    passSeconds(49)
    expect((await write()).status).toBe(404)
  })
})

describe('the daily quota', () => {
  afterEach(() => api.setPlan('pro'))

  it('is shared by the keys of a workspace, exact under load, and starts anew at 00:00 UTC', async () => {
    await api.setPlan('free')
    api.clock.now = new Date('2026-05-01T23:50:00.000Z')
    const keys = [
      api.key,
      await api.keyOf('admin'),
      await api.keyOf('editor'),
      await api.keyOf('viewer'),
      await api.keyOf('analyst'),
    ]
    const first = await Promise.all(
      keys.flatMap((key) =>
        Array.from({ length: 19 }, () => api.ask('GET', '/api/v1/usage', { key })),
      ),
    )
    expect(countOf(first, 200)).toBe(95)
    passSeconds(10)
    const rest = await Promise.all(
      keys.flatMap((key) =>
        Array.from({ length: 4 }, () => api.ask('GET', '/api/v1/usage', { key })),
      ),
    )
    expect([countOf(rest, 200), countOf(rest, 429)]).toEqual([5, 15])
    const seen = [...first, ...rest]
      .filter((answer) => answer.status === 200)
      .map((answer) => answer.body.used as number)
    expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, n) => n + 1))
    passSeconds(10)
    const refused = await api.ask('GET', '/api/v1/nothing')
    expect(refused.status).toBe(429)
    expect(refused.body).toEqual({ error: expect.any(String), used: 100, limit: 100 })
    expect(refused.headers).toMatchObject({
      'retry-after': String(10 * 60 - 20),
      'x-ratelimit-limit': '100',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(10 * 60 - 20),
    })
    api.clock.now = new Date('2026-05-02T00:00:00.000Z')
    const next = await api.ask('GET', '/api/v1/usage')
    expect(next.body).toMatchObject({
      used: 1,
      dailyLimit: 100,
      tier: 'free',
      resetsInSeconds: 86_400,
      resetsAt: '2026-05-03T00:00:00.000Z',
    })
    expect(next.body.byDay).toHaveLength(30)
    expect(next.body.byDay.slice(0, 3)).toEqual([
      { date: '2026-05-02', used: 1 },
      { date: '2026-05-01', used: 100 },
      { date: '2026-04-30', used: 0 },
    ])
  })

  it('tells limit, remaining and reset on every answer, without a limit only the reset', async () => {
    await api.setPlan('free')
    api.clock.now = new Date('2026-06-01T00:00:00.500Z')
    for (const [remaining, path] of [
      [99, '/api/v1/monitors'],
      [98, '/api/v1/monitors/x'],
      [97, '/api/v1/x'],
    ] as const) {
      const { headers } = await api.ask('GET', path)
      expect(headers).toMatchObject({
        'x-ratelimit-limit': '100',
        'x-ratelimit-remaining': String(remaining),
        'x-ratelimit-reset': '86400',
      })
    }
    await api.setPlan('unlimited')
    const { headers } = await api.ask('GET', '/api/v1/monitors')
    expect(headers['x-ratelimit-limit']).toBeUndefined()
    expect(headers['x-ratelimit-remaining']).toBeUndefined()
    expect(headers['x-ratelimit-reset']).toBe('86400')
  })

  it('counts a tier it does not know as free', async () => {
    await api.db.query({ text: `update workspaces set plan = 'platinum'` })
    expect((await api.ask('GET', '/api/v1/usage')).body).toMatchObject({
      dailyLimit: 100,
      tier: 'free',
    })
  })
})

it('notes when a key was last used, at most once a minute', async () => {
  const lastUsed = async () => {
    const { rows } = await api.db.query<{ at: Date }>({
      text: `select last_used_at as at from api_keys where name = 'First key'`,
    })
    return rows[0]?.at.getTime()
  }
  await api.ask('GET', '/api/v1/monitors')
  const first = api.clock.now.getTime()
  passSeconds(59)
  await api.ask('GET', '/api/v1/monitors')
  expect(await lastUsed()).toBe(first)
  passSeconds(2)
  await api.ask('GET', '/api/v1/monitors')
  expect(await lastUsed()).toBe(api.clock.now.getTime())
})

it('forgets old windows and counts', async () => {
  await api.ask('GET', '/api/v1/monitors')
  await pruneLimits(api.db, new Date(api.clock.now.getTime() + 101 * 86_400_000))
  const { rows } = await api.db.query<{ left: number }>({
    text: `select (select count(*) from request_bursts) + (select count(*) from daily_usage)
      + (select count(*) from daily_endpoint_usage) as left`,
  })
  expect(rows).toEqual([{ left: 0 }])
})
