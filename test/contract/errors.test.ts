import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi()
})
afterAll(() => api.close())
beforeEach(() => api.passMinutes(2))

const JSON_TYPE = { 'content-type': 'application/json' }
const post = (payload: string | Buffer, headers: Record<string, string> = JSON_TYPE) =>
  api.ask('POST', '/api/v1/monitors', { payload, headers })

describe('bodies that cannot be read', () => {
  const url = '"url":"https://hostile.example"'
  it.each<[string, string | Buffer, RegExp]>([
    ['no JSON', '{', /not valid JSON/],
    ['an empty body', '', /missing/],
    ['null', 'null', /body is missing|must be an object/],
    ['a list', '[]', /must be an object/],
    ['a string', '"https://example.com"', /must be an object/],
    ['a number', '1e400', /must be an object/],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), /UTF-8/],
    ['more than 64 KiB', `{${url},"name":"${'x'.repeat(65_536)}"}`, /64 KiB/],
    [
      'lists nested 30,000 deep',
      `{${url},"tags":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
      /32 levels/,
    ],
    [
      'objects nested deep',
      `{${url},"settings":${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}}`,
      /32 levels/,
    ],
    ['__proto__', `{${url},"__proto__":{"intervalMinutes":1}}`, /__proto__/],
    ['__proto__ inside', `{${url},"settings":{"headers":{"__proto__":"x"}}}`, /__proto__/],
    ['constructor', `{${url},"constructor":{"prototype":{"x":1}}}`, /constructor/],
    ['NUL in a value', `{${url},"name":"a\\u0000b"}`, /"name".*NUL/],
    ['NUL in a name', `{${url},"settings":{"headers":{"a\\u0000":"b"}}}`, /settings\.headers.*NUL/],
    ['half a surrogate pair', `{${url},"name":"\\ud800"}`, /"name".*surrogate/],
    [
      'a number beyond all',
      `{${url},"intervalMinutes":1e400}`,
      /"intervalMinutes" is a number too large/,
    ],
    ['a huge list', `{${url},"regions":[${'"eu-west",'.repeat(6_000)}"eu-west"]}`, /"regions"/],
    [
      '20,000 unknown fields',
      `{${url},${Array.from({ length: 5_000 }, (_, n) => `"f${n}":1`).join()}}`,
      /Unknown field/,
    ],
  ])('answers 400 to %s', async (_what, payload, message) => {
    const { status, body } = await post(payload)
    expect([status, body]).toEqual([400, { error: expect.stringMatching(message) }])
    expect(body.error.length).toBeLessThan(1_500)
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'nonsense',
    '',
  ])('answers 400 to the type %j and says which one to send', async (type) => {
    const headers: Record<string, string> = type === '' ? {} : { 'content-type': type }
    const { status, body } = await post('{"url":"https://example.com"}', headers)
    expect(status).toBe(400)
    expect(body.error).toMatch(/application\/json/)
  })

  it('answers 400 to a compressed body and says to send it as it is', async () => {
    const packed = gzipSync('{"url":"https://example.com"}')
    const { status, body } = await post(packed, { ...JSON_TYPE, 'content-encoding': 'gzip' })
    expect([status, body]).toEqual([400, { error: expect.stringMatching(/Content-Encoding/) }])
    const plain = await post('{', { ...JSON_TYPE, 'content-encoding': 'identity' })
    expect(plain.body.error).toMatch(/not valid JSON/)
  })

  it('stores nothing of all that', async () => {
    expect((await api.ask('GET', '/api/v1/monitors')).body.total).toBe(0)
  })
})

describe('ids that are none', () => {
  it.each([
    'x',
    'mon_',
    '%00',
    'mon_%00',
    '%F0%9F%98%80',
    'x'.repeat(10_000),
    '..%2F..%2Fetc',
    "'; drop table monitors --",
    '-1',
    ' ',
  ])('answers 404 to %j', async (id) => {
    const path = `/api/v1/monitors/${id.includes('%') ? id : encodeURIComponent(id)}`
    for (const [method, suffix] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/pause'],
      ['POST', '/resume'],
      ['GET', '/results'],
    ] as const) {
      const { status, body } = await api.ask(method, path + suffix)
      expect([method, suffix, status]).toEqual([method, suffix, 404])
      expect(body.error.length).toBeLessThan(200)
    }
    const { status } = await api.ask('PATCH', path, { body: { name: 'x' } })
    expect(status).toBe(404)
  })
})

describe('requests the framework refuses by itself', () => {
  it.each([
    ['/%E0%A4%A', 404],
    ['/api/v1/monitors/%', 404],
    ['/api/v1/monitors/%zz/results', 404],
    ['/api/v1/%E0%A4%A', 404],
    ['/api/v1/monitors?x=%E0%A4%A', 200],
  ])('takes the path of %s to the letter and answers %i', async (path, expected) => {
    const { status, headers, body } = await api.ask('GET', path)
    expect(headers['content-type']).toContain('application/json')
    expect(status).toBe(expected)
    expect(status === 200 || typeof body.error === 'string').toBe(true)
  })

  it.each(['/api/v1/monitors/', '/api/v1/maintenance/', '/api/v1/crawl/', '/api/v1/crawl//pages'])(
    'answers that there is nothing at %s, and not that nothing has no id',
    async (path) => {
      const { status, body } = await api.ask('GET', path)
      expect([status, body]).toEqual([
        404,
        { error: `There is no endpoint GET ${path}. The API is described at /docs.` },
      ])
    },
  )

  it('asks for the key before it says that there is no such path', async () => {
    const { status } = await api.ask('GET', '/api/v1/monitors/%', { key: null })
    expect(status).toBe(401)
  })

  async function talk(text: string): Promise<string> {
    const { port } = api.app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk))
    socket.on('error', () => undefined)
    socket.end(text)
    await once(socket, 'close')
    return answer
  }

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', '400'],
    ['a method nobody knows', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n', '400'],
    [
      'headers without end',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`,
      '431',
    ],
    [
      'an id longer than the headers may be',
      `GET /api/v1/monitors/${'x'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      '431',
    ],
    [
      'two lengths',
      'POST /api/v1/monitors HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd',
      '400',
    ],
  ])('answers %s in JSON', async (_what, text, status) => {
    if (!api.app.server.listening) await api.app.listen({ host: '127.0.0.1', port: 0 })
    const answer = await talk(text)
    expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`)
    expect(answer).toContain('application/json')
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual({
      error: expect.any(String),
    })
  })
})

describe('query parameters', () => {
  it.each([
    'page=abc',
    'per=1.5',
    'page=',
    'page=1&page=2',
    'active=maybe',
    'status=fine',
    'type=smoke',
    'region=EU',
    'sort=age',
    'order=up',
    'search=%00',
    'tag=%00',
  ])('answers 400 to %s and names it', async (query) => {
    const { status, body } = await api.ask('GET', `/api/v1/monitors?${query}`)
    expect(status).toBe(400)
    expect(body.error).toContain(`query parameter "${query.split('=', 1)[0]}"`)
  })

  it('ignores unknown ones', async () => {
    expect((await api.ask('GET', '/api/v1/monitors?colour=red&__proto__=1')).status).toBe(200)
  })

  it.each([
    ['page=0&per=0', 1, 1],
    ['page=-7&per=1000', 1, 200],
    ['page=3&per=201', 3, 200],
    ['', 1, 50],
  ])('brings paging into its range and echoes it: %s', async (query, page, per) => {
    const { body } = await api.ask('GET', `/api/v1/monitors?${query}`)
    expect([body.page, body.per]).toEqual([page, per])
  })
})

describe('with the database gone', () => {
  it('answers 503 to a right and a wrong key alike, and stays healthy', async () => {
    const gone = await openTestApi()
    await gone.close()
    // The closed pools refuse as a dead server does.
    const lost = await openTestApi()
    await lost.db.close()
    const { status, headers, body } = await lost.ask('GET', '/api/v1/monitors')
    expect([status, body]).toEqual([503, { error: expect.any(String) }])
    expect(headers['retry-after']).toBe('5')
    expect((await lost.ask('GET', '/healthz', { key: null })).status).toBe(200)
    expect((await lost.ask('GET', '/sign-up?token=x', { key: null })).status).toBe(503)
    await lost.limitsDb.close()
    expect((await lost.ask('GET', '/readyz', { key: null })).status).toBe(503)
    for (const key of [undefined, null, 'wrong']) {
      const asked = key === undefined ? {} : { key }
      expect((await lost.ask('GET', '/api/v1/monitors', asked)).status).toBe(503)
    }
    expect((await lost.ask('GET', '/openapi.json', { key: null })).status).toBe(200)
    expect((await lost.ask('GET', '/api/v1/plans', { key: null })).status).toBe(200)
    await lost.app.close()
  })
})

describe('with a database that nothing can be stored in', () => {
  it('says so where its disk is full, and does not ask to try again shortly', async () => {
    await api.db.query({
      text: `create function refuse() returns trigger language plpgsql as
        $$ begin raise 'could not extend file "base/5/1"' using errcode = 'disk_full'; end $$;
        create trigger refuse before insert on monitors execute function refuse()`,
    })
    const { status, body } = await post('{"url":"https://example.com"}')
    const read = await api.ask('GET', '/api/v1/monitors')
    await api.db.query({ text: 'drop function refuse cascade' })
    expect([status, body]).toEqual([
      503,
      {
        error:
          'The disk of the database is full, so nothing can be stored: whoever runs this installation has to see to that.',
      },
    ])
    expect(read.status).toBe(200)
  })
})

it('answers a bug with 500 and nothing of its insides', async () => {
  await api.db.query({ text: 'alter table monitors rename to monitors_away' })
  const { status, body } = await api.ask('GET', '/api/v1/monitors')
  await api.db.query({ text: 'alter table monitors_away rename to monitors' })
  expect(status).toBe(500)
  expect(body).toEqual({ error: 'Internal error: it was logged, please try again.' })
})
