import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deliverWaiting } from '../../../../controller/src/alerting/delivery/deliver-waiting.ts'
import type { Database, Queryable } from '../../../../controller/src/db/pool.ts'
import { takeOverJobs } from '../../../../controller/src/db/job-runners.ts'
import type { AlertingTest } from '../../../helpers/alerting.ts'
import { openAlertingTest } from '../../../helpers/alerting.ts'
import type { WebhookReceiver } from '../../../helpers/webhook-receiver.ts'
import { receiveWebhooks } from '../../../helpers/webhook-receiver.ts'

const SECRET = 'a-secret-of-the-webhook'
const MANY = 30

let test: AlertingTest
let receiver: WebhookReceiver
let answer: (response: ServerResponse) => void

beforeEach(async () => {
  answer = (response) => response.end()
  receiver = await receiveWebhooks((response) => answer(response))
  test = await openAlertingTest({ allow: '127.0.0.1/32' })
})
afterEach(() => test.close())

const addContact = (url = receiver.url): Promise<string> =>
  test.addContact({ webhook: { url, secret: SECRET } })

/** Has alerts about many outages wait for contacts, and nothing else. */
async function fallTogether(contactIds: readonly string[], count = MANY): Promise<string[]> {
  const outageIds: string[] = []
  for (let n = 0; n < count; n += 1) {
    outageIds.push(await test.goDown(await test.addMonitor({ alerts: { contactIds } })))
  }
  await test.run(['planAlerts'])
  return outageIds
}

const idsOf = ({ requests }: WebhookReceiver): unknown[] =>
  requests.map(({ headers }) => headers['x-sightline-delivery'])

/** Ids of what is in a state, in the order in which it was planned. */
async function inState(state: string): Promise<string[]> {
  const { rows } = await test.db.query<{ id: string }>(
    { text: 'select public_id as id from alerts where state = $1 order by alerts.id' },
    [state],
  )
  return rows.map(({ id }) => id)
}

async function firstWaiting(): Promise<number> {
  const { rows } = await test.db.query<{ id: number }>({
    text: `select min(id) as id from alerts where state = 'queued'`,
  })
  return rows[0]?.id ?? 0
}

async function countClaimed(): Promise<number | undefined> {
  const { rows } = await test.db.query<{ count: number }>({
    text: 'select count(*) as count from alerts where sending_since is not null',
  })
  return rows[0]?.count
}

/** A database that tells of each statement before it is run. */
function told(db: Database, tell: (text: string) => void | Promise<void>): Database {
  const over = (to: Queryable): Queryable => ({
    async query(statement, values) {
      await tell(statement.text)
      return to.query(statement, values)
    },
  })
  return {
    ...db,
    ...over(db),
    transaction: (work, how) => db.transaction((tx) => work(over(tx)), how),
  }
}

describe('alerts that wait for the same program', () => {
  it('are sent once each, in their order, by far fewer statements than each by itself takes', async () => {
    await fallTogether([await addContact()])
    let statements = 0
    const db = told(test.db, () => void (statements += 1))
    await deliverWaiting({ ...test.parts, db }, { alertId: await firstWaiting() })
    expect(idsOf(receiver)).toEqual(await inState('sent'))
    expect(receiver.requests).toHaveLength(MANY)
    expect(new Set((await test.alerts()).map(({ attempts }) => attempts))).toEqual(new Set([1]))
    expect(statements).toBeLessThan(2 * MANY)
    await test.run()
    expect(receiver.requests).toHaveLength(MANY)
  })

  it('are told with the recovery of one of them behind its outage', async () => {
    const contactIds = [await addContact()]
    const monitor = await test.addMonitor({ alerts: { contactIds } })
    const outageId = await test.goDown(monitor)
    await fallTogether(contactIds, 3)
    await test.comeUp(monitor, outageId)
    await fallTogether(contactIds, 3)
    await deliverWaiting(test.parts, { alertId: await firstWaiting() })
    expect(idsOf(receiver)).toEqual(await inState('sent'))
    expect(receiver.requests).toHaveLength(8)
  })

  it('are left as they were from the first that fails on, and hold up no other program', async () => {
    const other = await receiveWebhooks()
    let calls = 0
    answer = (response) => {
      calls += 1
      if (calls === 5) response.statusCode = 500
      response.end()
    }
    await fallTogether([await addContact(), await addContact(other.url)], 10)
    await test.run()
    expect(receiver.requests).toHaveLength(5)
    expect(await countClaimed()).toBe(0)
    const { rows } = await test.db.query<{ attempts: number }>({
      text: `select attempts from alerts where state = 'queued' order by id`,
    })
    expect(rows.map(({ attempts }) => attempts)).toEqual([1, 0, 0, 0, 0, 0])
    expect(new Set(idsOf(other)).size).toBe(10)
    expect(other.requests).toHaveLength(10)

    await test.pass(5)
    expect(await inState('queued')).toEqual([])
    // Each once, but for the one that was refused.
    expect(receiver.requests).toHaveLength(11)
    expect(new Set(idsOf(receiver)).size).toBe(10)
  })

  it('keep their place no longer than others wait for one, and none of them stays with the worker', async () => {
    answer = (response) => {
      test.clock.nowMs += 300
      response.end()
    }
    await fallTogether([await addContact()])
    await deliverWaiting(test.parts, { alertId: await firstWaiting() })
    expect(receiver.requests.length).toBeLessThanOrEqual(5)
    expect(await countClaimed()).toBe(0)
    await test.run()
    expect(idsOf(receiver)).toEqual(await inState('sent'))
    expect(receiver.requests).toHaveLength(MANY)
  })

  it('are sent on while the database is slow: one at a time would make all wait for longer', async () => {
    await fallTogether([await addContact()])
    let isSlow = true
    const db = told(test.db, (text) => {
      if (!isSlow || !text.includes('update alerts set sending_since')) return
      isSlow = false
      test.clock.nowMs += 1_500
    })
    await deliverWaiting({ ...test.parts, db }, { alertId: await firstWaiting() })
    expect(receiver.requests).toHaveLength(MANY)
  })

  it('are not sent any more after a stand still, in which others may have taken them over', async () => {
    await fallTogether([await addContact()])
    answer = (response) => {
      if (receiver.requests.length === 3) test.clock.nowMs += 16_000
      response.end()
    }
    await deliverWaiting(test.parts, { alertId: await firstWaiting() })
    expect(receiver.requests).toHaveLength(3)
    expect(await countClaimed()).toBe(0)
  })
})

describe('a controller that dies while it sends alerts one after the other', () => {
  it('has ten at most sent again, with the same ids, and loses none', async () => {
    const hung = Promise.withResolvers<void>()
    const dying = told(test.db, (text) =>
      text.includes(`set state = 'sent'`) ? hung.promise : undefined,
    )
    await fallTogether([await addContact()])
    const alertId = await firstWaiting()
    const gone = deliverWaiting({ ...test.parts, db: dying }, { alertId })
    try {
      await expect.poll(() => receiver.requests.length).toBe(11)
      await delay(200)
      const before = idsOf(receiver)
      // The first was marked by itself; of the others none.
      expect(before).toHaveLength(11)
      expect(await inState('sent')).toEqual(before.slice(0, 1))

      await giveJobToGone(alertId)
      await takeOverJobs(test.db, 'other', 15_000)
      expect(await countClaimed()).toBe(0)
      await test.run()
      expect(await inState('queued')).toEqual([])
      expect(receiver.requests).toHaveLength(MANY + 10)
      expect(new Set(idsOf(receiver)).size).toBe(MANY)
      expect(idsOf(receiver).slice(11, 21)).toEqual(before.slice(1))
    } finally {
      // Its return does no harm.
      test.clock.nowMs += 16_000
      hung.resolve()
      await gone
    }
    expect(receiver.requests).toHaveLength(MANY + 10)
    expect(await countClaimed()).toBe(0)
  })
})

/** Has a controller of which there was no sign for long work on an alert. */
async function giveJobToGone(alertId: number): Promise<void> {
  await test.db.query(
    {
      text: `insert into graphile_worker._private_jobs (task_id, payload, locked_by, locked_at)
        select id, json_build_object('alertId', $1::bigint), 'gone deliveries 1', now()
        from graphile_worker._private_tasks where identifier = 'deliverAlert'`,
    },
    [alertId],
  )
  await test.db.query({
    text: `insert into job_runners (id, seen_at) values ('gone', now() - interval '1 minute')`,
  })
}
