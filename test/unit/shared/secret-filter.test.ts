import { createLogger } from '@sightline/shared/logger'
import { withLogContext } from '@sightline/shared/log-context'
import { createSecretFilter } from '@sightline/shared/secret-filter'
import { describe, expect, it } from 'vitest'

const SECRET = 'hunter2Hunter2'

/** What a logger writes. */
function lines(log: (logger: ReturnType<typeof createLogger>) => void, secrets: string[] = []) {
  const written: string[] = []
  log(createLogger('test', 'debug', { secrets, write: (line) => written.push(line) }))
  return written
}

const withProperties = (error: Error, properties: object): Error => Object.assign(error, properties)

/** Each has the secret somewhere. */
const FIELDS: readonly (readonly [string, object])[] = [
  ['a token', { token: SECRET }],
  ['deep in an object', { a: [{ b: { c: { smtpPassword: SECRET } } }] }],
  ['a header', { headers: { Authorization: `Custom ${SECRET}`, 'x-api-key': SECRET } }],
  ['cookies', { headers: { 'set-cookie': [`a=${SECRET}`, 'b=2'], cookie: `sid=${SECRET}` } }],
  ['a bearer in a text', { said: `sent Bearer ${SECRET} and more` }],
  ['an address', { url: `postgres://sightline:${SECRET}@db:5432/name` }],
  ['an address with odd signs', { url: `smtp://me@home:${SECRET}@x!@mail:587/` }],
  ['a query', { path: `/sign-up?token=${SECRET}&next=1` }],
  ['a key in a query', { path: `https://maps.example/?key=${SECRET}` }],
  ['a setting in a text', { said: `connection string: host=db password=${SECRET} user=me` }],
  ['JSON within a text', { body: JSON.stringify({ password: SECRET, name: 'x' }) }],
  ['a value with quotes', { password: `a"b\\"${SECRET}` }],
  ['a webhook of Slack', { url: `https://hooks.slack.com/services/T0/B0/${SECRET}` }],
  ['a webhook of Discord', { url: `https://discord.com/api/webhooks/12/${SECRET}` }],
  ['a bot of Telegram', { url: `https://api.telegram.org/bot12:${SECRET}/sendMessage` }],
  ['our own key', { said: `tried sl_live_${SECRET} first` }],
  ['an error', { err: new Error(`no way to https://me:${SECRET}@example.com/`) }],
  ['the cause of an error', { err: new Error('x', { cause: new Error(`token=${SECRET}`) }) }],
  ['what a library notes at it', { err: withProperties(new Error('x'), { apiKey: SECRET }) }],
  [
    'a row that was refused',
    {
      err: withProperties(new Error('x'), { detail: `Failing row contains (1, "${SECRET}", 2).` }),
    },
  ],
]

describe('a line of the log', () => {
  it.each(FIELDS)('has no secret of %s', (_where, fields) => {
    const [line = ''] = lines((log) => log.error(fields, 'something failed'))
    expect(line).not.toContain(SECRET)
    expect(JSON.parse(line)).toMatchObject({ msg: 'something failed', level: 50 })
  })

  it('has no secret of the settings, however it is written', () => {
    const known = `qu"ote d/${SECRET}`
    const url = `postgres://me:${encodeURIComponent(known)}@db/name`
    const written = lines(
      (log) => {
        log.info({ a: known }, `with ${encodeURIComponent(known)}`)
      },
      [url],
    )
    expect(written.join()).not.toContain(SECRET)
  })

  it('says everything else as it is', () => {
    const fields = {
      monitorId: 'mon_4fTq1Zb7Kx0Pq2Lr9sWd',
      tokenId: 'tok_4fTq1Zb7Kx0Pq2Lr9sWd',
      url: 'https://example.com:8443/a?b=c#d',
      err: new Error('connect ECONNREFUSED 127.0.0.1:5432'),
      keys: 3,
    }
    const [line = ''] = lines((log) =>
      log.warn(fields, 'the token of an agent is wrong: it is told so'),
    )
    expect(line).not.toContain('***')
  })

  it('carries what it belongs to, through whatever is awaited', async () => {
    const written: string[] = []
    const log = createLogger('test', 'info', { write: (line) => written.push(line) })
    await withLogContext({ request: 'req-1' }, async () => {
      await Promise.resolve()
      withLogContext({ work: 'wrk_1' }, () => log.child({ part: 'x' }).info('inside'))
    })
    log.info('outside')
    const [inside, outside] = written.map((line) => JSON.parse(line))
    expect(inside).toMatchObject({ request: 'req-1', work: 'wrk_1', part: 'x' })
    expect(outside).not.toHaveProperty('request')
  })
})

it('takes no more than the secret', () => {
  const filter = createSecretFilter()
  expect(filter('GET https://u:p4ssword@example.com/path?token=abc&x=1 failed')).toBe(
    'GET https://u:***@example.com/path?token=***&x=1 failed',
  )
})

// A million characters would take an hour where each of them is where a form may begin.
it.each(['a', 'a-', 'token', '\\', 'http', '"password":['])(
  'goes through %j a million times over in one go',
  (part) => {
    const text = part.repeat(1_000_000)
    expect(createSecretFilter()(text).length).toBeLessThanOrEqual(text.length)
  },
)

it('takes a secret that is cut off before its end', () => {
  const filter = createSecretFilter()
  expect(filter('{"password":"hunter2Hunter2')).toBe('{"password":"***"')
  expect(filter('{"set-cookie":["hunter2')).toBe('{"set-cookie":"***"')
})
