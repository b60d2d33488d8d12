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
const patch = (id: string, body: unknown) => api.ask('PATCH', `/api/v1/monitors/${id}`, { body })

describe('the target of a monitor', () => {
  it.each([
    [{ url: 'http://a1.example' }, 'web', 'http://a1.example/', 80, 'a1.example'],
    [{ url: 'tcp://a2.example:22' }, 'tcp', 'tcp://a2.example:22', 22, 'a2.example:22'],
    [
      { url: 'tcp://a3.example', settings: { port: 22 } },
      'tcp',
      'tcp://a3.example',
      22,
      'a3.example:22',
    ],
    [
      { url: 'a4.example', type: 'tcp', settings: { port: 22 } },
      'tcp',
      'tcp://a4.example',
      22,
      'a4.example:22',
    ],
    [
      { url: 'udp://a5.example', settings: { preset: 'dns' } },
      'udp',
      'udp://a5.example',
      53,
      'a5.example:53',
    ],
    [{ url: 'icmp://a6.example' }, 'ping', 'ping://a6.example', null, 'a6.example'],
    [{ url: 'a7.example', type: 'ping' }, 'ping', 'ping://a7.example', null, 'a7.example'],
    [
      { url: 'dns://_sip._tcp.a8.example', settings: { recordType: 'SRV' } },
      'dns',
      'dns://_sip._tcp.a8.example',
      null,
      '_sip._tcp.a8.example SRV',
    ],
    [{ url: 'smtp://a9.example' }, 'mail', 'smtp://a9.example', 25, 'a9.example'],
    [{ url: 'b1.example', type: 'mail' }, 'mail', 'smtp://b1.example', 25, 'b1.example'],
    [
      { url: 'b2.example', type: 'mail', settings: { protocol: 'imap', security: 'tls' } },
      'mail',
      'imap://b2.example',
      993,
      'b2.example:993',
    ],
    [{ url: 'smtps://b3.example' }, 'mail', 'smtps://b3.example', 465, 'b3.example:465'],
    [{ url: 'pop3s://b4.example' }, 'mail', 'pop3s://b4.example', 995, 'b4.example:995'],
    [{ url: 'smtp://b5.example' }, 'mail', 'smtp://b5.example', 25, 'b5.example'],
    [
      { url: 'http://b6.example:8080/x' },
      'web',
      'http://b6.example:8080/x',
      8080,
      'b6.example:8080/x',
    ],
    [
      { url: 'dns://192.0.66.9', settings: { recordType: 'PTR' } },
      'dns',
      'dns://192.0.66.9',
      null,
      '192.0.66.9 PTR',
    ],
  ])('of %j is a %s monitor of %s', async (body, type, url, port, name) => {
    const created = await create(body)
    expect([created.body.error, created.status]).toEqual([undefined, 201])
    const { monitor } = created.body
    expect(monitor).toMatchObject({ type, url, port, name })
    expect(monitor.timeoutMs).toBe(type === 'ping' || type === 'dns' ? 5_000 : 10_000)
    const read = await api.ask('GET', `/api/v1/monitors/${monitor.id}`)
    expect(read.body.monitor).toEqual(monitor)
  })

  it.each([
    [{ url: 'tcp://c.example' }, /names no port.*tcp:\/\/c\.example:443.*settings\.port/],
    [{ url: 'udp://c.example' }, /names no port.*settings\.port.*settings\.preset/],
    [{ url: 'c.example', type: 'tcp' }, /names no port/],
    [{ url: 'tcp://c.example:22', settings: { port: 23 } }, /settings\.port" is 23.*22/],
    [{ url: 'udp://c.example:1', settings: { port: 2 } }, /settings\.port" is 2/],
    [{ url: 'smtp://c.example:25', settings: { port: 26 } }, /settings\.port" is 26/],
    [{ url: 'smtps://c.example:465', settings: { port: 26 } }, /settings\.port" is 26/],
    [{ url: 'ping://c.example:7' }, /port 7.*ping has no port/],
    [{ url: 'dns://c.example:53' }, /port 53.*settings\.resolver/],
    [{ url: 'dns://192.0.66.9' }, /settings\.recordType" is "A".*"PTR"/],
    [{ url: 'dns://192.0.66.9/c.example' }, /after the host has no meaning/],
    [{ url: 'imap://c.example', settings: { protocol: 'smtp' } }, /settings\.protocol.*imap:/],
    [{ url: 'smtps://c.example', settings: { security: 'none' } }, /settings\.security.*smtps:/],
    [
      {
        url: 'imap://c.example',
        settings: { mailFromTest: { from: 'a@c.example', to: 'b@c.example' } },
      },
      /settings\.mailFromTest.*smtp:/,
    ],
    [{ url: 'pop3://c.example', settings: { resolveMx: true } }, /settings\.resolveMx/],
    [{ url: 'smtp://192.0.66.9', settings: { resolveMx: true } }, /settings\.resolveMx.*address/],
    [
      { url: 'imap://c.example', settings: { auth: { username: 'u', password: 'p' } } },
      /settings\.security.*starttls.*"none"/,
    ],
    [{ url: 'tcp://c.example:22', type: 'web' }, /does not fit/],
    [
      { url: 'ping://c.example', timeoutMs: 750 },
      /settings\.packetIntervalMs" is 250.*4 packets.*750/,
    ],
    [{ url: 'ping://c.example', settings: { maxAvgMs: 5_000 } }, /settings\.maxAvgMs/],
    [{ url: 'tcp://c.example:22', settings: { maxResponseMs: 10_000 } }, /timeoutMs.*10000/],
    [{ url: 'tcp://c.example:22', settings: { method: 'GET' } }, /"settings\.method"/],
  ])('is refused for %j', async (body, error) => {
    const { status, body: answer } = await create(body)
    expect([status, answer.error]).toEqual([400, expect.stringMatching(error)])
  })
})

describe('two monitors of one target', () => {
  it.each([
    [{ url: 'tcp://d1.example:22' }, { url: 'tcp://d1.example', settings: { port: 22 } }],
    [
      { url: 'udp://d2.example', settings: { preset: 'ntp' } },
      { url: 'udp://d2.example:123', settings: { payload: 'x' } },
    ],
    [{ url: 'smtp://d3.example' }, { url: 'd3.example:25', type: 'mail' }],
    [{ url: 'imaps://d4.example' }, { url: 'imap://d4.example', settings: { security: 'tls' } }],
    [{ url: 'ping://d5.example' }, { url: 'icmp://D5.example.' }],
    [{ url: 'dns://d6.example' }, { url: 'dns://d6.example', settings: { recordType: 'A' } }],
    [{ url: 'ping://[2606:4700::1]' }, { url: 'ping://[2606:4700:0::1]' }],
  ])('are one too many: %j and %j', async (first, second) => {
    const made = await create(first)
    const again = await create(second)
    expect([made.status, again.status]).toEqual([201, 409])
    expect(again.body.error).toContain(made.body.monitor.id)
  })

  it.each([
    [{ url: 'dns://e1.example' }, { url: 'dns://e1.example', settings: { recordType: 'MX' } }],
    [{ url: 'tcp://e2.example:22' }, { url: 'tcp://e2.example:23' }],
    [{ url: 'tcp://e3.example:53' }, { url: 'udp://e3.example:53' }],
    [{ url: 'https://e4.example' }, { url: 'ping://e4.example' }],
    [{ url: 'smtp://e5.example' }, { url: 'imap://e5.example' }],
    [{ url: 'smtp://e6.example' }, { url: 'smtp://e6.example:587' }],
  ])('are two when type, port or record type differ: %j and %j', async (first, second) => {
    expect([(await create(first)).status, (await create(second)).status]).toEqual([201, 201])
  })

  it('cannot come of a change of settings', async () => {
    await create({ url: 'dns://f1.example' })
    const mx = await create({ url: 'dns://f1.example', settings: { recordType: 'MX' } })
    const { id } = mx.body.monitor
    expect((await patch(id, { settings: { recordType: 'A' } })).status).toBe(409)
    expect((await patch(id, { settings: { recordType: null } })).status).toBe(409)
    expect((await patch(id, { settings: { recordType: 'TXT' } })).status).toBe(200)
    await create({ url: 'tcp://f2.example:22' })
    const other = await create({ url: 'tcp://f2.example', settings: { port: 23 } })
    const changed = await patch(other.body.monitor.id, { settings: { port: 22 } })
    expect(changed.status).toBe(409)
  })
})

describe('a change of a monitor', () => {
  it('moves the port with the settings and checks the new one at once', async () => {
    const made = await create({ url: 'tcp://g1.example', settings: { port: 22 } })
    const { id } = made.body.monitor
    const { body } = await patch(id, { settings: { port: 2222 } })
    expect(body.monitor).toMatchObject({ url: 'tcp://g1.example', port: 2222 })
    const { rows } = await api.db.query<{ runAt: Date }>(
      { text: `select run_at as "runAt" from monitors where public_id = $1` },
      [id],
    )
    expect(rows[0]?.runAt).toEqual(api.clock.now)
    const none = await patch(id, { settings: { port: null } })
    expect([none.status, none.body.error]).toEqual([400, expect.stringContaining('names no port')])
    const both = await patch(id, { url: 'tcp://g1.example:22', settings: { port: null } })
    expect(both.body.monitor).toMatchObject({ url: 'tcp://g1.example:22', port: 22 })
  })

  it('keeps the protocol of a bare mail host', async () => {
    const made = await create({ url: 'g2.example', type: 'mail', settings: { protocol: 'imap' } })
    const { id } = made.body.monitor
    const moved = await patch(id, { url: 'g3.example' })
    expect(moved.body.monitor).toMatchObject({ url: 'imap://g3.example', port: 143 })
    expect((await patch(id, { settings: { protocol: 'pop3' } })).status).toBe(400)
    const both = await patch(id, { url: 'pop3s://g3.example', settings: { protocol: null } })
    expect(both.body.monitor).toMatchObject({ url: 'pop3s://g3.example', port: 995 })
  })

  it('is judged with the time limit', async () => {
    const made = await create({ url: 'ping://g4.example', settings: { packets: 16 } })
    const { id } = made.body.monitor
    const shorter = await patch(id, { timeoutMs: 3_750 })
    expect([shorter.status, shorter.body.error]).toEqual([
      400,
      expect.stringContaining('16 packets'),
    ])
    expect((await patch(id, { timeoutMs: 3_750, settings: { packets: 4 } })).status).toBe(200)
  })
})

/** Every secret of every type, and the settings it lies within. */
/** Settings of a mail server with which a password is sent in the clear. */
const PLAIN = { security: 'none' }

const SECRETS: [path: string, url: string, around: (secret: string) => object][] = [
  [
    'auth.password',
    'https://h1.example',
    (password) => ({ auth: { kind: 'basic', username: 'u', password } }),
  ],
  ['auth.token', 'https://h2.example', (token) => ({ auth: { kind: 'bearer', token } })],
  ['snmp.community', 'udp://h3.example', (community) => ({ preset: 'snmp', snmp: { community } })],
  [
    'snmp.authPassword',
    'udp://h4.example',
    (authPassword) => ({
      preset: 'snmp',
      snmp: { version: '3', user: 'u', authProtocol: 'sha', authPassword },
    }),
  ],
  [
    'snmp.privPassword',
    'udp://h5.example',
    (privPassword) => ({
      preset: 'snmp',
      snmp: {
        version: '3',
        user: 'u',
        authProtocol: 'sha',
        authPassword: 'long enough',
        privProtocol: 'aes',
        privPassword,
      },
    }),
  ],
  ['headers.X-Api-Key', 'https://h7.example', (key) => ({ headers: { 'X-Api-Key': key } })],
  ['auth.password', 'smtps://h6.example', (password) => ({ auth: { username: 'u', password } })],
]

describe('a secret', () => {
  const at = (settings: unknown, path: string): unknown =>
    path
      .split('.')
      .reduce<unknown>((value, key) => (value as Record<string, unknown> | null)?.[key], settings)
  const stored = async (id: string) => {
    const { rows } = await api.db.query<{ settings: object }>(
      { text: `select settings from monitors where public_id = $1` },
      [id],
    )
    return rows[0]?.settings
  }

  it.each(SECRETS)('%s of %s is written and never read', async (path, url, around) => {
    const secret = `top-secret of ${url}`
    const made = await create({ url, settings: around(secret) })
    expect([made.body.error, made.status]).toEqual([undefined, 201])
    const { id, settings } = made.body.monitor
    expect(at(settings, path)).toBe('***')
    const sealed = at(await stored(id), path)
    expect(sealed).toMatch(/^sealed:2:/)

    const back = await patch(id, { name: 'x', settings })
    expect([back.body.error, back.status]).toEqual([undefined, 200])
    expect(back.body.monitor.settings).toEqual(settings)

    const changed = await patch(id, { settings: around(`another ${secret}`) })
    expect(at(changed.body.monitor.settings, path)).toBe('***')
    expect(at(await stored(id), path)).not.toBe(sealed)

    const list = await api.ask('GET', '/api/v1/monitors?per=200')
    expect(JSON.stringify([made.body, back.body, changed.body, list.body])).not.toContain(secret)
  })

  it.each(SECRETS)('%s of %s cannot be "***" where none is stored', async (path, url, around) => {
    const { status, body } = await create({
      url: url.replace(/h(?=\d)/, 'i'),
      settings: around('***'),
    })
    const name = `"settings.${path}" is "***"`
    expect([status, body.error]).toEqual([400, expect.stringContaining(name)])
  })

  it.each(SECRETS)('%s of %s goes to no new place unseen', async (path, url, around) => {
    const [made, elsewhere] = ['k', 'l'].map((letter) => url.replace(/h(?=\d)/, letter))
    const { body } = await create({ url: made, settings: around('known well') })
    const { id, settings } = body.monitor
    for (const change of [
      { url: elsewhere },
      { url: elsewhere, settings },
      { url: elsewhere, settings: { maxResponseMs: 900 } },
    ]) {
      const refused = await patch(id, change)
      expect([refused.status, refused.body.error]).toEqual([
        400,
        expect.stringMatching(/send the passwords again: /),
      ])
      expect(refused.body.error).toContain(`settings.${path}`)
    }
    const moved = await patch(id, { url: elsewhere, settings: around('known well') })
    expect([moved.body.error, moved.status]).toEqual([undefined, 200])
    expect((await patch(id, { url: elsewhere, name: 'same place' })).status).toBe(200)
  })

  it.each([
    ['http://n1.example', 'https://n1.example/'],
    ['http://n2.example', 'http://n2.example:8080/'],
    ['https://n3.example', 'https://n3.example:8443/health'],
    ['http://n4.example:8080', 'https://n4.example/'],
  ])('stays on the way from %s to %s of the same host', async (url, moved) => {
    const around = { headers: { Authorization: 'Bearer x' } }
    const { body } = await create({ url, settings: around })
    const { id, settings } = body.monitor
    expect(settings.headers.Authorization).toBe('***')
    const back = await patch(id, { url: moved, settings })
    expect([back.body.error, back.status]).toEqual([undefined, 200])
    expect(back.body.monitor).toMatchObject({ url: moved, settings })
    expect(at(await stored(id), 'headers.Authorization')).toMatch(/^sealed:/)
    expect((await patch(id, { url, name: 'and back' })).status).toBe(
      url.startsWith('http:') && moved.startsWith('https:') ? 400 : 200,
    )
  })

  it.each([
    ['smtp://n5.example', 'smtps://n5.example', { url: 'smtp://n5.example', settings: PLAIN }],
    ['smtp://n6.example', 'smtp://n6.example:587', { url: 'smtp://n7.example' }],
    ['smtp://n8.example', 'smtp://n8.example:587', { settings: PLAIN }],
  ])('of %s stays with its host and what encrypts it', async (url, moved, refused) => {
    const settings = { security: 'starttls', auth: { username: 'u', password: 'p' } }
    const { body } = await create({ url, settings })
    const { id } = body.monitor
    const security = moved.startsWith('smtps') ? 'tls' : 'starttls'
    const change = { url: moved, settings: { security, auth: { password: '***' } } }
    const kept = await patch(id, change)
    expect([kept.body.error, kept.status]).toEqual([undefined, 200])
    expect((await patch(id, refused)).body.error).toMatch(/another host, or from an/)
  })

  it('may be dropped on the way to another place, and paths of the same one need none', async () => {
    const { body } = await create({
      url: 'https://m8.example',
      settings: { headers: { Authorization: 'Bearer x', Accept: 'y' } },
    })
    const { id } = body.monitor
    expect((await patch(id, { url: 'https://m8.example/health?full' })).status).toBe(200)
    const { error } = (await patch(id, { url: 'http://m8.example' })).body
    expect(error).toMatch(/settings\.headers\.Authorization/)
    const settings = { headers: { Authorization: null } }
    expect((await patch(id, { url: 'http://m8.example', settings })).status).toBe(200)
  })

  it.each(SECRETS)('%s of %s is not repeated by an error', async (path, url, around) => {
    const secret = `\u0007${'bad-secret'.repeat(900)}`
    const { status, body } = await create({
      url: url.replace(/h(?=\d)/, 'j'),
      settings: around(secret),
    })
    expect([status, body.error]).toEqual([400, expect.stringContaining(`"settings.${path}"`)])
    expect(body.error).not.toContain('bad-secret')
  })
})
