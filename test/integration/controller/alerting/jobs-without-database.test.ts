import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { createLogger } from '@sightline/shared/logger'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../../../controller/src/db/pool.ts'
import { openDatabase } from '../../../../controller/src/db/pool.ts'
import type { JobRunner } from '../../../../controller/src/jobs/runner.ts'
import { JOB_TASKS } from '../../../../controller/src/job-list.ts'
import { startJobs } from '../../../../controller/src/jobs/runner.ts'
import type { AlertingTest } from '../../../helpers/alerting.ts'
import { openAlertingTest } from '../../../helpers/alerting.ts'
import { eventually } from '../../../helpers/eventually.ts'
import type { WayToDatabase } from '../../../helpers/way-to-database.ts'
import { openWayToDatabase } from '../../../helpers/way-to-database.ts'
import type { WebhookReceiver } from '../../../helpers/webhook-receiver.ts'
import { receiveWebhooks } from '../../../helpers/webhook-receiver.ts'

const SECRET = 'a-secret-of-the-webhook'
const ALERTS = 30
const AWAY_MS = 600
/** Longer than the library's next look and a failed job's first rest together; a job that stays locked waits
 *  for two minutes and more. */
const SOON_MS = 15_000

const log = createLogger('test', 'silent')
const unhandled: unknown[] = []
const note = (reason: unknown): void => void unhandled.push(reason)

let test: AlertingTest
let way: WayToDatabase
let db: Database
let jobs: JobRunner
let receiver: WebhookReceiver
/** What the receiver does with each request. */
let answer: (response: ServerResponse) => void

beforeEach(async () => {
  unhandled.length = 0
  process.on('unhandledRejection', note)
  answer = (response) => void response.end()
  receiver = await receiveWebhooks((response) => answer(response))
  test = await openAlertingTest({ allow: '127.0.0.1/32' })
  test.clock.nowMs = Date.now()
  way = await openWayToDatabase(test.db.url)
  db = openDatabase(way.url, log)
})
afterEach(async () => {
  await jobs.stop()
  await db.close()
  way.cut()
  await test.close()
  process.off('unhandledRejection', note)
})

/** Has this many alerts delivered to the receiver, by several contacts. */
async function alertMany(count: number): Promise<void> {
  const webhook = { url: receiver.url, secret: SECRET }
  const contactIds: string[] = []
  for (let n = 0; n < count; n += 1) contactIds.push(await test.addContact({ webhook }))
  await test.goDown(await test.addMonitor({ alerts: { contactIds } }))
}

async function start(): Promise<void> {
  jobs = await startJobs(JOB_TASKS, { ...test.parts, db }, log)
}

async function isAllDone(): Promise<boolean> {
  const { rows } = await test.db.query<{ jobs: number; locked: number; unsent: number }>({
    text: `select (select count(*) from graphile_worker.jobs where task_identifier in ('planAlerts', 'deliverAlert')) as jobs,
      (select count(*) from graphile_worker._private_job_queues where locked_at is not null) as locked,
      (select count(*) from alerts where state <> 'sent') as unsent`,
  })
  const [left] = rows
  return left !== undefined && left.jobs + left.locked + left.unsent === 0
}

async function untilAllDone(): Promise<void> {
  const untilMs = performance.now() + SOON_MS
  while (!(await isAllDone()) && performance.now() < untilMs) await delay(20)
  expect(await isAllDone()).toBe(true)
}

function deliveryIds(): Set<unknown> {
  return new Set(receiver.requests.map(({ headers }) => headers['x-sightline-delivery']))
}

describe('when the database dies', () => {
  it.each([
    ['as a job is given back', 'complete_job', null],
    ['when a job was given back and before it says so', 'complete_job', ''],
    ['as a job is taken', 'get_job', null],
    ['when a job was taken and before it says so', 'get_job', 'alertId'],
    ['as an alert is claimed', 'update alerts set sending_since', null],
    ['when an alert was claimed and before it says so', 'update alerts set sending_since', ''],
    ['as an alert is marked as sent', 'update alerts set state', null],
    ['when an alert was marked as sent and before it says so', 'update alerts set state', ''],
  ] as const)(
    '%s, every alert is delivered once it is back, and once',
    async (_, sent, answered) => {
      await alertMany(ALERTS)
      await start()
      await eventually(() => receiver.requests.length >= ALERTS / 3)
      await way.cutAt(sent, answered)
      await delay(AWAY_MS)
      await way.mend()
      await untilAllDone()
      expect(deliveryIds().size).toBe(ALERTS)
      expect(receiver.requests).toHaveLength(ALERTS)
      expect(unhandled).toEqual([])
    },
  )

  it('as an attempt in vain is noted, it counts once', async () => {
    answer = (response) => void response.writeHead(500).end()
    await alertMany(1)
    const cut = way.cutAt('update alerts set due_at', null)
    await start()
    await cut
    await delay(AWAY_MS)
    await way.mend()
    const readAttempts = async () =>
      (
        await test.db.query<{ attempts: number; isPutOff: boolean }>({
          text: `select f.attempts, a.error is not null and a.sending_since is null as "isPutOff"
            from failing_destinations f join alerts a using (recipient_id, channel)`,
        })
      ).rows[0]
    const untilMs = performance.now() + SOON_MS
    while ((await readAttempts())?.isPutOff !== true && performance.now() < untilMs) await delay(20)
    const noted = await readAttempts()
    expect(noted).toMatchObject({ isPutOff: true })
    expect(noted?.attempts).toBeLessThanOrEqual(receiver.requests.length)
  })

  it('as a job is given back as failed, it is done again once it is back', async () => {
    await test.db.query({
      text: `select graphile_worker.add_job('deliverAlert', '{"alertId":"none"}', max_attempts => 2)`,
    })
    await alertMany(1)
    const cut = way.cutAt('fail_job', null)
    await start()
    await cut
    await delay(AWAY_MS)
    await way.mend()
    await eventually(() => receiver.requests.length === 1)
    const failed = `select attempts, locked_at as "lockedAt" from graphile_worker.jobs
      where task_identifier = 'deliverAlert'`
    const isGivenBack = async (): Promise<boolean> => {
      const { rows } = await test.db.query<{ attempts: number; lockedAt: Date | null }>({
        text: failed,
      })
      return rows.length === 1 && rows[0]?.attempts === 2 && rows[0].lockedAt === null
    }
    const untilMs = performance.now() + SOON_MS
    while (!(await isGivenBack()) && performance.now() < untilMs) await delay(20)
    expect(await isGivenBack()).toBe(true)
    expect(unhandled).toEqual([])
  })

  it('as workers begin, they begin once it is back', async () => {
    await alertMany(1)
    const cut = way.cutAt('_private_tasks as tasks', null)
    await start()
    await cut
    await delay(AWAY_MS)
    await way.mend()
    await untilAllDone()
    expect(receiver.requests).toHaveLength(1)
    expect(unhandled).toEqual([])
  })

  it('while receivers have alerts in their hands, what they took is marked and not sent again', async () => {
    const held: ServerResponse[] = []
    answer = (response) => void held.push(response)
    await alertMany(5)
    await start()
    await eventually(() => held.length === 5)
    way.cut()
    for (const response of held) response.end()
    await delay(AWAY_MS)
    await way.mend()
    await untilAllDone()
    expect(receiver.requests).toHaveLength(5)
    expect(unhandled).toEqual([])
  })
})
