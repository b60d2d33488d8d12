import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { reviewAlerts } from '../../../../controller/src/alerting/watch/review-alerts.ts'
import type { AlertingTest } from '../../../helpers/alerting.ts'
import { openAlertingTest } from '../../../helpers/alerting.ts'
import type { WebhookReceiver } from '../../../helpers/webhook-receiver.ts'
import { receiveWebhooks } from '../../../helpers/webhook-receiver.ts'

const DAY_MS = 86_400_000

let test: AlertingTest
let pagerduty: WebhookReceiver
let answer: number
beforeEach(async () => {
  answer = 202
  pagerduty = await receiveWebhooks((response) => {
    response.statusCode = answer
    response.end('{}')
  })
  test = await openAlertingTest({ allow: '127.0.0.1/32' })
  Object.assign(test.parts, { pagerdutyUrl: pagerduty.url })
})
afterEach(() => test.close())

type Monitor = Awaited<ReturnType<AlertingTest['addMonitor']>>

/** A monitor whose alerts go to PagerDuty alone. */
async function paged(alerts: object = {}): Promise<Monitor> {
  const addresses = { pagerduty: { routingKey: 'R0UT1NGK3Y0000000000000000000000' } }
  const contactId = await test.addContact(addresses, 'On call')
  return test.addMonitor({ alerts: { contactIds: [contactId], onDegraded: true, ...alerts } })
}

/** The monitor began to flap, and that was told. */
async function flap(monitor: Monitor): Promise<void> {
  await test.announce({ kind: 'flapping', monitorId: monitor.id })
  await test.setState(monitor, { status: 'up', flapping: true })
  await test.run(['planAlerts', 'deliverAlert'])
}

async function degrade(monitor: Monitor): Promise<void> {
  await test.setState(monitor, { status: 'degraded', status_since: new Date(test.clock.nowMs) })
  await test.announce({ kind: 'degraded', monitorId: monitor.id, reason: 'It is slow.' })
  await test.run()
}

async function expire(monitor: Monitor, expiresAtMs: number): Promise<void> {
  const about = { kind: 'tlsExpiry', monitorId: monitor.id, expiresAtMs, thresholdDays: 7 } as const
  await test.announce(about)
  await seeCertificate(monitor, expiresAtMs)
  await test.run()
}

async function seeCertificate(monitor: Monitor, expiresAtMs: number): Promise<void> {
  await test.db.query(
    {
      text: `insert into region_states (monitor_id, region, scheduled_at, checked_at, status, tls_expires_at)
        values ($1, 'eu-west', $2, $2, 'up', $3)
        on conflict (monitor_id, region) do update set tls_expires_at = excluded.tls_expires_at`,
    },
    [monitor.id, new Date(test.clock.nowMs), new Date(expiresAtMs)],
  )
}

async function review(): Promise<void> {
  test.clock.nowMs += 60_000
  await reviewAlerts(test.parts)
  await test.run()
}

/** "trigger degraded:1": what PagerDuty heard, in order. */
const heard = (): string[] =>
  pagerduty.requests.map(({ body }) => {
    const event = JSON.parse(body) as { event_action: string; dedup_key: string }
    return `${event.event_action} ${event.dedup_key}`
  })

describe('an incident at PagerDuty ends', () => {
  it.each(['up', 'down', 'paused', 'maintenance', 'unknown'])(
    'when its monitor is not degraded but %s, once, and anew after the next time',
    async (status) => {
      const monitor = await paged()
      const key = `degraded:${monitor.id}`
      await degrade(monitor)
      await review()
      expect(heard()).toEqual([`trigger ${key}`])
      await test.setState(monitor, { status })
      await review()
      await review()
      expect(heard()).toEqual([`trigger ${key}`, `resolve ${key}`])
      await degrade(monitor)
      await review()
      await test.setState(monitor, { status })
      await review()
      expect(heard().slice(2)).toEqual([`trigger ${key}`, `resolve ${key}`])
      const [, closed] = await test.alerts()
      expect(closed).toMatchObject({ kind: 'degraded', state: 'sent', channel: 'pagerduty' })
      expect(closed?.title).toBe('Closed: Home page is degraded')
    },
  )

  it('when the certificate was renewed', async () => {
    const monitor = await paged()
    const expiresAtMs = test.clock.nowMs + 6 * DAY_MS + 123
    const key = `tlsExpiry:${monitor.id}:${expiresAtMs}`
    await expire(monitor, expiresAtMs)
    await review()
    expect(heard()).toEqual([`trigger ${key}`])
    await seeCertificate(monitor, expiresAtMs + 90 * DAY_MS)
    await review()
    expect(heard()).toEqual([`trigger ${key}`, `resolve ${key}`])
    expect((await test.alerts()).at(-1)?.text).toBe(
      'The certificate was renewed.\n\nOpen the monitor: https://monitor.example.com/monitors/' +
        monitor.publicId,
    )
  })

  it.each([
    ['recipients of the monitor are others', { alerts: { contactIds: [] } }],
    ['its alerts are turned off', { alerts: { onDown: false } }],
  ])('when its monitor flaps no more, also where %s meanwhile', async (_what, { alerts }) => {
    const monitor = await paged()
    const key = `flapping:${monitor.id}`
    await flap(monitor)
    await review()
    expect(heard()).toEqual([`trigger ${key}`])
    await test.db.query({ text: 'update monitors set alerts = alerts || $2 where id = $1' }, [
      monitor.id,
      alerts,
    ])
    await test.setState(monitor, { flapping: false })
    await test.announce({ kind: 'flapping', monitorId: monitor.id, isOver: true })
    await reviewAlerts(test.parts)
    // Those who are recipients now come first.
    expect(heard()).toHaveLength(1)
    await test.run()
    await review()
    await review()
    expect(heard()).toEqual([`trigger ${key}`, `resolve ${key}`])
  })

  it('when its monitor flaps no more after a pause', async () => {
    const monitor = await paged()
    await flap(monitor)
    await test.setState(monitor, { flapping: false, status: 'pending' })
    await review()
    expect(heard()[1]).toBe(`resolve flapping:${monitor.id}`)
  })

  it('when its monitor is deleted, whatever it was about', async () => {
    const monitor = await paged({ onRecovery: false })
    const outageId = await test.goDown(monitor)
    await test.run()
    await expire(monitor, test.clock.nowMs + DAY_MS)
    const [down, certificate] = heard().map((each) => each.replace('trigger ', ''))
    expect(down).toBe(outageId)
    await test.db.query({ text: 'delete from monitors where id = $1' }, [monitor.id])
    await review()
    await review()
    expect(heard().slice(2).toSorted()).toEqual(
      [`resolve ${certificate}`, `resolve ${down}`].toSorted(),
    )
    expect((await test.alerts()).every(({ state }) => state === 'sent')).toBe(true)
  })

  it('once, where its recovery was told', async () => {
    const monitor = await paged()
    const outageId = await test.goDown(monitor)
    await test.run()
    await test.comeUp(monitor, outageId)
    await test.run()
    await test.db.query({ text: 'delete from monitors where id = $1' }, [monitor.id])
    await review()
    expect(heard()).toEqual([`trigger ${outageId}`, `resolve ${outageId}`])
  })

  it('not for those who want no recoveries', async () => {
    const monitor = await paged({ onRecovery: false })
    await degrade(monitor)
    await test.setState(monitor, { status: 'up' })
    await review()
    expect(heard()).toEqual([`trigger degraded:${monitor.id}`])
  })
})

/** Alerts of incidents that are looked at again at every review. */
async function lookedAt(): Promise<number> {
  const { rows } = await test.db.query<{ count: number }>({
    text: `select count(*) from alerts where channel = 'pagerduty' and state = 'sent'
      and closed_at is null and message ->> 'isResolved' = 'false'`,
  })
  return rows[0]?.count ?? 0
}

describe('an incident of which nothing more is told is not looked at again', () => {
  const unwanted = { onRecovery: false }

  it('once the outage is over, where no recoveries are wanted', async () => {
    const monitor = await paged(unwanted)
    const outageId = await test.goDown(monitor)
    await test.run()
    await review()
    expect(await lookedAt()).toBe(1)
    await test.comeUp(monitor, outageId)
    await test.run()
    await review()
    expect(await lookedAt()).toBe(0)
    expect(heard()).toEqual([`trigger ${outageId}`])
  })

  it('once what it was about is over, where no recoveries are wanted', async () => {
    const monitor = await paged(unwanted)
    await degrade(monitor)
    const expiresAtMs = test.clock.nowMs + DAY_MS
    await expire(monitor, expiresAtMs)
    await flap(monitor)
    await test.setState(monitor, { status: 'degraded' })
    await review()
    expect(await lookedAt()).toBe(3)
    await test.setState(monitor, { status: 'up', flapping: false })
    await seeCertificate(monitor, expiresAtMs + 90 * DAY_MS)
    await review()
    expect(await lookedAt()).toBe(0)
    expect(heard()).toHaveLength(3)
  })

  it('when PagerDuty refused for good that it is over', async () => {
    const monitor = await paged()
    const outageId = await test.goDown(monitor)
    await test.run()
    answer = 400
    await test.comeUp(monitor, outageId)
    await test.run()
    expect((await test.alerts()).map(({ state }) => state)).toEqual(['sent', 'failed'])
    await review()
    expect(await lookedAt()).toBe(0)
  })

  it('when its contact has no key any more', async () => {
    const monitor = await paged()
    const outageId = await test.goDown(monitor)
    await test.run()
    await test.db.query({ text: `update contacts set addresses = '{}'` })
    await test.comeUp(monitor, outageId)
    await test.run()
    await review()
    expect(await lookedAt()).toBe(0)
    expect(heard()).toHaveLength(1)
  })

  it('when its contact is gone', async () => {
    await degrade(await paged())
    await test.db.query({ text: 'delete from contacts' })
    await review()
    expect(await lookedAt()).toBe(0)
    expect(await test.alerts()).toHaveLength(1)
  })

  it('when nothing ever ends it: a site that changed', async () => {
    const monitor = await paged()
    await degrade(monitor)
    await test.db.query({
      text: `update alerts set kind = 'siteChanged', monitor_id = null, monitor_public_id = null`,
    })
    await review()
    expect(await lookedAt()).toBe(0)
    expect(heard()).toHaveLength(1)
  })
})
