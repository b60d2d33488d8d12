import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { REFUSED, UP } from '../helpers/check-outputs.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'
import type { WorkAnswer } from '../helpers/worker-session.ts'

let api: TestApi
let answer: (url: string) => WorkAnswer
beforeAll(async () => {
  api = await openTestApi({ regions: false })
  await api.addRegion('eu-west', true, ['web', 'tcp', 'dns', 'mail', 'ping'])
  api.answerWork('eu-west', ['web', 'tcp', 'dns', 'mail', 'ping'], (_, input) =>
    answer((input as { url: string }).url),
  )
})
beforeEach(async () => {
  await api.hearAgents()
  answer = () => ({ output: UP })
  api.passMinutes(2)
})
afterAll(() => api.close())

const propose = (address: string, options = {}) =>
  api.ask('GET', `/api/v1/monitors/propose?address=${encodeURIComponent(address)}`, options)

interface Shown {
  what: string
  reason: string
  monitor: { url: string; type: string; settings: object }
  monitorId: string | null
}
const linesOf = (body: { proposals: Shown[] }): string[] =>
  body.proposals.map(({ what, monitor }) => `${what} ${monitor.type} ${monitor.url}`)

describe('GET /monitors/propose', () => {
  it('proposes page, certificate, name and mail of a domain', async () => {
    const { status, body } = await propose(' www.Example.com ')
    expect(status).toBe(200)
    expect(linesOf(body)).toEqual([
      'web web https://www.example.com/',
      'certificate tcp tcp://www.example.com:443',
      'dns dns dns://www.example.com',
      'mail mail smtp://example.com',
    ])
    expect(body.proposals.map(({ reason }: Shown) => reason)).toEqual([
      'The page at www.example.com. It is up from eu-west, answering in 12.4 ms.',
      'The certificate of www.example.com: tells you 14 days before it expires, and when it is not valid.',
      'The name www.example.com, which leads to one address: tells you when it does not any more.',
      'Mail for example.com goes to mx.example.com: tells you when none of them takes it.',
    ])
  })

  it('gives bodies that make monitors, and knows those that are there', async () => {
    const { body } = await propose('made.example.com')
    for (const { monitor } of body.proposals as Shown[]) {
      api.passMinutes(1)
      expect(await api.ask('POST', '/api/v1/monitors', { body: monitor })).toMatchObject({
        status: 201,
      })
    }
    const again = await propose('made.example.com')
    for (const { monitorId } of again.body.proposals) expect(monitorId).toMatch(/^mon_/)
  })

  it('takes http where https cannot be reached, and says what does not answer', async () => {
    answer = (url) => ({ output: url.startsWith('https') ? REFUSED : UP })
    expect(linesOf((await propose('plain.example.com')).body)[0]).toBe(
      'web web http://plain.example.com/',
    )
    answer = () => ({ output: REFUSED })
    const { body } = await propose('https://down.example.com/path')
    expect(body.proposals[0]).toMatchObject({
      monitor: { url: 'https://down.example.com/path' },
      reason: expect.stringMatching(/^The page at down\.example\.com, which does not answer now\./),
    })
    expect(linesOf(body).some((line) => line.startsWith('certificate'))).toBe(false)
  })

  it('reads ports, addresses, mail addresses and urls of every kind', async () => {
    answer = () => ({ output: REFUSED })
    for (const [address, first] of [
      ['cache.example.com:6379', 'port tcp tcp://cache.example.com:6379'],
      ['mail.example.com:993', 'mail mail imaps://mail.example.com'],
      ['me@example.com', 'mail mail smtp://example.com'],
      ['udp://example.com:53', 'service udp udp://example.com:53'],
      ['198.51.99.7', 'web web http://198.51.99.7/'],
    ] as const) {
      api.passMinutes(1)
      const { body } = await propose(address)
      const [line = ''] = linesOf(body)
      expect([address, line.replace(/:993$/, '')]).toEqual([address, first])
    }
    api.passMinutes(1)
    expect(linesOf((await propose('198.51.99.7')).body)).toContain('ping ping ping://198.51.99.7')
  })

  it('holds the rules of addresses', async () => {
    for (const address of ['127.0.0.1', 'http://[::1]/', 'tcp://10.0.0.1:22']) {
      api.passMinutes(1)
      const { status, body } = await propose(address)
      expect([address, status, body.error]).toEqual([
        address,
        403,
        expect.stringContaining('may not be checked'),
      ])
    }
    api.names.set('inside.example.com', { ok: true, addresses: ['192.168.1.1'], ms: 1 })
    const inside = await propose('inside.example.com')
    expect(inside.status).toBe(403)
    expect(inside.body.error).not.toContain('192.168')
  })

  it('refuses what is no address', async () => {
    for (const address of ['', 'mailto:a', 'ftp://example.com', 'tcp://example.com', '://']) {
      api.passMinutes(1)
      const { status, body } = await propose(address)
      expect([address, status, body.error]).toEqual([
        address,
        400,
        expect.stringContaining('"address"'),
      ])
    }
    expect((await propose('example.com', { key: await api.keyOf('viewer') })).status).toBe(403)
  })
})
