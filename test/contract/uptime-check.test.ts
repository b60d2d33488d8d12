import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { REFUSED, UP } from '../helpers/check-outputs.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'
import type { WorkAnswer } from '../helpers/worker-session.ts'

const TYPES = ['web', 'tcp', 'udp', 'ping', 'dns', 'mail']

let api: TestApi
/** What the agents of a region say. */
const answers = new Map<string, (input: { url: string; type: string }) => WorkAnswer>()

beforeAll(async () => {
  api = await openTestApi({ regions: false })
  for (const region of ['eu-west', 'us-east', 'ap-south', 'sa-east']) {
    await api.addRegion(region, true, TYPES)
    api.answerWork(region, TYPES, (_, input) =>
      (answers.get(region) ?? (() => ({ output: UP })))(input as { url: string; type: string }),
    )
  }
  await api.addRegion('poor', true, ['web'])
  await api.addRegion('gone', false)
})
beforeEach(async () => {
  await api.hearAgents()
  answers.clear()
  api.passMinutes(2)
})
afterAll(() => api.close())

const check = (query: string) => api.ask('GET', `/api/v1/uptime-check?${query}`)

describe('GET /api/v1/uptime-check', () => {
  it('answers with the verdict and each region', async () => {
    const { status, body } = await check('url=https://Example.com&regions=eu-west,us-east')
    expect(status).toBe(200)
    expect(body).toEqual({
      url: 'https://example.com/',
      type: 'web',
      status: 'up',
      statusCode: 200,
      responseMs: 12,
      checkedAt: api.clock.now.toISOString(),
      regions: ['eu-west', 'us-east'].map((region) => ({
        region,
        status: 'up',
        statusCode: 200,
        responseMs: 12,
        timings: UP.timings,
        error: null,
        cause: null,
      })),
      cause: null,
      explanation: 'It is up from 2 of 2 regions, answering in 12.4 ms.',
    })
  })

  it('takes the key as a query parameter too', async () => {
    const url = `/api/v1/uptime-check?url=https://example.com&key=${api.key}`
    expect(await api.ask('GET', url, { key: null })).toMatchObject({ status: 200 })
    expect(
      await api.ask('GET', '/api/v1/uptime-check?url=https://example.com', { key: null }),
    ).toMatchObject({ status: 401 })
  })

  it('asks up to three regions unless told otherwise', async () => {
    const { body } = await check('url=https://example.com')
    expect(body.regions).toHaveLength(3)
  })

  it('tells what failed and where', async () => {
    answers.set('us-east', () => ({ output: REFUSED }))
    const { body } = await check('url=https://example.com&regions=eu-west,us-east,ap-south')
    expect(body).toMatchObject({
      status: 'degraded',
      cause: 'connectionRefused',
      explanation:
        'It fails from 1 of 3 regions and works from the others. The connection to example.com:443 was refused.',
    })
    expect(body.regions[1]).toMatchObject({
      region: 'us-east',
      status: 'down',
      error: 'The connection to example.com:443 was refused.',
      cause: 'connectionRefused',
    })
  })

  it('does not let an agent that answers nonsense spoil the verdict', async () => {
    answers.set('us-east', () => ({ output: { status: 'fine' } }))
    const { body } = await check('url=https://example.com&regions=eu-west,us-east')
    expect(body).toMatchObject({ status: 'up' })
    expect(body.regions[1]).toMatchObject({ status: 'unknown', cause: 'agentFault' })
    expect(body.regions[1].error).toMatch(/^The answer of the agent in us-east makes no sense/)
  })

  it('takes no number from an agent that no check can have', async () => {
    answers.set('us-east', () => ({ output: { ...UP, responseMs: 1e308 } }))
    expect((await check('url=https://example.com&regions=us-east')).status).toBe(502)
  })

  it('tells why a region has no answer', async () => {
    const message = 'The agent has too much to do: try again.'
    answers.set('us-east', () => ({ error: { code: 'unavailable', message } }))
    const some = await check('url=https://example.com&regions=us-east,eu-west')
    expect(some.body.regions[0]).toMatchObject({ status: 'unknown', error: message })
    const none = await check('url=https://example.com&regions=us-east')
    expect([none.status, none.body.error]).toEqual([503, message])
    expect(none.headers['retry-after']).toBe('5')
  })

  it('is not called down by the only one of several regions that could tell', async () => {
    answers.set('us-east', () => ({ output: REFUSED }))
    answers.set('eu-west', () => ({ error: { code: 'internal', message: 'a bug' } }))
    const { body } = await check('url=https://example.com&regions=us-east,eu-west')
    expect(body).toMatchObject({ status: 'unknown', cause: 'connectionRefused' })
  })

  it('is 502 when no agent gave an answer', async () => {
    answers.set('us-east', () => ({ error: { code: 'internal', message: 'a bug' } }))
    const { status, body } = await check('url=https://example.com&regions=us-east')
    expect([status, body.error]).toEqual([502, 'No agent gave an answer: try again.'])
  })

  it.for([
    ['https://example.com/a?b=c', 'web', 'https://example.com/a?b=c'],
    ['example.com', 'web', 'https://example.com/'],
    ['tcp://example.com:22', 'tcp', 'tcp://example.com:22'],
    ['udp://example.com:53', 'udp', 'udp://example.com:53'],
    ['ping://example.com', 'ping', 'ping://example.com'],
    ['icmp://example.com', 'ping', 'ping://example.com'],
    ['dns://example.com', 'dns', 'dns://example.com'],
    ['smtp://example.com', 'mail', 'smtp://example.com'],
    ['smtps://example.com', 'mail', 'smtps://example.com'],
  ])('checks %s as %s', async ([url, type, normalised]) => {
    const asked: unknown[] = []
    answers.set('eu-west', (input) => {
      asked.push(input)
      return { output: UP }
    })
    const { body } = await check(`url=${encodeURIComponent(url ?? '')}&regions=eu-west`)
    expect(body).toMatchObject({ url: normalised, type })
    expect(asked).toMatchObject([{ url: normalised, type }])
  })

  it('tries http for a bare host that cannot be reached over https', async () => {
    answers.set('eu-west', ({ url }) => ({ output: url.startsWith('https:') ? REFUSED : UP }))
    const bare = await check('url=example.com&regions=eu-west')
    expect(bare.body).toMatchObject({ url: 'http://example.com/', status: 'up' })
    const named = await check('url=https://example.com&regions=eu-west')
    expect(named.body).toMatchObject({ url: 'https://example.com/', status: 'down' })
  })

  it.for([
    ['url=http://127.0.0.1', 403],
    ['url=http://2130706433', 403],
    ['url=http://0x7f.1', 403],
    ['url=http://[::ffff:127.0.0.1]', 403],
    ['url=http://[64:ff9b::7f00:1]', 403],
    ['url=http://0.0.0.0', 403],
    ['url=http://localhost.', 403],
    ['url=http://a:b@169.254.169.254', 403],
    ['url=tcp://10.0.0.1:22', 403],
    ['url=ping://192.168.0.1', 403],
    ['url=smtp://[fd00::1]', 403],
    ['url=https://rebinding.example', 403],
    ['', 400],
    ['url=', 400],
    ['url=ftp://example.com', 400],
    ['url=tcp://example.com', 400],
    ['url=dns://1.1.1.1', 400],
    ['url=dns://[fd00::1]', 400],
    ['url=https://example.com&regions=mars', 400],
    ['url=https://example.com&regions=Not!', 400],
    ['url=ping://example.com&regions=poor', 503],
    ['url=https://example.com&regions=gone', 503],
  ] as const)('%s is %i', async ([query, expected]) => {
    api.names.set('localhost', { ok: true, addresses: ['127.0.0.1'], ms: 1 })
    api.names.set('rebinding.example', { ok: true, addresses: ['192.0.66.1', '10.1.1.1'], ms: 1 })
    const { status, body } = await check(query)
    expect([status, typeof body.error]).toEqual([expected, 'string'])
  })

  it('is 403 when the agent finds the address off limits', async () => {
    const message = 'example.com resolves to a private address, which may not be checked.'
    const failure = { source: 'agent', phase: 'dns', cause: 'monitorMisconfigured', message }
    const blocked = { ...failure, isBlocked: true }
    answers.set('eu-west', () => ({ output: { ...REFUSED, status: 'unknown', failure: blocked } }))
    answers.set('us-east', () => ({ error: { code: 'internal', message: 'a bug' } }))
    const { status, body } = await check('url=https://example.com&regions=eu-west,us-east')
    expect([status, body.error]).toEqual([403, message])
    // Any other reason why an agent cannot run the check is an answer.
    answers.set('eu-west', () => ({ output: { ...REFUSED, status: 'unknown', failure } }))
    const other = await check('url=https://example.com&regions=eu-west')
    expect(other).toMatchObject({ status: 200, body: { status: 'unknown' } })
  })
})
