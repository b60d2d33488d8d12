import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PushAddress } from '../../../../controller/src/alerting/channels/push/address.ts'
import { withBrowsers } from '../../../../controller/src/alerting/channels/push/address.ts'
import { newClaim } from '../../../../controller/src/alerting/delivery/claim.ts'
import { deliverAlert } from '../../../../controller/src/alerting/delivery/deliver-alert.ts'
import { reviewAlerts } from '../../../../controller/src/alerting/watch/review-alerts.ts'
import { claimDelivery } from '../../../../controller/src/db/alert-deliveries.ts'
import { readContacts } from '../../../../controller/src/db/contacts.ts'
import type { DeliveryTest } from '../../../helpers/delivery.ts'
import { openDeliveryTest, SECRET } from '../../../helpers/delivery.ts'
import { openPushService } from '../../../helpers/push-service.ts'
import { receiveWebhooks } from '../../../helpers/webhook-receiver.ts'

let test: DeliveryTest
beforeEach(async () => {
  test = await openDeliveryTest()
})
afterEach(() => test.close())

const PLANNING = ['planAlerts'] as const

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
    expect(test.mail.mails).toHaveLength(0)
    test.clock.nowMs += 125_000
    await reviewAlerts(test.parts)
    await test.run()
    expect(test.mail.mails).toHaveLength(1)
    expect(await test.latest()).toMatchObject({ state: 'sent', attempts: 2 })
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
    expect(test.mail.mails).toHaveLength(2)
    const [first, second] = test.mail.mails
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
    expect(test.mail.mails).toHaveLength(1)
    expect(await test.latest()).toMatchObject({ state: 'sent', attempts: 1 })
  })
})

describe('what must not be sent any more', () => {
  it('is an alert to a contact, or over a channel, that was taken away', async () => {
    const receiver = await receiveWebhooks()
    const addresses = {
      email: { email: 'on@example.com' },
      webhook: { url: receiver.url, secret: SECRET },
    }
    const { contactId, monitor } = await test.watchedBy(addresses)
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
    expect(await test.latest()).toMatchObject({ suppressedBy: 'recipientRemoved' })
  })

  it('is an alert about a monitor that was deleted', async () => {
    const monitor = await test.addMonitor()
    await test.goDown(monitor)
    await test.run(PLANNING)
    await test.db.query({ text: 'delete from monitors' })
    await test.run()
    expect(await test.latest()).toMatchObject({
      state: 'suppressed',
      suppressedBy: 'monitorDeleted',
      monitorId: monitor.publicId,
      monitorName: 'Home page',
    })
    expect(test.mail.mails).toHaveLength(0)
  })
})

describe('a recovery', () => {
  it('never overtakes its outage on the way to the same recipient', async () => {
    test.mail.reaction = { rcpt: 451 }
    const monitor = await test.addMonitor()
    const outageId = await test.goDown(monitor)
    await test.pass(2)
    await test.comeUp(monitor, outageId)
    await test.run()
    test.mail.reaction = 'accept'
    await test.pass(10)
    expect(test.mail.mails.map((caught) => caught.headers.get('subject'))).toEqual([
      '[Sightline] [Down] Home page',
      '[Sightline] [Up again] Home page',
    ])
  })
})

describe('a destination that keeps failing', () => {
  it('is tried ever more rarely whatever there is to send, and its contact says so', async () => {
    let status = 503
    const receiver = await receiveWebhooks((response) => response.writeHead(status).end())
    const { contactId, monitor } = await test.watchedBy({
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
    const { contactId, monitor } = await test.watchedBy({
      webhook: { url: receiver.url, secret: SECRET },
    })
    await test.goDown(monitor)
    await test.pass(1)
    const rows = async () =>
      (await test.db.query({ text: 'select from failing_destinations' })).rows.length
    expect(await rows()).toBe(1)
    await test.pass(25 * 60)
    expect(await test.latest()).toMatchObject({ state: 'failed' })
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
    const { contactId, monitor } = await test.watchedBy({ push })
    const outageId = await test.goDown(monitor)
    await test.run()
    expect(await test.latest()).toMatchObject({ channel: 'push', state: 'sent', attempts: 1 })
    const [told] = await laptop.messages()
    expect(told?.payload).toMatchObject({ id: (await test.latest())?.id, isUrgent: true })

    const endedOf = async () => {
      const [row] = await readContacts(test.db, test.workspaceId, [contactId])
      const { push: kept } = (row?.addresses ?? {}) as { push: PushAddress }
      return kept.browsers.map(({ endedAt }) => endedAt)
    }
    const at = new Date(test.clock.nowMs).toISOString()
    expect(await endedOf()).toEqual([at, null])
    await test.comeUp(monitor, outageId)
    await test.run()
    expect(await test.latest()).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('No browser of the contact takes notifications'),
    })
    expect(await endedOf()).toEqual([at, at])
    expect(await phone.messages()).toHaveLength(1)
  })
})
