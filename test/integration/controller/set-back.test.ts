import { expect, it } from 'vitest'
import type { IncomingResult } from '../../../controller/src/db/results.ts'
import { readAheadMs } from '../../../controller/src/db/set-back.ts'
import { commitResults } from '../../../controller/src/ingest/commit.ts'
import { bringBack, whatToDo, withoutFuture } from '../../../controller/src/verdicts/set-back.ts'
import { useCommitDatabase } from '../../helpers/commit-database.ts'
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
