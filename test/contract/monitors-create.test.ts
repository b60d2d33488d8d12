import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi()
})
afterAll(() => api.close())
beforeEach(() => api.passMinutes(2))

const create = (body: unknown) => api.ask('POST', '/api/v1/monitors', { body })

describe('creating a monitor', () => {
  it('needs nothing but a url and fills in the decided defaults', async () => {
    const { status, body } = await create({ url: 'https://Example.com:443/shop?x=1#top' })
    expect(status).toBe(201)
    expect(Object.keys(body)).toEqual(['monitor', 'usage'])
    expect(body.usage).toEqual({ used: 1, dailyLimit: null, tier: 'unlimited' })
    expect(body.monitor).toMatchObject({
      type: 'web',
      name: 'example.com/shop?x=1',
      url: 'https://example.com/shop?x=1',
      host: 'example.com',
      port: 443,
      status: 'pending',
      statusSince: api.clock.now.toISOString(),
      statusReason: null,
      statusCode: null,
      active: true,
      pausedAt: null,
      inMaintenance: false,
      flapping: false,
      confirming: false,
      responseMs: null,
      uptime24h: null,
      uptime7d: null,
      uptime30d: null,
      intervalMinutes: 5,
      timeoutMs: 10_000,
      regions: ['eu-west'],
      checkMode: 'all',
      lastCheckedAt: null,
      lastError: null,
      tlsExpiresAt: null,
      currentOutageId: null,
      confirmation: { retries: 1, retryDelaySeconds: 5, quorum: 'majority', regions: 'all' },
      recovery: { checks: 2 },
      dependsOn: [],
      tags: [],
      createdAt: api.clock.now.toISOString(),
      updatedAt: api.clock.now.toISOString(),
    })
    expect(body.monitor.id).toMatch(/^mon_[0-9A-Za-z]{20}$/)
    expect(body.monitor.settings.expectedStatus).toEqual(['200-299'])
    expect(body.monitor.alerts.memberIds).toEqual([body.monitor.createdBy])
    const next = Date.parse(body.monitor.nextCheckAt) - api.clock.now.getTime()
    expect(next).toBeGreaterThan(0)
    expect(next).toBeLessThanOrEqual(5 * 60_000)
  })

  it('takes a bare host as web over https', async () => {
    const { body } = await create({ url: 'bare.example' })
    expect(body.monitor).toMatchObject({ url: 'https://bare.example/', name: 'bare.example' })
  })

  it('answers 409 with the id of the monitor that has the target', async () => {
    const first = await create({ url: 'https://twice.example/a' })
    const second = await create({ url: 'HTTPS://TWICE.example:443/a#other' })
    expect(second.status).toBe(409)
    expect(second.body.error).toContain(first.body.monitor.id)
    expect(second.body.monitorId).toBe(first.body.monitor.id)
    expect((await create({ url: 'https://twice.example/b' })).status).toBe(201)
  })

  it('takes urls of 2,048 characters however long they get encoded', async () => {
    const path = '/' + '界'.repeat(2_000 - 30)
    const { status, body } = await create({ url: `https://long.example${path.slice(0, 800)}` })
    expect(status).toBe(201)
    expect(body.monitor.url.length).toBeGreaterThan(7_000)
    expect((await create({ url: `https://long.example${path.slice(0, 800)}` })).status).toBe(409)
    expect((await create({ url: `https://long.example${path}` })).status).toBe(400)
  })

  it('refuses a name when any of its addresses is blocked', async () => {
    api.names.set('mixed.example', { ok: true, addresses: ['192.0.66.1', '10.0.0.7'], ms: 1 })
    const { status, body } = await create({ url: 'https://mixed.example' })
    expect(status).toBe(400)
    expect(body.error).toContain('"mixed.example" resolves to a private address')
    expect(body.error).not.toContain('10.0.0.7')
  })

  it.each([
    ['nxdomain', 400, expect.stringContaining('its domain cannot be reached')],
    ['noAddress', 400, expect.stringContaining('its domain cannot be reached')],
    ['servfail', 201, undefined],
    ['timeout', 201, undefined],
    ['unreachable', 201, undefined],
  ] as const)('answers a name server that says %s with %i', async (reason, expected, error) => {
    api.names.set(`${reason.toLowerCase()}.example`, { ok: false, reason, message: 'No.', ms: 1 })
    const { status, body } = await create({ url: `https://${reason}.example` })
    expect([status, body.error]).toEqual([expected, error])
  })

  it.each([
    ['ftp://example.com', 'ftp'],
    ['https://', 'not a URL'],
    ['https://exa mple.com', 'not a URL'],
    ['http://example.com:0', 'port 0'],
    ['http://example.com:70000', 'port 70000 cannot be monitored: use 1 to 65535'],
    ['', '"url"'],
  ])('refuses the url %j', async (url, word) => {
    const { status, body } = await create({ url })
    expect(status).toBe(400)
    expect(body.error).toContain(word)
  })

  it('refuses a quorum that the regions never reach', async () => {
    const { status, body } = await create({
      url: 'https://quorum.example',
      regions: ['eu-west'],
      confirmation: { quorum: 2 },
    })
    expect([status, body.error]).toEqual([
      400,
      'The field "confirmation.quorum" is 2: the monitor has one region, so it must be at most 1.',
    ])
  })

  // Every field with values of the wrong type or out of its range.
  const wrong: [string, unknown[]][] = [
    ['url', [5, null, [], {}, true]],
    ['type', ['smoke', 1, null, {}]],
    ['name', ['', '   ', 'x'.repeat(201), 'a\nb', 7, null]],
    ['intervalMinutes', [0, -1, 7, 1.5, '5', null, 1e15]],
    ['timeoutMs', [0, 499, 120_001, 300_000, '10', 1.5]],
    ['regions', [[], 'eu-west', ['nowhere'], ['EU'], [1], Array(21).fill('eu-west')]],
    ['checkMode', ['some', 1]],
    [
      'confirmation',
      [{ retries: 6 }, { retries: '1' }, { quorum: 'most' }, { quorum: 0 }, { x: 1 }, []],
    ],
    ['recovery', [{ checks: 0 }, { checks: 11 }, 2]],
    [
      'alerts',
      [{ memberIds: ['psn_x'] }, { contactIds: ['ctc_x'] }, { teamIds: ['team_x'] }, { onDown: 1 }],
    ],
    ['dependsOn', [['mon_unknown'], 'mon_x', [1]]],
    ['tags', [['x'.repeat(51)], [''], Array(21).fill('t'), 'a']],
    [
      'settings',
      [
        [],
        'x',
        { nope: 1 },
        { method: 'CONNECT' },
        { maxBodyBytes: -1 },
        { headers: { 'a b': 'c' } },
        { headers: { a: 'b\r\nc: d' } },
        { expectedStatus: ['999'] },
        { redirects: { max: 21 } },
        { tls: { minVersion: 2 } },
        { keyword: { value: '(', mode: 'regex' } },
        { method: 'HEAD', body: 'x' },
        { jsonChecks: [{ path: '$.a', operator: 'equals' }] },
        { maxResponseMs: 10_000 },
        { render: true },
        { render: { waitFor: 'idle' } },
        { render: { failOnConsoleError: 'yes' } },
        { render: { waitFor: 'selector', selector: '' } },
        { render: { enabled: true }, method: 'POST' },
        { auth: { kind: 'basic', username: 'u' } },
        { auth: { password: '***' } },
      ],
    ],
    ['colour', ['red']],
    ['id', ['mon_x']],
  ]
  it.each(wrong)('refuses wrong values of %s and names the field', async (field, values) => {
    for (const [index, value] of values.entries()) {
      if (index % 20 === 0) api.passMinutes(2)
      const { status, body } = await create({ url: 'https://wrong.example', [field]: value })
      expect([value, status, body.error]).toEqual([value, 400, expect.stringContaining(field)])
    }
    expect((await api.ask('GET', '/api/v1/monitors?search=wrong.example')).body.total).toBe(0)
  })

  it('says what is missing, what was sent and what is allowed', async () => {
    expect((await create({})).body.error).toBe('The field "url" is missing: it must be a string.')
    const { body } = await create({ url: 'https://x.example', intervalMinutes: 7 })
    expect(body.error).toMatch(/"intervalMinutes" is 7: it must be one of 1, 2, /)
    const unknown = await create({ url: 'https://x.example', settings: { tls: { verfy: false } } })
    expect(unknown.body.error).toContain('"settings.tls.verfy"')
    expect(unknown.body.error).toContain('minDaysLeft')
  })

  it('keeps the time limit below the interval', async () => {
    const asked = { url: 'https://slow.example', intervalMinutes: 1 }
    expect((await create({ ...asked, timeoutMs: 60_000 })).status).toBe(400)
    expect((await create({ ...asked, timeoutMs: 59_999 })).status).toBe(201)
  })

  it('keeps interval and number of monitors within the plan, also for requests at once', async () => {
    const free = await openTestApi({ plan: 'free' })
    try {
      const make = (n: number) =>
        free.ask('POST', '/api/v1/monitors', { body: { url: `https://m${n}.example` } })
      const tooOften = await free.ask('POST', '/api/v1/monitors', {
        body: { url: 'https://often.example', intervalMinutes: 1 },
      })
      expect(tooOften.status).toBe(400)
      expect(tooOften.body.error).toContain('at least 5')
      const answers = await Promise.all(Array.from({ length: 14 }, (_, n) => make(n)))
      expect(answers.filter((answer) => answer.status === 201)).toHaveLength(10)
      const refused = answers.filter((answer) => answer.status === 409)
      expect(refused).toHaveLength(4)
      expect(refused[0]?.body.error).toContain('10 monitors')
    } finally {
      await free.close()
    }
  })

  it('answers 503 while no region is known, and prefers regions with an agent on other continents', async () => {
    const fresh = await openTestApi({ regions: false })
    try {
      const make = (n: number) =>
        fresh.ask('POST', '/api/v1/monitors', { body: { url: `https://r${n}.example` } })
      const none = await make(0)
      expect(none.status).toBe(503)
      expect(none.headers['retry-after']).toBeDefined()
      await fresh.addRegion('ap-south', false)
      expect((await make(1)).body.monitor.regions).toEqual(['ap-south'])
      for (const code of ['eu-central', 'eu-north', 'eu-west', 'us-east']) {
        await fresh.addRegion(code, true)
      }
      expect((await make(2)).body.monitor.regions).toEqual(['eu-central', 'us-east', 'eu-north'])
    } finally {
      await fresh.close()
    }
  })
})
