import { createAddressGuard, parseAddressRange } from '@sightline/shared/address'
import { createNameResolver } from '@sightline/shared/name-resolution'
import { describe, expect, it } from 'vitest'
import type { SendingParts } from '../../../../../controller/src/alerting/channels/channel.ts'
import {
  sendMail,
  judgeMailFailure,
} from '../../../../../controller/src/alerting/channels/email.ts'
import { judgeReply } from '../../../../../controller/src/alerting/channels/post.ts'
import { sendOnChannel } from '../../../../../controller/src/alerting/channels/send-on-channel.ts'
import { messageIdOf } from '../../../../../controller/src/alerting/channels/message-id.ts'
import { catchMail } from '../../../../helpers/mail-catcher.ts'
import { receiveWebhooks } from '../../../../helpers/webhook-receiver.ts'
import { aMessage } from '../a-message.ts'

const range = parseAddressRange('127.0.0.1/32')

function partsWith(fields: Partial<SendingParts> = {}): SendingParts {
  return {
    guard: createAddressGuard(range === null ? [] : [range]),
    resolver: createNameResolver({ servers: ['127.0.0.1:1'] }),
    smtpUrl: null,
    mailFrom: 'Sightline <alerts@sightline.example>',
    push: {
      keys: () => Promise.reject(new Error('nobody asks for them')),
      contact: () => 'https://monitor.example.com',
    },
    ...fields,
  }
}

const delivery = { id: 'alr_1', nowMs: Date.parse('2026-03-10T12:00:00.000Z') }

describe('each chat service', () => {
  it.each([
    ['slack', (url: string) => ({ slack: { url } }), '/hook'],
    ['discord', (url: string) => ({ discord: { url } }), '/hook'],
    ['teams', (url: string) => ({ teams: { url } }), '/hook'],
    ['ntfy', (url: string) => ({ ntfy: { url, token: 'tk_1' } }), '/'],
    [
      'telegram',
      () => ({ telegram: { botToken: '1:abc', chatId: '-1' } }),
      '/bot1:abc/sendMessage',
    ],
    ['pagerduty', () => ({ pagerduty: { routingKey: 'R1' } }), '/enqueue'],
  ] as const)('%s takes the message in one request', async (channel, addressOf, path) => {
    const receiver = await receiveWebhooks((response) => response.writeHead(202).end('{}'))
    const base = `http://127.0.0.1:${receiver.port}`
    const parts = partsWith({ telegramUrl: base, pagerdutyUrl: `${base}/enqueue` })
    const addresses = addressOf(receiver.url)
    const outcome = await sendOnChannel(channel, addresses, aMessage(), delivery, parts)
    expect(outcome).toEqual({ kind: 'sent' })
    expect(receiver.requests.map((request) => request.path)).toEqual([path])
    expect(receiver.requests[0]?.body).toContain('Shop')
    expect(receiver.requests[0]?.headers.authorization).toBe(
      channel === 'ntfy' ? 'Bearer tk_1' : undefined,
    )
  })

  it.each([
    [undefined, 'events.pagerduty.com'],
    ['us', 'events.pagerduty.com'],
    ['eu', 'events.eu.pagerduty.com'],
  ] as const)('reaches PagerDuty in the service region %s', async (region, host) => {
    const asked: string[] = []
    const resolver: SendingParts['resolver'] = {
      async resolve(name) {
        asked.push(name)
        return { ok: false, reason: 'nxdomain', message: 'No such name.', ms: 1 }
      },
    }
    const address = { pagerduty: { routingKey: 'R1', region } }
    await sendOnChannel('pagerduty', address, aMessage(), delivery, partsWith({ resolver }))
    expect(asked).toEqual([host])
  })

  it('leaves no incident behind when PagerDuty is tested', async () => {
    const receiver = await receiveWebhooks()
    const parts = partsWith({ pagerdutyUrl: receiver.url })
    const address = { pagerduty: { routingKey: 'R1' } }
    await sendOnChannel('pagerduty', address, aMessage({ kind: 'test' }), delivery, parts)
    const actions = receiver.requests.map((request) => JSON.parse(request.body).event_action)
    expect(actions).toEqual(['trigger', 'resolve'])
  })

  it('says in its own words what it refuses', async () => {
    const receiver = await receiveWebhooks((response) =>
      response.writeHead(400).end('{"ok":false,"description":"Bad Request: chat not found"}'),
    )
    const parts = partsWith({ telegramUrl: `http://127.0.0.1:${receiver.port}` })
    const address = { telegram: { botToken: '1:abc', chatId: '-1' } }
    expect(await sendOnChannel('telegram', address, aMessage(), delivery, parts)).toEqual({
      kind: 'refused',
      error: 'Telegram answered 400 (Bad Request: chat not found).',
    })
  })

  it.each([
    [{ 'retry-after': '7' }, '', 7_000],
    [
      { 'retry-after': 'Tue, 10 Mar 2026 12:00:30 GMT', date: 'Tue, 10 Mar 2026 12:00:00 GMT' },
      '',
      30_000,
    ],
    [{ 'retry-after': 'soon' }, '', null],
    [{}, '{"ok":false,"parameters":{"retry_after":41}}', 41_000],
    [{}, '{"ok":false,"parameters":{"retry_after":"41"}}', null],
    [{}, '<html>', null],
  ])('that asks for time by %j %s gets it', async (headers, body, retryAfterMs) => {
    const receiver = await receiveWebhooks((response) => response.writeHead(429, headers).end(body))
    const parts = partsWith({ telegramUrl: `http://127.0.0.1:${receiver.port}` })
    const address = { telegram: { botToken: '1:abc', chatId: '-1' } }
    const outcome = await sendOnChannel('telegram', address, aMessage(), delivery, parts)
    expect(outcome).toEqual({ kind: 'trouble', error: 'Telegram answered 429.', retryAfterMs })
  })

  it('is left alone when the contact does not have it', async () => {
    expect(await sendOnChannel('slack', {}, aMessage(), delivery, partsWith())).toBeNull()
  })
})

describe('an answer', () => {
  const manners = { name: 'It', finalStatuses: [410], reasonIn: () => null }
  const answered = (status: number, retryAfterMs: number | null = null) => ({
    kind: 'answered' as const,
    status,
    retryAfterMs,
    body: '<html>secret</html>',
  })

  it.each([
    [answered(200), { kind: 'sent' }],
    [answered(204), { kind: 'sent' }],
    [answered(410), { kind: 'refused', error: 'It answered 410.' }],
    [answered(404), { kind: 'trouble', error: 'It answered 404.', retryAfterMs: null }],
    [answered(503, 7_000), { kind: 'trouble', error: 'It answered 503.', retryAfterMs: 7_000 }],
    [
      { kind: 'blocked' as const, error: 'No.' },
      { kind: 'refused', error: 'No.' },
    ],
    [
      { kind: 'trouble' as const, error: 'Gone.' },
      { kind: 'trouble', error: 'Gone.', retryAfterMs: null },
    ],
  ])('%j means %j', (reply, outcome) => {
    expect(judgeReply(reply, manners)).toEqual(outcome)
  })

  it('is never shown where the server is unknown', () => {
    const outcome = judgeReply(answered(500), manners)
    expect(JSON.stringify(outcome)).not.toContain('secret')
  })
})

describe('a mail server', () => {
  it('that hangs is given up when nobody waits any more', async () => {
    const mail = await catchMail()
    mail.reaction = 'hang'
    const parts = partsWith({ smtpUrl: mail.url })
    const signal = AbortSignal.timeout(300)
    const address = { email: 'on@example.com' }
    expect(await sendMail(address, aMessage(), { ...delivery, signal }, parts)).toEqual({
      kind: 'trouble',
      error: 'The mail server did not take the mail in time.',
      retryAfterMs: null,
    })
  })

  it('that is not there is trouble', async () => {
    const parts = partsWith({ smtpUrl: 'smtp://127.0.0.1:1' })
    const outcome = await sendMail({ email: 'on@example.com' }, aMessage(), delivery, parts)
    expect(outcome).toMatchObject({
      kind: 'trouble',
      error: expect.stringContaining('could not be reached'),
    })
  })

  it.each([
    [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: '550 No' }, 'refused'],
    [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 450, response: '450 No' }, 'trouble'],
    [{ code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 550, response: '550' }, 'trouble'],
    [{ code: 'EMESSAGE', command: 'DATA', responseCode: 554, response: '554 Spam' }, 'refused'],
    [{ code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535, response: '535 No' }, 'trouble'],
    [{ code: 'ETIMEDOUT', command: 'CONN' }, 'trouble'],
    [undefined, 'trouble'],
  ])('that says %j is %s', (failure, kind) => {
    expect(judgeMailFailure(failure).kind).toBe(kind)
  })
})

describe('a Message-ID', () => {
  it.each([
    ['Sightline <alerts@example.com>', '<alr_1@example.com>'],
    ['alerts@example.com', '<alr_1@example.com>'],
    ['alerts@bücher.example', '<alr_1@sightline.invalid>'],
  ])('of mails from %s is %s', (from, id) => expect(messageIdOf('alr_1', from)).toBe(id))
})
