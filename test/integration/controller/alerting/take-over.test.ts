import type { ServerResponse } from 'node:http'
import { createLogger } from '@sightline/shared/logger'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deliverAlert } from '../../../../controller/src/alerting/delivery/deliver-alert.ts'
import { planAlerts } from '../../../../controller/src/alerting/planning/plan-alerts.ts'
import type { Database } from '../../../../controller/src/db/pool.ts'
import { openDatabase } from '../../../../controller/src/db/pool.ts'
import type { JobParts } from '../../../../controller/src/job-list.ts'
import { JOB_TASKS } from '../../../../controller/src/job-list.ts'
import type { JobRunner } from '../../../../controller/src/jobs/runner.ts'
import { startJobs } from '../../../../controller/src/jobs/runner.ts'
import type { AlertingTest } from '../../../helpers/alerting.ts'
import { openAlertingTest } from '../../../helpers/alerting.ts'
import { eventually } from '../../../helpers/eventually.ts'
import type { WayToDatabase } from '../../../helpers/way-to-database.ts'
import { openWayToDatabase } from '../../../helpers/way-to-database.ts'
import type { WebhookReceiver } from '../../../helpers/webhook-receiver.ts'
import { receiveWebhooks } from '../../../helpers/webhook-receiver.ts'

const SECRET = 'a-secret-of-the-webhook'
const log = createLogger('test', 'silent')

let test: AlertingTest
let way: WayToDatabase
let db: Database
let receiver: WebhookReceiver
let held: ServerResponse[]
let runners: JobRunner[]

beforeEach(async () => {
  held = []
  runners = []
  receiver = await receiveWebhooks((response) => void held.push(response))
  test = await openAlertingTest({ allow: '127.0.0.1/32' })
  test.clock.nowMs = Date.now()
  way = await openWayToDatabase(test.db.url)
  db = openDatabase(way.url, log)
})
afterEach(async () => {
  for (const response of held) response.end()
  await Promise.all(runners.map((runner) => runner.stop()))
  await db.close()
  way.cut()
  await test.close()
})

async function start(parts: JobParts, tasks: typeof JOB_TASKS = JOB_TASKS): Promise<void> {
  runners.push(await startJobs(tasks, parts, log))
}

async function addContact(): Promise<string> {
  return test.addContact({ webhook: { url: receiver.url, secret: SECRET } })
}

const deliveryIds = (): unknown[] =>
  receiver.requests.map(({ headers }) => headers['x-sightline-delivery'])

async function untilNothingIsLeft(): Promise<void> {
  const countLeft = async (): Promise<number | undefined> => {
    const { rows } = await test.db.query<{ left: number }>({
      text: `select (select count(*) from graphile_worker.jobs
            where task_identifier in ('planAlerts', 'deliverAlert'))
          + (select count(*) from graphile_worker._private_job_queues where locked_at is not null)
          + (select count(*) from alerts where state <> 'sent') as left`,
    })
    return rows[0]?.left
  }
  await expect.poll(countLeft).toBe(0)
}

describe('when a controller is gone', () => {
  it('what it was sending is sent by another, what it planned is planned, and its return does no harm', async () => {
    let planning = 0
    const stands = Promise.withResolvers<void>()
    const stuck = {
      ...JOB_TASKS,
      planAlerts: {
        ...JOB_TASKS.planAlerts,
        async run(parts: JobParts, payload: unknown) {
          planning += 1
          // The first plans as ever, and leads to alerts that are held; the second it dies with.
          if (planning === 1) return planAlerts(parts, payload)
          return stands.promise
        },
      },
    }
    const contactIds = [await addContact(), await addContact(), await addContact()]
    await start({ ...test.parts, db }, stuck as typeof JOB_TASKS)
    await test.goDown(await test.addMonitor({ alerts: { contactIds } }))
    await eventually(() => held.length === 3)
    await test.goDown(await test.addMonitor({ alerts: { contactIds: [await addContact()] } }))
    await eventually(() => planning === 2)
    const first = deliveryIds()

    way.cut()
    await start(test.parts)
    // Three again, and the one that was not planned.
    await eventually(() => held.length === 7)
    expect(new Set(deliveryIds()).size).toBe(4)
    expect(deliveryIds().slice(3)).toEqual(expect.arrayContaining(first))

    // The first controller comes back, with answers to what it had sent, while the second still sends.
    await way.mend()
    for (const response of held.slice(0, 3)) response.end()
    stands.resolve()
    await runners.shift()?.stop()
    const { rows } = await test.db.query<{ count: number }>({
      text: `select count(*) as count from graphile_worker._private_job_queues where locked_at is not null`,
    })
    expect(rows).toEqual([{ count: 4 }])
    for (const response of held.slice(3)) response.end()
    await untilNothingIsLeft()
    expect(held).toHaveLength(7)
  })
})

describe('a controller that stood still after it had claimed an alert', () => {
  it('does not send what another has taken over', async () => {
    await test.goDown(await test.addMonitor({ alerts: { contactIds: [await addContact()] } }))
    await test.run(['planAlerts'])
    const { rows } = await test.db.query<{ alertId: number }>({
      text: `select id as "alertId" from alerts`,
    })
    const alertId = rows[0]?.alertId ?? 0
    const others: Promise<unknown>[] = []
    const standing: Database = {
      ...test.db,
      async query(statement, values) {
        const result = await test.db.query(statement, values)
        if (statement.text.includes('update alerts set sending_since') && others.length === 0) {
          await test.db.query({ text: 'update alerts set sending_since = null' })
          test.clock.nowMs += 16_000
          others.push(deliverAlert(test.parts, alertId))
          await eventually(() => held.length === 1)
        }
        return result
      },
    }
    await deliverAlert({ ...test.parts, db: standing }, alertId)
    expect(held).toHaveLength(1)
    held[0]?.end()
    await Promise.all(others)
    expect((await test.alerts()).map(({ state }) => state)).toEqual(['sent'])
    expect(receiver.requests).toHaveLength(1)
  })
})
