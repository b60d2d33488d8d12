import { createHmac, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PushAddress } from '../../../../controller/src/alerting/channels/push/address.ts'
import { withBrowsers } from '../../../../controller/src/alerting/channels/push/address.ts'
import { newClaim } from '../../../../controller/src/alerting/delivery/claim.ts'
import { deliverAlert } from '../../../../controller/src/alerting/delivery/deliver-alert.ts'
import { reviewAlerts } from '../../../../controller/src/alerting/watch/review-alerts.ts'
import { claimDelivery } from '../../../../controller/src/db/alert-deliveries.ts'
import type { AlertEvent } from '../../../../controller/src/alerting/outbox/alert-event.ts'
import { readContacts } from '../../../../controller/src/db/contacts.ts'
import { fixedKeys } from '../../../../controller/src/secrets/secret-keys.ts'
import { createSecretBox } from '../../../../controller/src/secrets/secret-box.ts'
import type { AlertingTest } from '../../../helpers/alerting.ts'
import { openAlertingTest } from '../../../helpers/alerting.ts'
import type { MailCatcher } from '../../../helpers/mail-catcher.ts'
import { catchMail } from '../../../helpers/mail-catcher.ts'
import { openPushService } from '../../../helpers/push-service.ts'
import { receiveWebhooks } from '../../../helpers/webhook-receiver.ts'

const SECRET = 'a-secret-of-the-webhook'

let mail: MailCatcher
let test: AlertingTest
beforeEach(async () => {
  mail = await catchMail()
  test = await openAlertingTest({ smtpUrl: mail.url, allow: '127.0.0.1/32' })
})
afterEach(() => test.close())

const latest = async () => (await test.alerts()).at(-1)
const PLANNING = ['planAlerts'] as const

/** A monitor whose alerts go to a contact, and the contact. */
async function watchedBy(addresses: Parameters<AlertingTest['addContact']>[0]) {
  const contactId = await test.addContact(addresses, 'On call')
  const monitor = await test.addMonitor({ alerts: { contactIds: [contactId] } })
  return { contactId, monitor }
}

describe('mail', () => {
  it('of one outage is one conversation: each follows the first by its id', async () => {
    const contactId = await test.addContact({ email: { email: 'on@example.com' } })
    const monitor = await test.addMonitor({ alerts: { contactIds: [contactId], repeatMinutes: 5 } })
    const outageId = await test.goDown(monitor)
    await test.pass(6)
    await test.comeUp(monitor, outageId)
    await test.run()
    const header = (name: string) => mail.mails.map(({ headers }) => headers.get(name))
    const [first] = header('message-id')
    expect(header('subject')).toEqual([
      '[Sightline] [Down] Home page',
      '[Sightline] [Still down] Home page',
      '[Sightline] [Up again] Home page',
    ])
    expect(header('in-reply-to')).toEqual([undefined, first, first])
    expect(header('references')).toEqual([undefined, first, first])

    await test.goDown(monitor)
    await test.run()
    expect(header('references').at(-1)).toBeUndefined()
  })

  it('about what is no outage is a conversation too, until it is over: certificates, flapping, degradation', async () => {
    const { monitor } = await watchedBy({ email: { email: 'on@example.com' } })
    const tell = async (event: Partial<AlertEvent> & Pick<AlertEvent, 'kind'>) => {
      await test.pass(1)
      await test.announce({ monitorId: monitor.id, ...event })
      await test.run()
    }
    const follows = () => mail.mails.map(({ headers }) => headers.get('in-reply-to'))
    const idOf = (index: number) => mail.mails[index]?.headers.get('message-id')
    const expiresAtMs = test.clock.nowMs + 86_400_000
    await tell({ kind: 'tlsExpiry', expiresAtMs, thresholdDays: 14 })
    await tell({ kind: 'tlsExpiry', expiresAtMs, thresholdDays: 7 })
    await tell({ kind: 'tlsExpiry', expiresAtMs: expiresAtMs + 1, thresholdDays: 14 })
    expect(follows()).toEqual([undefined, idOf(0), undefined])

    await tell({ kind: 'flapping' })
    await tell({ kind: 'flapping', isOver: true })
    await tell({ kind: 'flapping' })
    expect(follows().slice(3)).toEqual([undefined, idOf(3), undefined])

    await test.db.query({ text: `update monitors set alerts = alerts || '{"onDegraded": true}'` })
    await tell({ kind: 'degraded' })
    await tell({ kind: 'degraded' })
    await test.pass(8 * 1_440)
    await tell({ kind: 'degraded' })
    expect(follows().slice(6)).toEqual([undefined, idOf(6), undefined])
  })

  it("tells times in the zone of whoever has the address, else of the workspace's owner, and in UTC", async () => {
    const zones = () =>
      mail.mails.map(({ source }) => /Down since: .* (\S+), .* UTC/.exec(source)?.[1] ?? 'UTC')
    const own = await test.addContact({ email: { email: 'owner@example.com' } }, 'Owner')
    const other = await test.addContact({ email: { email: 'on@example.com' } }, 'Other')
    const alerts = { contactIds: [own, other] }
    await test.goDown(await test.addMonitor({ alerts }))
    await test.run()
    expect(zones()).toEqual(['UTC', 'UTC'])
    await test.db.query({ text: `update people set time_zone = 'Asia/Tokyo'` })
    await test.goDown(await test.addMonitor({ alerts }))
    await test.run()
    expect(zones().slice(2)).toEqual(['Asia/Tokyo', 'Asia/Tokyo'])
  })

  it('arrives as HTML and text, with subject, sender and the id of the delivery', async () => {
    const monitor = await test.addMonitor({ name: 'Größe <b>"Shop"</b> & Söhne' })
    await test.goDown(monitor)
    await test.run()
    const [caught] = mail.mails
    const alert = await latest()
    expect(caught).toMatchObject({ from: 'alerts@sightline.example', to: ['owner@example.com'] })
    expect(caught?.headers.get('message-id')).toBe(`<${alert?.id}@sightline.example>`)
    expect(caught?.headers.get('x-sightline-delivery')).toBe(alert?.id)
    expect(caught?.headers.get('auto-submitted')).toBe('auto-generated')
    expect(caught?.headers.get('from')).toBe('Sightline <alerts@sightline.example>')
    expect(caught?.headers.get('content-type')).toContain('multipart/alternative')
    expect(caught?.source).toContain('Content-Type: text/plain; charset=utf-8')
    expect(caught?.source).toContain('Content-Type: text/html; charset=utf-8')
    expect(caught?.source.split('text/html')[1]).not.toContain('<b>')
    expect(alert).toMatchObject({
      state: 'sent',
      attempts: 1,
      error: null,
      nextAttemptAt: null,
      sentAt: new Date(test.clock.nowMs),
    })
  })

  it('that is not taken now is tried again with growing delays, readable all the while', async () => {
    mail.reaction = { rcpt: 451 }
    await test.goDown(await test.addMonitor())
    await test.run()
    expect(await latest()).toMatchObject({
      state: 'queued',
      attempts: 1,
      error: 'The mail server did not take the mail: 451 No, thank you.',
      nextAttemptAt: new Date(test.clock.nowMs + 5_000),
    })
    await test.pass(1)
    expect(await latest()).toMatchObject({ state: 'queued', attempts: 4 })
    mail.reaction = 'accept'
    await test.pass(1)
    expect(await latest()).toMatchObject({ state: 'sent', attempts: 5, error: null })
    expect(mail.mails).toHaveLength(1)
  })

  it('that nobody takes for a day has failed', async () => {
    mail.reaction = { data: 452 }
    await test.goDown(await test.addMonitor())
    await test.pass(24 * 60)
    expect(await latest()).toMatchObject({ state: 'failed', nextAttemptAt: null })
    const { attempts = 0 } = (await latest()) ?? {}
    expect(attempts).toBeGreaterThan(20)
    await test.pass(24 * 60)
    expect((await latest())?.attempts).toBe(attempts)
  })

  it.each([{ rcpt: 550 }, { data: 554 }])(
    'refused for good (%j) has failed at once',
    async (no) => {
      mail.reaction = no
      await test.goDown(await test.addMonitor())
      await test.pass(60)
      expect(await latest()).toMatchObject({
        state: 'failed',
        attempts: 1,
        error: expect.stringMatching(/^The mail server refused the mail: 55\d No, thank you\.$/),
      })
    },
  )

  it('fails with what to do where there is no mail server, or the person has no address', async () => {
    const other = await openAlertingTest()
    await other.goDown(await other.addMonitor())
    await other.run()
    const [withoutServer] = await other.alerts()
    await other.close()
    expect(withoutServer).toMatchObject({ state: 'failed' })
    expect(withoutServer?.error).toContain('has to set SMTP_URL')

    const memberId = await test.addMember(null)
    await test.goDown(await test.addMonitor({ alerts: { memberIds: [memberId] } }))
    await test.run()
    expect(await latest()).toMatchObject({ state: 'failed' })
    expect((await latest())?.error).toContain('no e-mail address yet')
  })

  it('taken by a server that died before it said so comes again as the same mail', async () => {
    mail.reaction = 'dieAfterData'
    await test.goDown(await test.addMonitor())
    await test.run()
    expect(await latest()).toMatchObject({ state: 'queued', attempts: 1 })
    mail.reaction = 'accept'
    await test.pass(1)
    expect(await latest()).toMatchObject({ state: 'sent' })
    const ids = mail.mails.map((caught) => caught.headers.get('message-id'))
    expect(ids).toEqual([ids[0], ids[0]])
  })
})

describe('a controller that dies', () => {
  /** Number of the alert that waits, its job gone as with the controller that had it. */
  async function queuedAlert(): Promise<number> {
    await test.goDown(await test.addMonitor())
    await test.run(PLANNING)
    await test.db.query({ text: 'delete from graphile_worker._private_jobs' })
    const { rows } = await test.db.query<{ id: number }>({ text: 'select id from alerts' })
    return rows[0]?.id ?? 0
  }

  it('before a mail is sent loses nothing', async () => {
    const alertId = await queuedAlert()
    await claimDelivery(test.db, alertId, newClaim(test.clock.nowMs), 120_000)
    await reviewAlerts(test.parts)
    await test.run()
    expect(mail.mails).toHaveLength(0)
    test.clock.nowMs += 125_000
    await reviewAlerts(test.parts)
    await test.run()
    expect(mail.mails).toHaveLength(1)
    expect(await latest()).toMatchObject({ state: 'sent', attempts: 2 })
  })

  it('between the acceptance of a mail and its mark sends it again with the same ids', async () => {
    const alertId = await queuedAlert()
    await deliverAlert(test.parts, alertId)
    await test.db.query(
      {
        text: `update alerts set state = 'queued', sent_at = null, due_at = $1, sending_since = $1`,
      },
      [new Date(test.clock.nowMs)],
    )
    test.clock.nowMs += 125_000
    await reviewAlerts(test.parts)
    await test.run()
    expect(mail.mails).toHaveLength(2)
    const [first, second] = mail.mails
    for (const header of ['message-id', 'x-sightline-delivery', 'subject']) {
      expect(second?.headers.get(header)).toBe(first?.headers.get(header))
    }
  })

  it('has the jobs that still wait left alone, however long they do', async () => {
    await test.goDown(await test.addMonitor())
    await test.run(PLANNING)
    for (let minute = 0; minute < 10; minute += 1) {
      test.clock.nowMs += 60_000
      await reviewAlerts(test.parts)
    }
    const { rows } = await test.db.query<{ runAt: Date }>({
      text: `select run_at as "runAt" from graphile_worker.jobs where task_identifier = 'deliverAlert'`,
    })
    expect(rows).toEqual([{ runAt: new Date('2026-03-10T12:00:00.000Z') }])
  })

  it('leaves an alert to one of two workers that want it', async () => {
    const alertId = await queuedAlert()
    await Promise.all(Array.from({ length: 4 }, () => deliverAlert(test.parts, alertId)))
    expect(mail.mails).toHaveLength(1)
    expect(await latest()).toMatchObject({ state: 'sent', attempts: 1 })
  })
})

describe('a webhook', () => {
  it('gets signed JSON with the same delivery id at each attempt', async () => {
    let isDown = true
    const receiver = await receiveWebhooks((response) => {
      response.statusCode = isDown ? 500 : 204
      response.end()
    })
    const { monitor } = await watchedBy({ webhook: { url: receiver.url, secret: SECRET } })
    const outageId = await test.goDown(monitor)
    await test.run()
    const alert = await latest()
    expect(alert).toMatchObject({ state: 'queued', error: 'The webhook answered 500.' })
    isDown = false
    await test.pass(1)
    expect(await latest()).toMatchObject({ state: 'sent', attempts: 2 })
    expect(receiver.requests).toHaveLength(2)
    for (const { method, headers, body } of receiver.requests) {
      expect(method).toBe('POST')
      expect(headers['content-type']).toBe('application/json')
      expect(headers['x-sightline-delivery']).toBe(alert?.id)
      const timestamp = String(headers['x-sightline-timestamp'])
      const hmac = createHmac('sha256', SECRET).update(`${timestamp}.${body}`).digest('hex')
      expect(headers['x-sightline-signature']).toBe(`sha256=${hmac}`)
      expect(JSON.parse(body)).toMatchObject({
        deliveryId: alert?.id,
        kind: 'down',
        severity: 'critical',
        resolved: false,
        title: 'Home page is down',
        occurredAt: '2026-03-10T12:00:00.000Z',
        monitor: { id: monitor.publicId, name: 'Home page', url: 'http://127.0.0.1/1' },
        outageId,
        cause: { code: 'connectionRefused', title: 'The connection is refused' },
        reason: 'The connection is refused.',
        regions: ['eu-west', 'us-east'],
        link: `https://monitor.example.com/outages/${outageId}`,
      })
    }
    expect(receiver.requests[1]?.headers['x-sightline-timestamp']).not.toBe(
      receiver.requests[0]?.headers['x-sightline-timestamp'],
    )
  })

  it('that redirects is not followed, wherever that leads', async () => {
    const inside = await receiveWebhooks()
    const receiver = await receiveWebhooks((response) => {
      response.writeHead(302, { location: inside.url })
      response.end()
    })
    const { monitor } = await watchedBy({ webhook: { url: receiver.url, secret: SECRET } })
    await test.goDown(monitor)
    await test.run()
    expect(inside.requests).toHaveLength(0)
    expect((await latest())?.error).toContain('a redirect (302), which is not followed')
  })

  it('that leads to a private address is refused at once', async () => {
    const { monitor } = await watchedBy({
      webhook: { url: 'http://127.0.0.2:9/hook', secret: SECRET },
    })
    await test.goDown(monitor)
    await test.run()
    expect(await latest()).toMatchObject({ state: 'failed', attempts: 1 })
    expect((await latest())?.error).toContain('127.0.0.2 is a loopback address')
  })

  it('that is gone (410) has failed; one that is not there (404) is tried again', async () => {
    const gone = await receiveWebhooks((response) => response.writeHead(410).end())
    const missing = await receiveWebhooks((response) => response.writeHead(404).end())
    for (const [receiver, state] of [
      [gone, 'failed'],
      [missing, 'queued'],
    ] as const) {
      const contact = { webhook: { url: receiver.url, secret: SECRET } }
      const contactId = await test.addContact(contact)
      const monitor = await test.addMonitor({ alerts: { contactIds: [contactId] } })
      await test.goDown(monitor)
      await test.run()
      expect((await latest())?.state).toBe(state)
    }
  })

  it('that takes it and then never comes to an end of its answer has taken it', async () => {
    const receiver = await receiveWebhooks((response) => response.writeHead(200).write('thank'))
    const { monitor } = await watchedBy({ webhook: { url: receiver.url, secret: SECRET } })
    await test.goDown(monitor)
    await test.run()
    expect(await latest()).toMatchObject({ state: 'sent', attempts: 1 })
  })

  it('whose secret was stored with another key has failed, and says so', async () => {
    const receiver = await receiveWebhooks()
    const { contactId, monitor } = await watchedBy({
      webhook: { url: receiver.url, secret: SECRET },
    })
    await test.db.query(
      {
        text: `update contacts set addresses = jsonb_set(addresses, '{webhook,secret}', $2)
          where public_id = $1`,
      },
      [
        contactId,
        JSON.stringify(
          createSecretBox(fixedKeys([randomBytes(32)])).sealText(
            SECRET,
            { workspaceId: 1, id: contactId },
            'webhook.secret',
          ),
        ),
      ],
    )
    await test.goDown(monitor)
    await test.run()
    expect(await latest()).toMatchObject({ state: 'failed', attempts: 1 })
    expect((await latest())?.error).toContain('SIGHTLINE_SECRET_KEY')
  })

  it('that asks for time gets it', async () => {
    const receiver = await receiveWebhooks((response) =>
      response.writeHead(429, { 'retry-after': '120' }).end(),
    )
    const { monitor } = await watchedBy({ webhook: { url: receiver.url, secret: SECRET } })
    await test.goDown(monitor)
    await test.run()
    expect((await latest())?.nextAttemptAt).toEqual(new Date(test.clock.nowMs + 120_000))
  })

  it('is called at the address it has by then', async () => {
    const wrong = await receiveWebhooks((response) => response.writeHead(404).end())
    const right = await receiveWebhooks()
    const { contactId, monitor } = await watchedBy({
      webhook: { url: wrong.url, secret: SECRET },
    })
    await test.goDown(monitor)
    await test.run()
    await test.db.query(
      {
        text: `update contacts set addresses = jsonb_set(addresses, '{webhook,url}', to_jsonb($2::text))
          where public_id = $1`,
      },
      [contactId, right.url],
    )
    await test.pass(1)
    expect(right.requests).toHaveLength(1)
    expect((await latest())?.state).toBe('sent')
  })
})

describe('what must not be sent any more', () => {
  it('is an alert to a contact, or over a channel, that was taken away', async () => {
    const receiver = await receiveWebhooks()
    const addresses = {
      email: { email: 'on@example.com' },
      webhook: { url: receiver.url, secret: SECRET },
    }
    const { contactId, monitor } = await watchedBy(addresses)
    await test.goDown(monitor)
    await test.run(PLANNING)
    await test.db.query(
      { text: `update contacts set addresses = addresses - 'webhook' where public_id = $1` },
      [contactId],
    )
    await test.run()
    const byChannel = new Map((await test.alerts()).map((alert) => [alert.channel, alert]))
    expect(byChannel.get('email')?.state).toBe('sent')
    expect(byChannel.get('webhook')).toMatchObject({
      state: 'suppressed',
      suppressedBy: 'recipientRemoved',
    })
    await test.goDown(await test.addMonitor({ alerts: { contactIds: [contactId] } }))
    await test.run(PLANNING)
    await test.db.query({ text: 'delete from contacts' })
    await test.run()
    expect(await latest()).toMatchObject({ suppressedBy: 'recipientRemoved' })
  })

  it('is an alert about a monitor that was deleted', async () => {
    const monitor = await test.addMonitor()
    await test.goDown(monitor)
    await test.run(PLANNING)
    await test.db.query({ text: 'delete from monitors' })
    await test.run()
    expect(await latest()).toMatchObject({
      state: 'suppressed',
      suppressedBy: 'monitorDeleted',
      monitorId: monitor.publicId,
      monitorName: 'Home page',
    })
    expect(mail.mails).toHaveLength(0)
  })
})

describe('a recovery', () => {
  it('never overtakes its outage on the way to the same recipient', async () => {
    mail.reaction = { rcpt: 451 }
    const monitor = await test.addMonitor()
    const outageId = await test.goDown(monitor)
    await test.pass(2)
    await test.comeUp(monitor, outageId)
    await test.run()
    mail.reaction = 'accept'
    await test.pass(10)
    expect(mail.mails.map((caught) => caught.headers.get('subject'))).toEqual([
      '[Sightline] [Down] Home page',
      '[Sightline] [Up again] Home page',
    ])
  })
})

describe('a destination that keeps failing', () => {
  it('is tried ever more rarely whatever there is to send, and its contact says so', async () => {
    let status = 503
    const receiver = await receiveWebhooks((response) => response.writeHead(status).end())
    const { contactId, monitor } = await watchedBy({
      webhook: { url: receiver.url, secret: SECRET },
    })
    const failing = async () =>
      (await readContacts(test.db, test.workspaceId, [contactId]))[0]?.failing ?? []
    expect(await failing()).toEqual([])
    const sinceMs = test.clock.nowMs
    await test.goDown(monitor)
    await test.pass(60)
    const inAnHour = receiver.requests.length
    expect(inAnHour).toBeLessThanOrEqual(12)
    const [trouble] = await failing()
    expect(trouble).toMatchObject({
      channel: 'webhook',
      attempts: inAnHour,
      lastError: expect.stringContaining('503'),
    })
    expect(Date.parse(trouble?.since ?? '')).toBe(sinceMs)

    // Ten more alerts an hour cost no attempts of their own, and none is lost.
    const contact = { alerts: { contactIds: [contactId] } }
    for (let n = 0; n < 10; n += 1) await test.goDown(await test.addMonitor(contact))
    await test.pass(60)
    expect(receiver.requests.length - inAnHour).toBeLessThanOrEqual(6)
    status = 200
    await test.pass(65)
    const states = (await test.alerts()).map(({ state }) => state)
    expect(states).toEqual(states.map(() => 'sent'))
    expect(await failing()).toEqual([])
  })

  it('is another one when its address changes, and is given up with the alert after a day', async () => {
    const receiver = await receiveWebhooks((response) => response.writeHead(500).end())
    const { contactId, monitor } = await watchedBy({
      webhook: { url: receiver.url, secret: SECRET },
    })
    await test.goDown(monitor)
    await test.pass(1)
    const rows = async () =>
      (await test.db.query({ text: 'select from failing_destinations' })).rows.length
    expect(await rows()).toBe(1)
    await test.pass(25 * 60)
    expect(await latest()).toMatchObject({ state: 'failed' })
    await test.db.query({ text: `update contacts set addresses = '{}' where public_id = $1` }, [
      contactId,
    ])
    expect(await rows()).toBe(0)
  })
})

describe('a browser that takes nothing any more', () => {
  it('is taken note of in the contact, which is told by the others as long as there are some', async () => {
    const service = await openPushService()
    const phone = service.subscribe('phone', { status: 410 })
    const laptop = service.subscribe('laptop', { status: 201 }, { status: 410 })
    const push = withBrowsers(undefined, [phone.subscription, laptop.subscription])
    const { contactId, monitor } = await watchedBy({ push })
    const outageId = await test.goDown(monitor)
    await test.run()
    expect(await latest()).toMatchObject({ channel: 'push', state: 'sent', attempts: 1 })
    const [told] = await laptop.messages()
    expect(told?.payload).toMatchObject({ id: (await latest())?.id, isUrgent: true })

    const endedOf = async () => {
      const [row] = await readContacts(test.db, test.workspaceId, [contactId])
      const { push: kept } = (row?.addresses ?? {}) as { push: PushAddress }
      return kept.browsers.map(({ endedAt }) => endedAt)
    }
    const at = new Date(test.clock.nowMs).toISOString()
    expect(await endedOf()).toEqual([at, null])
    await test.comeUp(monitor, outageId)
    await test.run()
    expect(await latest()).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('No browser of the contact takes notifications'),
    })
    expect(await endedOf()).toEqual([at, at])
    expect(await phone.messages()).toHaveLength(1)
  })
})
