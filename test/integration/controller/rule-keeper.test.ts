import { createLogger } from '@sightline/shared/logger'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import type { Database, Queryable } from '../../../controller/src/db/pool.ts'
import { readAwaited } from '../../../controller/src/db/awaited-rechecks.ts'
import { readSilentMonitors } from '../../../controller/src/db/verdicts.ts'
import type { NewWorkItem } from '../../../controller/src/db/work-items.ts'
import { insertWorkItems } from '../../../controller/src/db/work-items.ts'
import { newPublicId } from '../../../controller/src/secrets/random-id.ts'
import { storedMemory } from '../../../controller/src/verdicts/decision/memory.ts'
import { createJudge } from '../../../controller/src/verdicts/judge.ts'
import { startRuleKeeper } from '../../../controller/src/verdicts/rule-keeper.ts'
import type { SweepPace } from '../../../controller/src/verdicts/sweep-pace.ts'
import { insertMonitors, insertVoters, insertWorkspace } from '../../helpers/rows.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

const log = createLogger('test', 'silent')
const NOW = Date.parse('2026-03-01T12:00:00Z')

let database: TestDatabase
let db: Database
let workspaceId: number
beforeAll(async () => {
  database = await openTestDatabase()
  ;({ db } = database)
  workspaceId = await insertWorkspace(db)
  await insertVoters(db, ['eu-west'])
  await db.query({ text: `insert into regions (code) values ('us-east'), ('ap-south')` })
})
afterAll(() => database.close())

/** A round is under way from the start, and stopping waits for it. */
const keepTheRule = (pace?: SweepPace): Promise<void> =>
  startRuleKeeper({
    db,
    judge: createJudge(),
    allJudged: vi.fn(),
    now: () => NOW,
    log,
    pace,
  }).stop()

/** Monitors that are down since ten minutes ago, of which nothing was heard since; the first of them is
 *  to be looked at first. */
async function downMonitors(count: number): Promise<number[]> {
  const since = new Date(NOW - 600_000)
  const ids = await insertMonitors(db, workspaceId, { count, status: 'down', since })
  await db.query(
    {
      text: `update monitor_states set look_at = $2::timestamptz + monitor_id * interval '1 ms'
        where monitor_id = any($1)`,
    },
    [ids, since],
  )
  return ids
}

async function statuses(ids: readonly number[]): Promise<string[]> {
  const { rows } = await db.query<{ status: string }>(
    { text: 'select status from monitor_states where monitor_id = any($1) order by monitor_id' },
    [ids],
  )
  return rows.map((row) => row.status)
}

it('looks at all others although one monitor cannot be judged', async () => {
  const ids = await downMonitors(3)
  await db.query({ text: `update monitors set confirmation = 'null' where id = $1` }, [ids[0]])
  await keepTheRule()
  expect(await statuses(ids)).toEqual(['down', 'unknown', 'unknown'])
  // It has its turn again, but does not keep the keeper busy.
  const { rows } = await db.query<{ at: Date }>(
    { text: 'select look_at as at from monitor_states where monitor_id = $1' },
    [ids[0]],
  )
  expect(rows).toEqual([{ at: new Date(NOW + 60_000) }])
})

/** Monitors that are being confirmed, and all wanted to be looked at a moment ago, as their region had not answered. */
async function confirmingMonitors(count: number): Promise<number[]> {
  const ids = await insertMonitors(db, workspaceId, { count, status: 'up' })
  const round = {
    region: 'eu-west',
    startedAtMs: NOW - 16_000,
    endedAtMs: NOW - 16_000,
    failure: { cause: 'serverError', error: 'The server answered 500.' },
    failures: 1,
    asked: [{ region: 'us-east', attempt: 1, state: 'open' }],
    answers: [],
    failedChecks: [],
    deadlineMs: NOW - 1_000,
    isSecond: false,
  }
  await db.query(
    {
      text: `update monitor_states set look_at = to_timestamp($2::float8 / 1000), decision = $3
        where monitor_id = any($1)`,
    },
    [ids, NOW - 1_000, storedMemory({ round } as never, 1)],
  )
  return ids
}

const recheckOf = (monitorId: number, region: string): NewWorkItem => ({
  publicId: newPublicId('wrk'),
  region,
  kind: 'recheck',
  capability: 'web',
  payload: { monitorId, attempt: 1 },
  timeoutMs: 10_000,
  dueAtMs: NOW - 16_000,
  expiresAtMs: NOW + 14_000,
})

it('what waits of very many is found without a look at all monitors', async () => {
  const ids = await insertMonitors(db, workspaceId, { count: 1_000, status: 'up' })
  onTestFinished(async () => {
    await db.query({ text: 'delete from monitors where id = any($1)' }, [ids])
  })
  await db.query({ text: 'analyze' })
  let plan = ''
  const query: Queryable['query'] = async ({ text }, values) => {
    const { rows } = await db.query<Record<string, string>>({ text: `explain ${text}` }, values)
    plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    return { rows: [], rowCount: 0 }
  }
  const how = { movedWithinMs: 5_000, againMs: 3_000, slackMs: 5_000 }
  await readAwaited({ query }, ids.slice(0, 200), NOW, how)
  expect(plan).toMatch(/on monitor_states/)
  expect(plan).not.toMatch(/Seq Scan on monitor|Hash Join|Merge Join/)
})

/** Which of these the rule asked again, or gave up. */
async function lookedAt(ids: readonly number[]): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    {
      text: `select monitor_id as id from monitor_states
        where monitor_id = any($1) and look_at is distinct from to_timestamp($2::float8 / 1000)
          and (decision -> 'round' ->> 'isSecond')::boolean is distinct from false order by 1`,
    },
    [ids, NOW - 1_000],
  )
  return rows.map(({ id }) => id)
}

it('of very many that are confirmed at once none is asked again whose first question waits for us', async () => {
  const ids = await confirmingMonitors(203)
  const [waits = 0, waitsInVain = 0, wasAsked = 0] = ids
  await insertWorkItems(db, [recheckOf(waits, 'us-east'), recheckOf(waitsInVain, 'ap-south')])
  await db.query(
    {
      text: `insert into handed_rechecks (region, monitor_id, scheduled_at_ms, attempt)
        values ('us-east', $1, $2, 1), ('us-east', $3, $4, 1)`,
    },
    [wasAsked, NOW - 2_000, ids[3], NOW - 15_900],
  )
  await keepTheRule()
  expect(await lookedAt(ids)).toEqual(ids.filter((id) => id !== waits && id !== wasAsked))
  const { rows } = await db.query<{ at: Date }>(
    {
      text: 'select look_at as at from monitor_states where monitor_id = any($1) order by monitor_id',
    },
    [[waits, wasAsked]],
  )
  const timeoutMs = 10_000
  expect(rows.map(({ at }) => at.getTime() - NOW)).toEqual([10_000, timeoutMs + 5_000 - 2_000])
})

it('knows of which monitors no region found anything out for long', async () => {
  const since = new Date(NOW - 3_600_000)
  const add = async (fields: Parameters<typeof insertMonitors>[2]): Promise<number> => {
    const [id = 0] = await insertMonitors(db, workspaceId, { status: 'up', since, ...fields })
    return id
  }
  const found = (monitorId: number, region: string, agoMs: number | null) =>
    db.query(
      {
        text: `insert into region_states (monitor_id, region, scheduled_at, checked_at, status, counted_at)
          values ($1, $2, now(), now(), 'up', $3)`,
      },
      [monitorId, region, agoMs === null ? null : new Date(NOW - agoMs)],
    )
  const LONG_MS = 5 * 60_000 + 1
  const never = await add({})
  const atLeastOne = await add({})
  await found(atLeastOne, 'eu-west', LONG_MS)
  await found(atLeastOne, 'us-east', 60_000)
  const all = await add({})
  await found(all, 'eu-west', LONG_MS)
  await found(all, 'us-east', null)
  const seldom = await add({ intervalMinutes: 10 })
  await found(seldom, 'eu-west', 29 * 60_000)
  const ofLate = await add({ since: new Date(NOW - 60_000) })
  const paused = await add({ status: 'paused' })
  const asked = new Set([never, atLeastOne, all, seldom, ofLate, paused])
  const limits = { intervals: 3, minMs: 5 * 60_000 }
  const { monitorIds, lastId } = await readSilentMonitors(db, NOW, limits, {
    afterId: 0,
    count: 1_000,
  })
  expect(monitorIds.filter((id) => asked.has(id))).toEqual([never, all])
  expect(lastId).toBe(paused)

  const slices = []
  // More than there are, so that it ends.
  for (let afterId = never - 1; slices.length < 10;) {
    const slice = await readSilentMonitors(db, NOW, limits, { afterId, count: 4 })
    slices.push(slice)
    if (slice.lastId === null) break
    afterId = slice.lastId
  }
  expect(slices).toEqual([
    { monitorIds: [never, all], lastId: seldom, count: 4 },
    { monitorIds: [], lastId: paused, count: 2 },
    { monitorIds: [], lastId: null, count: 0 },
  ])
})

it('calls monitors unknown of which nothing was heard, slice by slice', async () => {
  const since = new Date(NOW - 600_000)
  const ids = await insertMonitors(db, workspaceId, { count: 3, status: 'up', since })
  const [first = 0, second = 0] = ids
  const done = vi.fn<SweepPace['done']>()
  const slice = { atMs: 0, afterId: first - 1, count: 2 }
  await keepTheRule({ next: () => slice, done, restart: vi.fn() })
  expect(await statuses(ids)).toEqual(['unknown', 'unknown', 'up'])
  const seen = { monitorIds: [first, second], lastId: second, count: 2 }
  expect(done.mock.calls.map(([told]) => told)).toEqual([seen])
})
