import { expect, it } from 'vitest'
import { noteSilences } from '../../../controller/src/db/alert-watches.ts'
import type { IncomingResult } from '../../../controller/src/db/results.ts'
import { readAheadMs } from '../../../controller/src/db/set-back.ts'
import { commitResults } from '../../../controller/src/ingest/commit.ts'
import { bringBack, whatToDo, withoutFuture } from '../../../controller/src/verdicts/set-back.ts'
import { useCommitDatabase } from '../../helpers/commit-database.ts'
import { insertFixtureCrawl } from '../../helpers/crawl-fixture.ts'
import { insertMonitors } from '../../helpers/rows.ts'

const MINUTE_MS = 60_000
const database = useCommitDatabase()
const { aRow, aFailure, ensure } = database

/** The right time, at a slot, and what the database's clock said before it was set back by an hour. */
const RIGHT = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
const AHEAD = RIGHT + 60 * MINUTE_MS

const commit = (nowMs: number, rows: IncomingResult[]) =>
  commitResults(database.db, rows, () => nowMs, ensure)

/** A failing check of eu-west, and the one of us-east that confirms it. */
async function fail(nowMs: number, monitorId: number): Promise<void> {
  await commit(nowMs, [aFailure({ monitorId, scheduledAtMs: nowMs })])
  await commit(nowMs, [
    aFailure({
      monitorId,
      region: 'us-east',
      scheduledAtMs: nowMs + 40,
      attempt: 1,
      confirmation: true,
    }),
  ])
}

async function select<Row>(text: string, given: unknown[] = []): Promise<Row[]> {
  return (await database.db.query<Row>({ text }, given)).rows
}

const statusOf = async (monitorId: number) =>
  (
    await select<{ status: string }>('select status from monitor_states where monitor_id = $1', [
      monitorId,
    ])
  )[0]?.status

it('statuses follow the checks again after the clock of the database was set back, and nothing stays ahead', async () => {
  const [goesDown = 0, comesUp = 0, isNew = 0] = await insertMonitors(
    database.db,
    database.workspaceId,
    { count: 3 },
  )
  await ensure([RIGHT, AHEAD, AHEAD + MINUTE_MS])
  const made = new Date(AHEAD - MINUTE_MS)
  await select('update monitors set created_at = $2, grid_since = $2 where id = $1', [isNew, made])
  for (const monitorId of [goesDown, comesUp, isNew]) {
    await commit(AHEAD - MINUTE_MS, [aRow({ monitorId, scheduledAtMs: AHEAD - MINUTE_MS })])
  }
  await fail(AHEAD, comesUp)
  await commit(AHEAD, [aRow({ monitorId: goesDown, scheduledAtMs: AHEAD })])
  expect(await statusOf(comesUp)).toBe('down')
  await select(
    `insert into agents (public_id, token_id, region, hostname, software_version, capabilities, controller_id,
      connected_at, last_seen_at, covered_through)
    select 'agt_gone', token_id, region, 'gone', '0.0.0', '{web}', 'test', $1, $1, $1 from agents limit 1`,
    [new Date(AHEAD)],
  )
  await select(
    `select graphile_worker.add_job('planAlerts', '{}', run_at => $1::timestamptz + interval '5 minutes')`,
    [new Date(AHEAD)],
  )
  await select('update graphile_worker._private_jobs set created_at = $1, updated_at = $1', [
    new Date(AHEAD),
  ])

  await bringBack(database.db, () => RIGHT)
  expect(
    await select('select from stale_quarters where monitor_id = $1 and start_at >= $2', [
      goesDown,
      new Date(AHEAD - 15 * MINUTE_MS),
    ]),
  ).not.toHaveLength(0)
  // A dead agent is dead; those of the test are to vote.
  expect(
    await select("select from agents where public_id = 'agt_gone' and last_seen_at <= $1", [
      new Date(RIGHT),
    ]),
  ).toHaveLength(1)
  await select("update agents set last_seen_at = now() + interval '1 hour' where hostname = 'test'")
  expect(
    await select(
      'select distinct run_at from graphile_worker._private_jobs where locked_at is null',
    ),
  ).toContainEqual({ run_at: new Date(RIGHT + 5 * MINUTE_MS) })

  const next = RIGHT + MINUTE_MS
  await fail(next, goesDown)
  expect(await statusOf(goesDown)).toBe('down')
  await commit(next, [aRow({ monitorId: comesUp, scheduledAtMs: next })])
  await commit(next + MINUTE_MS, [
    aRow({ monitorId: comesUp, scheduledAtMs: next + MINUTE_MS }),
    aRow({
      monitorId: comesUp,
      region: 'us-east',
      scheduledAtMs: next + MINUTE_MS + 40,
      attempt: 1,
      confirmation: true,
    }),
  ])
  expect(await statusOf(comesUp)).toBe('up')
  await commit(next, [aRow({ monitorId: isNew, scheduledAtMs: next })])
  const taken = 'select count(*) from check_results where monitor_id = $1'
  expect(await select(taken, [isNew])).toEqual([{ count: 1 }])
  // The same slots come again.
  await commit(AHEAD, [aFailure({ monitorId: isNew, scheduledAtMs: AHEAD })])
  expect(await select(taken, [isNew])).toEqual([{ count: 2 }])

  const outages = await select<{ monitor_id: number; started_at: Date; ended_at: Date | null }>(
    'select monitor_id, started_at, ended_at from outages where monitor_id = any($1) order by 2',
    [[goesDown, comesUp]],
  )
  expect(outages).toEqual([
    { monitor_id: comesUp, started_at: new Date(RIGHT), ended_at: new Date(next + 5) },
    { monitor_id: goesDown, started_at: new Date(next + 5), ended_at: null },
  ])
  const timeline = await select<{ at: Date; status: string }>(
    'select at, status from state_changes where monitor_id = $1 order by at',
    [comesUp],
  )
  expect(timeline.at(-1)).toEqual({ at: new Date(next + 5), status: 'up' })
  expect(timeline.every(({ at }) => at.getTime() <= next + 5)).toBe(true)
  expect(await readAheadMs(database.db, AHEAD + 10 * MINUTE_MS)).toBe(0)
  expect(await readAheadMs(database.db, next - 60 * MINUTE_MS)).toBeGreaterThanOrEqual(
    60 * MINUTE_MS,
  )
})

/** An alert that waits to be sent, or was. @returns its number */
async function addAlert(given: {
  queuedMs: number
  dueMs?: number
  sendingMs?: number
  sentMs?: number
  attempts?: number
}): Promise<number> {
  const { queuedMs, dueMs, sendingMs, sentMs, attempts = 0 } = given
  const at = (ms: number | undefined): Date | null => (ms === undefined ? null : new Date(ms))
  const [row] = await select<{ id: number }>(
    `insert into alerts (public_id, workspace_id, kind, channel, recipient_type, recipient_id, recipient_name,
      delivery_key, state, attempts, title, text, message, event, created_at, queued_at, due_at, sending_since, sent_at)
    select key, $1, 'down', 'email', 'contact', 'ctc_back', '', key, $2, $3, '', '', '{}', '{}', $4, $4, $5, $6, $7
    from (select 'alr_' || gen_random_uuid() as key) made returning id`,
    [
      database.workspaceId,
      sentMs === undefined ? 'queued' : 'sent',
      attempts,
      at(queuedMs),
      at(dueMs),
      at(sendingMs),
      at(sentMs),
    ],
  )
  return row?.id ?? 0
}

/** A job that waits, or that somebody has since `lockedMs`. */
async function addJob(given: {
  key: string
  name?: string
  runMs: number
  updatedMs: number
  attempts?: number
  lockedMs?: number
}): Promise<void> {
  const { key, name = 'planAlerts', runMs, updatedMs, attempts = 0, lockedMs } = given
  await select("select graphile_worker.add_job($1, '{}', job_key => $2)", [name, key])
  await select(
    `update graphile_worker._private_jobs set run_at = $2, created_at = $3, updated_at = $3, attempts = $4,
      locked_at = $5, locked_by = case when $5::timestamptz is not null then 'worker of a dead controller' end
    where key = $1`,
    [
      key,
      new Date(runMs),
      new Date(updatedMs),
      attempts,
      lockedMs === undefined ? null : new Date(lockedMs),
    ],
  )
}

it('what was being tried, or tried again, when the clock was set back does not wait until it has caught up', async () => {
  const hourMs = 60 * MINUTE_MS
  const tried = [
    // Queued before the clock was ahead, and put off while it was.
    await addAlert({ queuedMs: RIGHT - MINUTE_MS, dueMs: AHEAD + MINUTE_MS, attempts: 3 }),
    // Tried in vain for hours.
    await addAlert({ queuedMs: AHEAD - 3 * hourMs, dueMs: AHEAD + hourMs, attempts: 9 }),
    await addAlert({ queuedMs: AHEAD, dueMs: AHEAD }),
  ]
  const resting = await addAlert({ queuedMs: RIGHT - MINUTE_MS, dueMs: RIGHT + MINUTE_MS })
  const taken = await addAlert({ queuedMs: RIGHT, dueMs: RIGHT, sendingMs: AHEAD, attempts: 1 })
  const sent = await addAlert({ queuedMs: AHEAD, sentMs: AHEAD })
  await select(
    `insert into failing_destinations values ($1, 'ctc_back', 'email', $2, 4, 'refused', $3)`,
    [database.workspaceId, new Date(AHEAD - MINUTE_MS), new Date(AHEAD + MINUTE_MS)],
  )
  const failedMs = RIGHT + 3_000
  await addJob({ key: 'failed then', runMs: AHEAD + 3_000, updatedMs: failedMs, attempts: 1 })
  await addJob({ key: 'taken', runMs: AHEAD, updatedMs: AHEAD - 3 * hourMs, lockedMs: AHEAD })
  const deliver = { key: 'deliver 7', name: 'deliverAlert' }
  await addJob({ ...deliver, runMs: AHEAD + 5_000, updatedMs: failedMs })
  const right = [
    { key: 'tried often', runMs: RIGHT + 5 * hourMs, updatedMs: RIGHT, attempts: 10 },
    { key: 'is to wait', runMs: RIGHT + 3 * hourMs, updatedMs: RIGHT },
  ]
  for (const job of right) await addJob(job)

  await bringBack(database.db, () => RIGHT)
  const alerts = await select<{ id: number; due_at: Date; sending_since: Date; sent_at: Date }>(
    'select id, due_at, sending_since, sent_at from alerts where id = any($1) order by id',
    [[...tried, resting, taken, sent]],
  )
  const now = new Date(RIGHT)
  expect(alerts).toEqual([
    ...tried.map((id) => ({ id, due_at: now, sending_since: null, sent_at: null })),
    { id: resting, due_at: new Date(RIGHT + MINUTE_MS), sending_since: null, sent_at: null },
    { id: taken, due_at: now, sending_since: now, sent_at: null },
    { id: sent, due_at: null, sending_since: null, sent_at: now },
  ])
  expect(await select('select failing_since, next_attempt_at from failing_destinations')).toEqual([
    { failing_since: now, next_attempt_at: now },
  ])
  const jobs = await select<{ key: string; run_at: Date }>(
    'select key, run_at from graphile_worker._private_jobs where key is not null order by id',
  )
  expect(jobs).toEqual([
    { key: 'failed then', run_at: now },
    { key: 'taken', run_at: now },
    { key: 'deliver 7', run_at: now },
    ...right.map(({ key, runMs }) => ({ key, run_at: new Date(runMs) })),
  ])
})

it('who fell silent just before the clock was set back is told of at the next look', async () => {
  const subjects = ['agent agt_1']
  const look = (nowMs: number) =>
    database.db.transaction((tx) => noteSilences(tx, subjects, new Date(nowMs)))
  expect(await look(AHEAD)).toEqual([])
  await bringBack(database.db, () => RIGHT)
  expect(await look(RIGHT + MINUTE_MS)).toEqual(subjects)
})

it('crawls that were running go on at once', async () => {
  const { id } = await insertFixtureCrawl(database.db, {
    pages: [],
    status: 'running',
    workspaceId: database.workspaceId,
  })
  await select('update crawl_jobs set handed_at = $2 where id = $1', [id, new Date(AHEAD)])
  await select(
    `insert into crawl_urls (job_id, id, key, url, state, seq, not_before)
    select $1, n, gen_random_uuid(), 'https://a.test/' || n, 'queued', n, at
    from unnest($2::timestamptz[]) with ordinality given(at, n)`,
    [id, [new Date(AHEAD + MINUTE_MS), new Date(RIGHT + 30_000), null]],
  )
  await select("insert into crawl_hosts (host, free_at) values ('a.test', $1)", [new Date(AHEAD)])

  await bringBack(database.db, () => RIGHT)
  const now = new Date(RIGHT)
  expect(await select('select free_at from crawl_hosts')).toEqual([{ free_at: now }])
  expect(await select('select handed_at from crawl_jobs')).toEqual([{ handed_at: now }])
  const urls = await select<{ not_before: Date | null }>(
    'select not_before from crawl_urls where job_id = $1 order by id',
    [id],
  )
  expect(urls.map(({ not_before: at }) => at)).toEqual([now, new Date(RIGHT + 30_000), null])
})

it('what the rule remembers is kept but for instants that have not come yet', () => {
  const memory = {
    format: 1,
    round: { startedAtMs: AHEAD, asked: [{ region: 'a', attempt: 3 }], isSecond: false },
    heard: [{ region: 'a', atMs: RIGHT - 5 }],
  }
  expect(withoutFuture(memory, RIGHT, RIGHT + MINUTE_MS)).toEqual({
    ...memory,
    round: { ...memory.round, startedAtMs: RIGHT },
  })
})

it.each([
  ['nothing', 119_000, 0],
  ['wait', 3 * MINUTE_MS, 0],
  ['wait', 60 * MINUTE_MS, 9 * MINUTE_MS],
  ['bring', 60 * MINUTE_MS, 10 * MINUTE_MS],
  ['nothing', 0, 11 * MINUTE_MS],
  // As where a machine without a battery believes to be in another year.
  ['leave', 25 * 60 * MINUTE_MS, 0],
  ['leave', 3_650 * 24 * 60 * MINUTE_MS, 99 * MINUTE_MS],
] as const)('what is done is %s where %d ms lie ahead for %d ms', (action, aheadMs, forMs) => {
  expect(whatToDo(aheadMs, forMs)).toBe(action)
})
