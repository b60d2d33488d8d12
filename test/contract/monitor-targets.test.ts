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

/** Every way in, with the settings that make it complete. */
const SCHEMES: [name: string, target: (host: string) => object][] = [
  ['http', (host) => ({ url: `http://${host}/` })],
  ['https', (host) => ({ url: `https://${host}:8443/a` })],
  ['a bare host', (host) => ({ url: host })],
  ['tcp', (host) => ({ url: `tcp://${host}:22` })],
  ['udp', (host) => ({ url: `udp://${host}`, settings: { preset: 'ntp' } })],
  ['ping', (host) => ({ url: `ping://${host}` })],
  ['icmp', (host) => ({ url: `icmp://${host}` })],
  ['dns', (host) => ({ url: `dns://${host}`, settings: { recordType: 'PTR' } })],
  ['smtp', (host) => ({ url: `smtp://${host}` })],
  ['smtps', (host) => ({ url: `smtps://${host}` })],
  ['imap', (host) => ({ url: `imap://${host}:143` })],
  ['pop3s', (host) => ({ url: `pop3s://${host}` })],
]

/** Ways to write an address that must not be reached. */
const BLOCKED: [host: string, what: string][] = [
  ['127.0.0.1', 'loopback'],
  ['127.1', 'loopback'],
  ['2130706433', 'loopback'],
  ['017700000001', 'loopback'],
  ['0x7f000001', 'loopback'],
  ['0x7f.0.0.1', 'loopback'],
  ['0177.0.0.1', 'loopback'],
  ['127.0.0.1.', 'loopback'],
  ['0x7f.1..', 'loopback'],
  ['%31%32%37.0.0.1', 'loopback'],
  ['１２７。０．０．１', 'loopback'],
  ['user:pass@127.0.0.1', 'loopback'],
  ['192.0.66.1@127.0.0.1', 'loopback'],
  ['0.0.0.0', 'this network'],
  ['0', 'this network'],
  ['10.1.2.3', 'private'],
  ['172.16.0.1', 'private'],
  ['192.168.1.1', 'private'],
  ['100.64.0.1', 'carrier-grade'],
  ['169.254.169.254', 'link-local'],
  ['0xa9fea9fe', 'link-local'],
  ['168.63.129.16', 'metadata'],
  ['224.0.0.1', 'multicast'],
  ['255.255.255.255', 'reserved'],
  ['[::1]', 'private or reserved'],
  ['[::]', 'private or reserved'],
  ['[::ffff:127.0.0.1]', 'loopback'],
  ['[::ffff:a9fe:a9fe]', 'link-local'],
  ['[::127.0.0.1]', 'private or reserved'],
  ['[64:ff9b::127.0.0.1]', 'private or reserved'],
  ['[64:ff9b::a9fe:a9fe]', 'private or reserved'],
  ['[2002:7f00:1::]', '6to4'],
  ['[fd00:ec2::254]', 'private or reserved'],
  ['[fe80::1]', 'private or reserved'],
  ['[ff02::1]', 'private or reserved'],
]

describe('a blocked address', () => {
  it.each(SCHEMES)('is refused with 400 however it is written, for %s', async (name, target) => {
    // Without a scheme "user:" is taken for one, and refused as such.
    const ways = BLOCKED.filter(([host]) => name !== 'a bare host' || !host.startsWith('user:'))
    for (const [index, [host, what]] of ways.entries()) {
      if (index % 20 === 0) api.passMinutes(2)
      const { status, body } = await create(target(host))
      expect([host, status, body.error]).toEqual([host, 400, expect.stringContaining(what)])
      expect(body.error).toContain('operator')
    }
  })

  it.each(SCHEMES.filter(([name]) => name !== 'dns'))(
    'is refused behind a name too, for %s',
    async (_, target) => {
      api.names.set('inside.example', { ok: true, addresses: ['192.0.66.1', '10.0.0.7'], ms: 1 })
      const { status, body } = await create(target('inside.example'))
      expect([status, body.error]).toEqual([
        400,
        expect.stringContaining('"inside.example" resolves to a private address'),
      ])
    },
  )

  it.each(BLOCKED.filter(([host]) => /^(?:[0-9a-fx.]+|\[[0-9a-f:.]+\])$/.test(host)))(
    'is refused as the resolver %s',
    async (host, what) => {
      for (const resolver of [host, `${host}:5353`]) {
        const { status, body } = await create({ url: 'dns://r.example', settings: { resolver } })
        expect([resolver, status, body.error]).toEqual([
          resolver,
          400,
          expect.stringMatching(new RegExp(`"settings\\.resolver" .*${what}`)),
        ])
      }
    },
  )

  it('is refused behind the name of a resolver, at creation and when the resolver changes', async () => {
    api.names.set('ns.inside.example', { ok: true, addresses: ['127.0.0.53'], ms: 1 })
    api.names.set('gone.example', { ok: false, reason: 'nxdomain', message: 'No.', ms: 1 })
    for (const [resolver, what] of [
      ['ns.inside.example', 'loopback'],
      ['ns.inside.example:5353', 'loopback'],
      ['gone.example', 'cannot be reached'],
    ]) {
      const { status, body } = await create({ url: 'dns://s.example', settings: { resolver } })
      expect([status, body.error]).toEqual([
        400,
        expect.stringMatching(new RegExp(`"settings\\.resolver" .*${what}`)),
      ])
    }
    const made = await create({ url: 'dns://s.example', settings: { resolver: 'ns.example' } })
    expect(made.status).toBe(201)
    const path = `/api/v1/monitors/${made.body.monitor.id}`
    const changed = await api.ask('PATCH', path, {
      body: { settings: { resolver: 'ns.inside.example' } },
    })
    expect([changed.status, changed.body.error]).toEqual([
      400,
      expect.stringContaining('"settings.resolver" cannot be used'),
    ])
    const other = await api.ask('PATCH', path, { body: { settings: { maxResponseMs: 100 } } })
    expect(other.body.monitor.settings).toMatchObject({
      resolver: 'ns.example',
      maxResponseMs: 100,
    })
  })

  it('is no matter for the name servers of the agent and of the zone', async () => {
    for (const resolver of ['system', 'authoritative']) {
      const url = `dns://${resolver}.example`
      expect((await create({ url, settings: { resolver } })).status).toBe(201)
    }
  })
})

describe('a name that does not resolve', () => {
  const fail = (host: string, reason: 'nxdomain' | 'noAddress' | 'servfail') =>
    api.names.set(host, { ok: false, reason, message: 'No.', ms: 1 })

  it('is refused for every type but dns', async () => {
    fail('none.example', 'nxdomain')
    for (const [name, target] of SCHEMES) {
      const { status, body } = await create(target('none.example'))
      const expected = name === 'dns' ? undefined : expect.stringContaining('cannot be reached')
      expect([name, status, body.error]).toEqual([name, name === 'dns' ? 201 : 400, expected])
    }
  })

  it('is never asked for by a dns monitor, which may expect that it does not exist', async () => {
    fail('missing.example', 'nxdomain')
    const settings = { expectedRcode: 'NXDOMAIN' }
    expect((await create({ url: 'dns://missing.example', settings })).status).toBe(201)
  })

  it('is enough for mail exchangers when it exists without an address', async () => {
    fail('only-mx.example', 'noAddress')
    fail('no-domain.example', 'nxdomain')
    const resolveMx = { resolveMx: true }
    const of = async (url: string, settings: object) => (await create({ url, settings })).status
    expect(await of('smtp://only-mx.example', {})).toBe(400)
    expect(await of('smtp://only-mx.example', resolveMx)).toBe(201)
    expect(await of('smtp://no-domain.example', resolveMx)).toBe(400)
  })

  it('is found out when a change makes the name count', async () => {
    fail('mx-only.example', 'noAddress')
    const made = await create({ url: 'smtp://mx-only.example', settings: { resolveMx: true } })
    const changed = await api.ask('PATCH', `/api/v1/monitors/${made.body.monitor.id}`, {
      body: { settings: { resolveMx: false } },
    })
    expect([changed.status, changed.body.error]).toEqual([
      400,
      expect.stringContaining('has no address'),
    ])
  })
})
