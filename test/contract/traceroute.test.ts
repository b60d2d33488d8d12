import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'
import type { WorkAnswer } from '../helpers/worker-session.ts'

const HOP = { otherIps: [], sent: 3, lossPercent: 0, minMs: 1, avgMs: 1.5, maxMs: 2, stDevMs: 0.4 }
const TRACE = {
  host: 'example.com',
  resolvedIp: '192.0.66.1',
  protocol: 'tcp',
  port: 443,
  startedAt: '2026-03-10T12:00:00.000Z',
  durationMs: 120,
  reached: true,
  hops: [
    { hop: 1, ip: '10.0.0.1', hostname: 'gw.example', ...HOP },
    { hop: 2, ip: '192.0.66.1', hostname: null, ...HOP },
  ],
  verdict: { code: 'ok', hop: null, text: 'The path is complete.' },
}

let api: TestApi
let answer: (input: unknown) => WorkAnswer

beforeAll(async () => {
  api = await openTestApi({ regions: false })
  await api.addRegion('eu-west', true, ['web', 'traceroute'])
  await api.addRegion('poor', true, ['web'])
  api.answerWork('eu-west', ['web', 'traceroute'], (_, input) => answer(input))
})
beforeEach(async () => {
  await api.hearAgents()
  answer = () => ({ output: TRACE })
  api.passMinutes(2)
})
afterAll(() => api.close())

const trace = (query: string) => api.ask('GET', `/api/v1/traceroute?${query}`)

describe('GET /api/v1/traceroute', () => {
  it('answers with the path, where it was traced from, and usage', async () => {
    const { status, body } = await trace('host=example.com')
    expect(status).toBe(200)
    const { usage, ...rest } = body
    expect(rest).toEqual({ ...TRACE, region: 'eu-west' })
    expect(usage).toMatchObject({ tier: 'unlimited' })
  })

  it.for([
    ['host=example.com', { protocol: 'icmp', port: null, packets: 3, maxHops: 30 }],
    [
      'host=Example.COM.&protocol=tcp&port=8443&packets=5&maxHops=12',
      { protocol: 'tcp', port: 8443, packets: 5, maxHops: 12 },
    ],
    ['host=example.com&packets=99&maxHops=0', { packets: 10, maxHops: 1 }],
    ['host=2001:470::76', { host: '2001:470::76' }],
    ['host=%5B2001:470:0:0::76%5D', { host: '2001:470::76' }],
  ] as const)('%s is traced as asked', async ([query, expected]) => {
    let asked: unknown
    answer = (input) => {
      asked = input
      return { output: TRACE }
    }
    expect((await trace(query)).status).toBe(200)
    expect(asked).toMatchObject({ host: 'example.com', ...expected })
  })

  it.for([
    ['', 400],
    ['host=', 400],
    ['host=https://example.com', 400],
    ['host=example.com:80', 400],
    ['host=127.0.0.1', 400],
    ['host=0x7f000001', 400],
    ['host=::ffff:10.0.0.1', 400],
    ['host=::1', 400],
    ['host=fe80::1%25eth0', 400],
    ['host=2001:db8::1', 400],
    ['host=169.254.169.254', 400],
    ['host=example.com&protocol=sctp', 400],
    ['host=example.com&protocol=tcp&port=0', 400],
    ['host=example.com&port=http', 400],
    ['host=example.com&packets=many', 400],
    ['host=example.com&region=mars', 400],
    ['host=example.com&region=poor', 503],
  ] as const)('%s is %i', async ([query, expected]) => {
    const { status, body } = await trace(query)
    expect([status, typeof body.error]).toEqual([expected, 'string'])
  })

  it('tells what a host is in words of its own', async () => {
    const { body } = await trace('host=example.com:443')
    expect(body.error).toBe(
      'The query parameter "host" is "example.com:443", but must be a host name or an address such as example.com or 2001:db8::1; a port goes into the parameter "port".',
    )
  })

  it('repeats no password that came along', async () => {
    const { body } = await trace('host=https://bob:hunter2@example.com/')
    expect(body.error).toContain('"host" is "https://***@example.com/", but must be a host name')
  })

  it('keeps the words of an agent short', async () => {
    answer = () => ({ error: { code: 'forbidden', message: `a\u0000${'b'.repeat(3_000_000)}` } })
    const { status, body } = await trace('host=example.com')
    expect([status, body.error]).toEqual([403, `a ${'b'.repeat(998)}`])
  })

  it('passes on what the agent refuses', async () => {
    const message = 'The name example.com does not exist.'
    answer = () => ({ error: { code: 'badRequest', message } })
    const { status, body } = await trace('host=example.com')
    const named = `The query parameter "host" is "example.com", which cannot be traced. ${message}`
    expect([status, body.error]).toEqual([400, named])
  })

  it.for([
    ['host=a.example&host=b.example', 'The query parameter "host" is given 2 times'],
    ['host=a.example&region=mars', 'There is no region "mars": "region" must be among'],
  ] as const)('names what is wrong with %s', async ([query, text]) => {
    const { status, body } = await trace(query)
    expect([status, body.error]).toEqual([400, expect.stringContaining(text)])
  })

  it('tells of a name that was not resolved', async () => {
    const text = 'No name server answered for example.com in time.'
    const verdict = { code: 'timeout', hop: null, text }
    answer = () => ({ output: { ...TRACE, resolvedIp: null, reached: false, hops: [], verdict } })
    const { status, body } = await trace('host=example.com')
    expect(status).toBe(200)
    expect(body).toMatchObject({ resolvedIp: null, hops: [], verdict })
  })

  it.for<[string, WorkAnswer]>([
    ['answers nonsense', { output: { hops: 'none' } }],
    ['fails', { error: { code: 'internal', message: 'The agent failed.' } }],
    ['blames the target', { error: { code: 'upstreamFailed', message: 'No answer came.' } }],
  ])('is 503 when the agent %s: there is no 502 here', async ([, given]) => {
    answer = () => given
    const { status, body, headers } = await trace('host=example.com')
    expect([status, typeof body.error]).toEqual([503, 'string'])
    expect(headers['retry-after']).toBe('5')
  })

  it('asks for the right to see monitoring', async () => {
    const key = await api.keyOf('analyst')
    const analyst = await api.ask('GET', '/api/v1/traceroute?host=example.com', { key })
    expect(analyst.status).toBe(403)
  })
})
