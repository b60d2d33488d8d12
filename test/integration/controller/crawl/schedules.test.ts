import { createLogger } from '@sightline/shared/logger'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { planAlerts } from '../../../../controller/src/alerting/planning/plan-alerts.ts'
import { startDueCrawls } from '../../../../controller/src/crawl/schedules/start-due.ts'
import type { CrawlAlerts } from '../../../../controller/src/db/crawl-schedules.ts'
import { insertCrawlSchedule } from '../../../../controller/src/db/crawl-schedules.ts'
import type { MadeSite } from '../../../helpers/crawled-site.ts'
import {
  answerOf,
  ended,
  MADE_SETTINGS,
  ORIGIN,
  startCrawlers,
} from '../../../helpers/crawled-site.ts'
import { insertWorkspace } from '../../../helpers/rows.ts'
import type { TestDatabase } from '../../../helpers/test-database.ts'
import { openTestDatabase } from '../../../helpers/test-database.ts'

const HOUR_MS = 3_600_000

let database: TestDatabase
let workspaceId: number

beforeAll(async () => {
  database = await openTestDatabase()
  workspaceId = await insertWorkspace(database.db)
  await query(`insert into controllers (id, hostname, started_at, last_seen_at)
    values ('one', 'test', now(), now() + interval '1 hour')`)
  const [person] = await query<{ id: number }>(
    `insert into people (public_id, name, email) values ('psn_owner', 'Owner', 'owner@shop.example')
      returning id`,
  )
  await query('insert into memberships (workspace_id, person_id, role) values ($1, $2, $3)', [
    workspaceId,
    person?.id,
    'owner',
  ])
})
afterAll(async () => database.close())

async function query<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await database.db.query<Row>({ text }, values)).rows
}

const before: MadeSite = {
  pages: { '/': { links: ['/a', '/b'] }, '/a': { title: 'A' }, '/b': { title: 'B' } },
}
/** One page hides, two have the same title: an error. */
const after: MadeSite = {
  pages: {
    '/': { links: ['/a', '/b', '/c'] },
    '/a': { title: 'Same' },
    '/b': { facts: { noindex: true } },
    '/c': { title: 'Same' },
  },
}

async function schedule(nextAtMs: number, alerts: Partial<CrawlAlerts> = {}): Promise<number> {
  await insertCrawlSchedule(database.db, {
    url: `${ORIGIN}/`,
    isBare: false,
    host: new URL(ORIGIN).host,
    settings: MADE_SETTINGS,
    region: 'eu-west',
    fromMs: nextAtMs,
    recurrence: 'day',
    repeatEvery: 1,
    timezone: 'UTC',
    alerts: {
      memberIds: [],
      contactIds: [],
      teamIds: [],
      scoreDrop: 5,
      newErrors: true,
      indexability: true,
      ...alerts,
    },
    active: true,
    nextAtMs,
    publicId: `crs_${nextAtMs}`,
    workspaceId,
    createdAt: new Date(),
  })
  const [row] = await query<{ id: number }>('select max(id) as id from crawl_schedules')
  return row?.id ?? 0
}

async function run(site: MadeSite, scheduleId: number, atMs: number): Promise<number> {
  const crawlers = startCrawlers(database.db, {
    agents: 1,
    controllerId: 'one',
    answer: (kind, input) => answerOf(site, kind, input),
  })
  onTestFinished(() => crawlers.stop())
  const log = createLogger('test', 'fatal')
  await startDueCrawls({ db: database.db, now: () => atMs, log })
  crawlers.look()
  const [job] = await query<{ id: number }>(
    'select max(id) as id from crawl_jobs where schedule_id = $1',
    [scheduleId],
  )
  const jobId = job?.id ?? 0
  expect(await ended(database.db, jobId)).toMatchObject({ status: 'done' })
  await crawlers.stop()
  return jobId
}

test('runs begin at their times, and what changed since the last is told once', async () => {
  const firstMs = Date.parse('2026-01-05T03:00:00Z')
  const scheduleId = await schedule(firstMs)
  await run(before, scheduleId, firstMs + HOUR_MS)
  const [noted] = await query<{ next: Date }>(
    'select next_at as next from crawl_schedules where id = $1',
    [scheduleId],
  )
  expect(noted?.next).toEqual(new Date(firstMs + 24 * HOUR_MS))
  const plans = (): Promise<{ payload: unknown }[]> =>
    query(`select payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'planAlerts'`)
  expect(await plans()).toEqual([])

  await run(after, scheduleId, firstMs + 25 * HOUR_MS)
  const [plan, ...others] = await plans()
  expect(others).toEqual([])
  const parts = {
    db: database.db,
    now: () => firstMs + 26 * HOUR_MS,
    publicUrl: 'https://sightline.example',
    confirmsOwnContacts: false,
  }
  await planAlerts(parts, plan?.payload)
  await planAlerts(parts, plan?.payload)
  const alerts = await query<{ kind: string; title: string; text: string; recipient: string }>(
    'select kind, title, text, recipient_name as recipient from alerts where workspace_id = $1',
    [workspaceId],
  )
  expect(alerts).toEqual([
    {
      kind: 'siteChanged',
      title: 'shop.example has changed',
      recipient: 'Owner',
      text: expect.stringContaining(
        'New errors: Pages with the same title: 2. Search engines may not show 1 page any more.',
      ),
    },
  ])
})

test('a run that no agent could begin is not lost without a word', async () => {
  const firstMs = Date.parse('2026-02-05T03:00:00Z')
  const scheduleId = await schedule(firstMs)
  await query('update crawl_schedules set region = null where id = $1', [scheduleId])
  const log = createLogger('test', 'fatal')
  await startDueCrawls({ db: database.db, now: () => firstMs, log })
  const rows = await query<{ error: string; jobs: number }>(
    `select last_error as error,
      (select count(*)::int from crawl_jobs j where j.schedule_id = s.id) as jobs
      from crawl_schedules s where id = $1`,
    [scheduleId],
  )
  expect(rows).toEqual([
    { error: 'No connected agent could crawl sites when its time came.', jobs: 0 },
  ])
})

test('a run does not begin while the one before goes on', async () => {
  const firstMs = Date.parse('2026-03-05T03:00:00Z')
  const scheduleId = await schedule(firstMs)
  const log = createLogger('test', 'fatal')
  const begin = async (atMs: number): Promise<unknown> => {
    await startDueCrawls({ db: database.db, now: () => atMs, log })
    const [row] = await query(
      `select last_error as error, next_at as next,
        (select count(*)::int from crawl_jobs j where j.schedule_id = s.id) as jobs
        from crawl_schedules s where id = $1`,
      [scheduleId],
    )
    return row
  }
  const dayMs = 24 * HOUR_MS
  expect(await begin(firstMs)).toEqual({
    error: null,
    next: new Date(firstMs + dayMs),
    jobs: 1,
  })
  expect(await begin(firstMs + dayMs)).toEqual({
    error: 'The run before had not ended when its time came.',
    next: new Date(firstMs + 2 * dayMs),
    jobs: 1,
  })
  await query(`update crawl_jobs set status = 'cancelled' where schedule_id = $1`, [scheduleId])
  expect(await begin(firstMs + 2 * dayMs)).toMatchObject({ error: null, jobs: 2 })
})

test('runs begin also where that of another schedule cannot', async () => {
  const firstMs = Date.parse('2026-04-05T03:00:00Z')
  const brokenId = await schedule(firstMs)
  await query(`update crawl_schedules set timezone = 'Mars/Base' where id = $1`, [brokenId])
  const otherId = await schedule(firstMs + 1)
  const log = createLogger('test', 'fatal')
  const begin = startDueCrawls({ db: database.db, now: () => firstMs + 1, log })
  await expect(begin).rejects.toThrow(/Mars/i)
  const runs = await query(
    'select schedule_id::int as id from crawl_jobs where schedule_id in ($1, $2)',
    [brokenId, otherId],
  )
  expect(runs).toEqual([{ id: otherId }])
})
