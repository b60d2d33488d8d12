import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findDeliveries } from '../../../../controller/src/db/alert-deliveries.ts'
import type { Database, Queryable } from '../../../../controller/src/db/pool.ts'
import { JOB_TASKS } from '../../../../controller/src/job-list.ts'
import { reviewAlerts } from '../../../../controller/src/alerting/watch/review-alerts.ts'
import type { AlertingTest } from '../../../helpers/alerting.ts'
import { openAlertingTest } from '../../../helpers/alerting.ts'
import type { MailCatcher } from '../../../helpers/mail-catcher.ts'
import { catchMail } from '../../../helpers/mail-catcher.ts'
import { receiveWebhooks } from '../../../helpers/webhook-receiver.ts'

const MANY = 25

let mail: MailCatcher
let test: AlertingTest
beforeEach(async () => {
  mail = await catchMail()
  test = await openAlertingTest({ smtpUrl: mail.url, allow: '127.0.0.1/32' })
})
afterEach(() => test.close())

const PLANNING = ['planAlerts'] as const

/** Monitors that go down at once and whose alerts are planned. @returns the outages' ids */
async function manyDown(alerts: object = {}, count = MANY) {
  const down: { monitor: Awaited<ReturnType<AlertingTest['addMonitor']>>; outageId: string }[] = []
  for (let n = 1; n <= count; n += 1) {
    const monitor = await test.addMonitor({ name: `Shop ${n}`, alerts })
    down.push({ monitor, outageId: await test.goDown(monitor) })
  }
  await test.run(PLANNING)
  return down
}

/** What waits to be done by jobs that deliver alerts. */
async function deliveries(): Promise<unknown[]> {
  const { rows } = await test.db.query<{ payload: unknown }>({
    text: `select payload from graphile_worker._private_jobs where key like 'deliver %' order by id`,
  })
  return rows.map(({ payload }) => payload)
}

/** As if all alerts had been planned together: these have one job for a recipient. */
async function onlyTheFirstDelivery(): Promise<unknown> {
  await test.db.query({
    text: `with waiting as (select id, row_number() over (order by id) as place
          from graphile_worker._private_jobs where key like 'deliver %')
        delete from graphile_worker._private_jobs j using waiting where waiting.id = j.id and place > 1`,
  })
  return (await deliveries())[0]
}

const subjects = () => mail.mails.map((caught) => caught.headers.get('subject'))
const deliveryIds = () => mail.mails.map((caught) => caught.headers.get('x-sightline-delivery'))

describe('more than ten alerts within a minute', () => {
  it('are one mail that lists them, and each was sent with its id', async () => {
    await manyDown()
    await test.run()
    expect(subjects()).toEqual([`[Sightline] ${MANY} alerts: ${MANY} down`])
    for (let n = 1; n <= MANY; n += 1) expect(mail.mails[0]?.text).toContain(`Shop ${n} is down`)
    const alerts = await test.alerts()
    expect(alerts).toHaveLength(MANY)
    for (const alert of alerts) {
      expect(alert).toMatchObject({ state: 'sent', attempts: 1, deliveryId: deliveryIds()[0] })
    }
  })

  it.each([
    { count: 20, afterMs: 10_000, when: 'ten seconds later' },
    {
      count: MANY,
      afterMs: 3_000,
      when: 'being more than ten, as soon as nothing more is planned',
    },
  ])(
    'that come one after the other are ten mails, and the rest together $when',
    async ({ count, afterMs }) => {
      for (let n = 1; n <= count; n += 1) {
        await manyDown({}, 1)
        await test.run()
      }
      expect(mail.mails).toHaveLength(10)
      const held = (await test.alerts()).slice(10)
      expect(held.map(({ nextAttemptAt }) => nextAttemptAt?.getTime())).toEqual(
        held.map(() => test.clock.nowMs + afterMs),
      )
      await test.pass(1)
      expect(subjects().at(-1)).toBe(`[Sightline] ${count - 10} alerts: ${count - 10} down`)
      expect((await test.alerts()).map(({ state }) => state)).toEqual(
        Array.from({ length: count }, () => 'sent'),
      )
    },
  )

  it('wait for more that is being planned, ten seconds at most', async () => {
    await manyDown({}, 1)
    await test.run()
    await manyDown({}, 12)
    await test.run()
    // Of the same workspace: it waits to be planned.
    await test.goDown(await test.addMonitor({}))
    const dueAfterMs = async () => {
      const dueMs = (await test.alerts()).map(({ nextAttemptAt }) => nextAttemptAt?.getTime() ?? 0)
      return Math.max(...dueMs) - test.clock.nowMs
    }
    expect(await dueAfterMs()).toBe(3_000)
    for (const leftMs of [3_000, 3_000, 1_000]) {
      test.clock.nowMs += 3_000
      await test.db.query({ text: `update graphile_worker._private_jobs set run_at = now()` })
      await test.run(['deliverAlert'])
      expect(await dueAfterMs()).toBe(leftMs)
      expect(mail.mails).toHaveLength(1)
    }
    test.clock.nowMs += 1_000
    await test.db.query({ text: `update graphile_worker._private_jobs set run_at = now()` })
    await test.run(['deliverAlert'])
    expect(subjects().slice(1)).toEqual(['[Sightline] 12 alerts: 12 down'])
  })

  it('leave together though one is sent as they come, and none is left behind', async () => {
    await manyDown({}, 1)
    // As planned by another controller, whose clock is behind: the second is due before the first.
    const cameMeanwhile = async () => {
      mail.reaction = 'accept'
      await manyDown({}, 12)
      await test.db.query(
        {
          text: `update alerts set due_at = due_at - interval '1 ms' * case id when $1 then 2 else 1 end
          where state = 'queued' and id <= $1`,
        },
        [3],
      )
    }
    mail.reaction = { acceptAfter: cameMeanwhile }
    await JOB_TASKS.deliverAlert.run(test.parts, await onlyTheFirstDelivery())
    expect(mail.mails).toHaveLength(1)
    await test.pass(2)
    expect(subjects().slice(1)).toEqual(['[Sightline] 12 alerts: 12 down'])
    expect(new Set((await test.alerts()).map(({ state }) => state))).toEqual(new Set(['sent']))
  })

  it('leave none behind that was claimed alone before they came, and is asked for again', async () => {
    await manyDown({}, 1)
    let isFirst = true
    const db: Database = {
      ...test.db,
      async query(statement, values) {
        const result = await test.db.query(statement, values)
        if (isFirst && statement.text.includes('set sending_since')) {
          isFirst = false
          await manyDown({}, 12)
          // As if the database had taken so long to answer that nobody knows whether the claim holds.
          test.clock.nowMs += 6_000
        }
        return result
      },
    }
    await JOB_TASKS.deliverAlert.run({ ...test.parts, db }, await onlyTheFirstDelivery())
    expect(isFirst).toBe(false)
    await test.pass(1)
    expect((await test.alerts()).map(({ state, attempts }) => [state, attempts])).toEqual(
      Array.from({ length: 13 }, () => ['sent', 1]),
    )
  })

  it('are read by their outages, and not each by all that wait for its recipient', async () => {
    await manyDown()
    const plan = await test.db.transaction(async (tx) => {
      await tx.query({ text: 'set local enable_seqscan = off' })
      let told = ''
      const query: Queryable['query'] = async ({ text }, values) => {
        const { rows } = await tx.query<Record<string, string>>({ text: `explain ${text}` }, values)
        told = rows.map((row) => row['QUERY PLAN']).join('\n')
        return { rows: [], rowCount: 0 }
      }
      await findDeliveries({ query }, [1, 2, 3], new Date().toISOString())
      return told
    })
    expect(plan).toContain('alerts_outage')
    expect(plan).not.toContain('alerts_waiting')
  })

  it('that come while others are held back leave with them', async () => {
    await manyDown({}, 3)
    await test.run()
    await manyDown({}, 12)
    await test.run()
    expect(mail.mails).toHaveLength(3)
    await manyDown({}, 1)
    await test.run()
    expect(mail.mails).toHaveLength(3)
    await test.pass(1)
    expect(subjects().slice(3)).toEqual(['[Sightline] 13 alerts: 13 down'])
  })

  it('go out by webhook one after the other, by the job of the first, and leave none to be done', async () => {
    const receiver = await receiveWebhooks()
    const contactId = await test.addContact({ webhook: { url: receiver.url, secret: 'secret' } })
    await manyDown({ contactIds: [contactId] })
    const first = await onlyTheFirstDelivery()
    await JOB_TASKS.deliverAlert.run(test.parts, first)
    expect(receiver.requests).toHaveLength(MANY)
    expect(await deliveries()).toEqual([first])
  })

  it('have another job for what one does not get done, and a fault in one holds up none', async () => {
    const receiver = await receiveWebhooks()
    const contactId = await test.addContact({ webhook: { url: receiver.url, secret: 'secret' } })
    await manyDown({ contactIds: [contactId] }, 60)
    const broken = (await test.alerts())[3]?.id
    await test.db.query({ text: `update alerts set message = '{}' where public_id = $1` }, [broken])
    await JOB_TASKS.deliverAlert.run(test.parts, await onlyTheFirstDelivery())
    expect(receiver.requests).toHaveLength(50)
    // Its own, that of the broken one and that of the first that is left.
    expect(await deliveries()).toHaveLength(3)
  })

  it('are one call each by webhook', async () => {
    const receiver = await receiveWebhooks()
    const contactId = await test.addContact({ webhook: { url: receiver.url, secret: 'secret' } })
    await manyDown({ contactIds: [contactId] })
    await test.run()
    expect(receiver.requests).toHaveLength(MANY)
    for (const alert of await test.alerts()) expect(alert.deliveryId).toBe(alert.id)
  })

  it('that are not taken come again as the same mail, and later ones in another', async () => {
    mail.reaction = { data: 451 }
    await manyDown()
    await test.run()
    expect((await test.alerts()).every(({ state }) => state === 'queued')).toBe(true)
    mail.reaction = 'accept'
    await manyDown()
    await test.pass(2)
    const ids = new Set(deliveryIds())
    expect(ids.size).toBe(2)
    expect(subjects()).toEqual([
      `[Sightline] ${MANY} alerts: ${MANY} down`,
      `[Sightline] ${MANY} alerts: ${MANY} down`,
    ])
    const alerts = await test.alerts()
    expect(alerts.map(({ state }) => state)).toEqual(Array.from(alerts, () => 'sent'))
    expect(new Set(alerts.map(({ deliveryId }) => deliveryId))).toEqual(ids)
  })

  it('hold recoveries behind their outages, in one mail or two', async () => {
    const down = await manyDown()
    for (const { monitor, outageId } of down) await test.comeUp(monitor, outageId)
    await test.run(PLANNING)
    await test.run()
    expect(subjects()).toEqual([`[Sightline] ${2 * MANY} alerts: ${MANY} down, ${MANY} up again`])
    const text = mail.mails[0]?.text ?? ''
    expect(text.indexOf('Shop 1 is down')).toBeGreaterThan(0)
    expect(text.indexOf('Shop 1 is down')).toBeLessThan(text.indexOf('Shop 1 is up again'))
  })

  it('hold recoveries behind outages that were not taken and wait for their next try', async () => {
    mail.reaction = { data: 451 }
    const down = await manyDown()
    await test.run()
    mail.reaction = 'accept'
    for (const { monitor, outageId } of down) await test.comeUp(monitor, outageId)
    await manyDown({}, 12)
    await test.run()
    expect(subjects()).toEqual(['[Sightline] 12 alerts: 12 down'])
    await test.pass(3)
    expect(subjects().slice(1)).toEqual([
      `[Sightline] ${MANY} alerts: ${MANY} down`,
      `[Sightline] ${MANY} alerts: ${MANY} up again`,
    ])
  })

  it('are without those of monitors that are gone by then', async () => {
    mail.reaction = { data: 451 }
    const [gone] = await manyDown()
    await test.run()
    await test.db.query({ text: 'delete from monitors where id = $1' }, [gone?.monitor.id])
    mail.reaction = 'accept'
    await test.pass(1)
    expect(subjects()).toEqual([`[Sightline] ${MANY - 1} alerts: ${MANY - 1} down`])
    const [first, ...others] = await test.alerts()
    expect(first).toMatchObject({ state: 'suppressed', suppressedBy: 'monitorDeleted' })
    expect(others.every(({ state }) => state === 'sent')).toBe(true)
  })

  it('survive the worker that had them', async () => {
    await manyDown()
    await test.db.query({
      text: `update alerts set bundle_id = 'bdl_of_the_dead', sending_since = '2026-03-10T12:00:00Z', attempts = 1`,
    })
    await test.run()
    expect(mail.mails).toHaveLength(0)
    test.clock.nowMs += 121_000
    await reviewAlerts(test.parts)
    await test.run()
    expect(deliveryIds()).toEqual(['bdl_of_the_dead'])
    expect((await test.alerts()).filter(({ state }) => state !== 'sent')).toEqual([])
  })
})
