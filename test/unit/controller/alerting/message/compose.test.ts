import { describe, expect, it } from 'vitest'
import type { AlertEvent } from '../../../../../controller/src/alerting/outbox/alert-event.ts'
import { AlertMessage } from '../../../../../controller/src/alerting/message/alert-message.ts'
import {
  composeMessage,
  composeTest,
} from '../../../../../controller/src/alerting/message/compose.ts'
import { oneLine } from '../../../../../controller/src/alerting/message/one-line.ts'
import { plainText } from '../../../../../controller/src/alerting/message/plain-text.ts'
import {
  durationWords,
  utcWords,
} from '../../../../../controller/src/alerting/message/time-words.ts'

const NOW = Date.parse('2026-03-10T12:00:00.000Z')
const DAY = 86_400_000

const monitor = { id: 'mon_1', name: 'Shop', url: 'https://shop.example.com/' }
const outage = { cause: 'serverError', summary: 'The server answered 500 where 200 was expected.' }

function compose(event: Partial<AlertEvent>, more: object = {}) {
  return composeMessage({
    event: {
      kind: 'down',
      monitorId: 1,
      outageId: 'out_1',
      atMs: NOW,
      sinceMs: NOW - 65_000,
      cause: null,
      reason: null,
      regions: ['eu-west', 'my-own-place'],
      isDigested: false,
      ...event,
    },
    monitor,
    outage,
    nowMs: NOW,
    publicUrl: 'https://monitor.example.com',
    ...more,
  })
}

describe('a message', () => {
  it('does not say that a certificate has expired which is good for some days', () => {
    const reason = 'The certificate expires in 5 days (2026-03-15T12:00:00.000Z).'
    const event = { kind: 'degraded', outageId: null, cause: 'certExpired', reason } as const
    const { cause, facts } = compose(event, { outage: null })
    expect(cause?.title).toBe('The certificate has expired, or is about to')
    expect(facts.find(({ label }) => label === 'Why')?.value).toBe(`${cause?.title}. ${reason}`)
    expect(compose({ ...event, kind: 'down' }, { outage: null }).cause?.title).toBe(
      'The certificate has expired',
    )
  })

  it.each<[Partial<AlertEvent>, string, string]>([
    [{}, 'Shop is down', 'Shop has been down for 1 minute 5 seconds.'],
    [{ kind: 'stillDown', sinceMs: NOW - 2 * DAY }, 'Shop is still down', '2 days.'],
    [{ kind: 'up' }, 'Shop is up again', 'after 1 minute 5 seconds of downtime.'],
    [{ kind: 'degraded' }, 'Shop is degraded', 'has not been well for 1 minute 5 seconds.'],
    [{ kind: 'flapping' }, 'Shop is flapping', 'goes up and down again and again'],
    [{ kind: 'flapping', isOver: true }, 'Shop is stable again', 'one by one again'],
    [
      { kind: 'tlsExpiry', expiresAtMs: NOW + 14 * DAY },
      'The certificate of Shop expires in 14 days',
      'Renew it before that.',
    ],
    [
      { kind: 'tlsExpiry', expiresAtMs: NOW - DAY },
      'The certificate of Shop has expired',
      'expired 1 day ago',
    ],
    [
      { kind: 'agentLost', reason: 'No location could check it.' },
      'Shop cannot be judged',
      'No location could check it. The agents have to be looked at',
    ],
  ])('of %j', (event, title, summary) => {
    const message = compose(event, event.kind === 'agentLost' ? { outage: null } : {})
    expect(message.title).toBe(title)
    expect(message.summary).toContain(summary)
    expect(message.facts[0]).toEqual({
      label: 'Monitor',
      value: 'Shop (https://shop.example.com/)',
    })
    expect(AlertMessage.parse(JSON.parse(JSON.stringify(message)))).toEqual(message)
  })

  it('leads to the monitor where there is no outage', () => {
    expect(compose({ outageId: null }).link).toEqual({
      label: 'Open the monitor',
      url: 'https://monitor.example.com/monitors/mon_1',
    })
  })

  it('says why somebody is told only now, or again', () => {
    const labels = (message: AlertMessage) => message.facts.map(({ label }) => label)
    expect(labels(compose({}, { isEscalated: true }))).toContain('Told now')
    expect(labels(compose({ kind: 'stillDown' }))).toContain('Told again')
    expect(labels(compose({}))).not.toContain('Told now')
  })

  it('says why and from where', () => {
    const reason = 'No such name: shop.example.com.'
    const { facts } = compose({ cause: 'dnsNxdomain', reason }, { outage: null })
    expect(facts).toContainEqual({
      label: 'Why',
      value: 'The domain does not exist. No such name: shop.example.com.',
    })
    expect(facts).toContainEqual({
      label: 'Seen from',
      value: 'Western Europe (eu-west), my-own-place',
    })
  })

  it.each([
    { kind: 'up' },
    { kind: 'stillDown', cause: 'connectionTimeout', reason: 'No answer.' },
  ] as const)('says why as the outage is called by now (%j)', (event) => {
    const message = compose(event)
    expect(message.cause).toEqual({
      code: 'serverError',
      title: 'The server answers with an error',
    })
    expect(plainText(message)).toContain(
      ': The server answers with an error. The server answered 500 where 200 was expected.',
    )
  })

  it.each([
    ['its outage', {}, monitor, 'Open the outage', '/outages/out_1'],
    ['its monitor', { outageId: null }, monitor, 'Open the monitor', '/monitors/mon_1'],
    [
      'what changed',
      {
        kind: 'siteChanged',
        outageId: null,
        crawl: { scheduleId: 1, jobId: 'crw_1', host: 'example.com' },
      },
      null,
      'See what changed',
      '/crawls/crw_1?tab=compare',
    ],
    ['the agents', { kind: 'agentLost', outageId: null }, null, 'See the agents', '/agents'],
    ['the overview', { kind: 'installation', outageId: null }, null, 'Open Sightline', '/'],
  ] as const)('leads to %s', (_, event, monitorOf, label, path) => {
    const message = compose(event, { monitor: monitorOf })
    expect(message.link).toEqual({ label, url: `https://monitor.example.com${path}` })
  })

  it('about agents has no monitor', () => {
    const message = compose(
      { kind: 'agentLost', monitorId: null, outageId: null, reason: 'Region eu-west is empty.' },
      { monitor: null, outage: null },
    )
    expect(message).toMatchObject({
      title: 'Agents are lost: eu-west, my-own-place',
      summary: 'Region eu-west is empty.',
      monitor: null,
      isResolved: false,
    })
  })

  it('ends what was told under the same key', () => {
    for (const [began, ended] of [
      [compose({}), compose({ kind: 'up' })],
      [compose({ kind: 'flapping' }), compose({ kind: 'flapping', isOver: true })],
    ] as const) {
      expect(began).toMatchObject({ isResolved: false })
      expect(ended).toMatchObject({ isResolved: true, incidentKey: began.incidentKey })
    }
  })

  it('lists the changes of a digest', () => {
    const entries = [
      { atMs: NOW - 60_000, text: 'Down. Refused.', url: null },
      { atMs: NOW, text: 'Up again after 1 minute', url: null },
    ]
    const message = compose(
      { kind: 'flapping' },
      { changes: { count: 2, downs: 1, downMs: 60_000, entries } },
    )
    expect(message.summary).toBe(
      'Shop goes up and down: it went down once since the last message, for 1 minute in all. The next message comes in an hour, or once it is stable.',
    )
    expect(plainText(message)).toContain(
      '- 2026-03-10 11:59:00 UTC: Down. Refused.\n- 2026-03-10 12:00:00 UTC: Up again after 1 minute',
    )
    const many = compose(
      { kind: 'flapping', isOver: true },
      { changes: { count: 90, downs: 0, downMs: 0, entries } },
    )
    expect(many.summary).toContain(
      'Before that, it changed 90 times since the last message. The last 2 of 90 changes follow.',
    )
  })

  it('is one line wherever agents and users wrote', () => {
    const reason = 'a\r\nBcc: x@example.com\u2028\0 b\u202egpj.exe\u2066'
    const { facts } = compose(
      { reason, cause: null },
      { monitor: { ...monitor, name: 'A\nB' }, outage: null },
    )
    expect(facts.map((fact) => fact.value).join('')).not.toMatch(
      /[\p{Cc}\u2028\u202a-\u202e\u2066-\u2069]/u,
    )
    expect(oneLine('x'.repeat(2_000)).length).toBe(501)
  })

  it('of a test names the contact', () => {
    const message = composeTest('On "call"', NOW, 'https://monitor.example.com')
    expect(message.summary).toContain('"On "call""')
    expect(message.kind).toBe('test')
  })
})

describe('times in words', () => {
  it.each([
    [-5, 'less than a second'],
    [999, 'less than a second'],
    [1_000, '1 second'],
    [59_999, '59 seconds'],
    [60_000, '1 minute'],
    [3_725_000, '1 hour 2 minutes'],
    [2 * DAY + 59_000, '2 days'],
    [400 * DAY, '400 days'],
  ])('%i ms is %s', (ms, words) => expect(durationWords(ms)).toBe(words))

  it('are UTC', () => expect(utcWords(NOW)).toBe('2026-03-10 12:00:00 UTC'))
})
