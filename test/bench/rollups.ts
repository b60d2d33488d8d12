import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createLogger } from '@sightline/shared/logger'
import { createAgentToken } from '../../controller/src/agents/tokens.ts'
import { openResultDays } from '../../controller/src/db/partitions.ts'
import type { Database } from '../../controller/src/db/pool.ts'
import { openDatabase } from '../../controller/src/db/pool.ts'
import { rollUp } from '../../controller/src/reports/rollups/roll-up.ts'
import type { ControllerReady } from '../../controller/src/supervisor/ready-message.ts'
import { startProgram } from '../helpers/program.ts'
import { insertMonitors, insertWorkspace } from '../helpers/rows.ts'
import { controllerEnvironment, startDatabase } from './installation.ts'
import type { Figure, Report } from './report.ts'
import { median, percentile } from './report.ts'
import type { BenchAgent } from './rollups/agents.ts'
import { startBenchAgent } from './rollups/agents.ts'
import type { RollupWatch } from './rollups/watch.ts'
import { watchRollups } from './rollups/watch.ts'

const MONITORS = 10_000
const BACKLOG_MS = 6 * 3_600_000
const STEADY = 'bench-steady'
const RETURNING = 'bench-returning'

const QUARTER_MS = 900_000
/** When quarters are closed (SETTLE_MS), and how long late results rest (LATE_REST_MS). */
const CLOSED_AFTER_MS = 120_000
const REST_MS = 300_000
/** A quarter is closed as soon as its backlog is rolled up, so that the two meet. */
const AHEAD_OF_CLOSE_MS = REST_MS + 20_000

const QUIET_MS = 60_000
const LIMIT_MS = 1_800_000
/** A connection of the database that rests tells by then what it did to tables. */
const COUNTED_MS = 15_000

/** One result a minute of each, in the six hours that the other region is away. */
const HISTORY = `
  insert into check_results (monitor_id, scheduled_at, region, attempt, confirmation, late, checked_at,
    duration_ms, status_code, response_ms, dns_ms, connect_ms, tls_ms, first_byte_ms, download_ms, status)
  select id, slot, $2, 0, false, false, slot + interval '12 milliseconds', 190, 200,
    (80 + 60 * random())::real, 3.1, 20.4, 41.9, 110.2, 10.8, 'up'
  from generate_series(now() - $3 * interval '1 millisecond', now() - interval '1 minute', interval '1 minute') slot,
    unnest($1::integer[]) id`

/** A region comes back with six hours of results of 10,000 monitors while both regions go on: how long that takes to
 *  be rolled up, whether new quarters wait for it, and what everybody's results wait. */
export async function benchRollups(): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-bench-'))
  const postgres = await startDatabase(folder)
  const startController = () =>
    startProgram<ControllerReady>(
      'controller/src/main.ts',
      [],
      controllerEnvironment(folder, postgres.url),
    )
  let controller = await startController()
  const db = openDatabase(postgres.url, createLogger('bench', 'error'))
  const agents: BenchAgent[] = []
  try {
    await controller.stop()
    const monitorIds = await makeHistory(db)
    controller = await startController()
    for (const region of [STEADY, RETURNING]) {
      const { token } = await createAgentToken(db, { region, name: region, now: new Date() })
      agents.push(await startBenchAgent(controller.ready.grpc, token, region, monitorIds))
    }
    const figures = await measure(db, agents)
    const { rows } = await db.query<{ version: string }>({
      text: `select current_setting('server_version') as version`,
    })
    return { figures, versions: { postgresql: rows[0]?.version ?? 'unknown' } }
  } catch (error: unknown) {
    console.error(controller.output())
    throw error
  } finally {
    for (const agent of agents) await agent.stop().catch(() => undefined)
    await db.close()
    await controller.stop()
    await postgres.stop(5_000)
    await rm(folder, { recursive: true, force: true })
  }
}

async function makeHistory(db: Database): Promise<number[]> {
  const nowMs = Date.now()
  const days = await openResultDays(db, createLogger('bench', 'error'))
  await days.ensure([nowMs - BACKLOG_MS - QUARTER_MS, nowMs, nowMs + 3_600_000])
  const monitorIds = await insertMonitors(db, await insertWorkspace(db), {
    count: MONITORS,
    regions: [STEADY, RETURNING],
    status: 'up',
    createdAt: new Date(nowMs - BACKLOG_MS - 3_600_000),
  })
  await db.query({ text: HISTORY }, [monitorIds, STEADY, BACKLOG_MS])
  await db.query({ text: 'vacuum analyze' })
  await rollUp(db, nowMs, Number.POSITIVE_INFINITY)
  await db.query({ text: 'vacuum analyze check_rollups' })
  return monitorIds
}

async function measure(db: Database, agents: readonly BenchAgent[]): Promise<Figure[]> {
  const [, returning] = agents
  if (returning === undefined) throw new Error('there is no agent')
  const watch = watchRollups(db)
  try {
    await delay(QUIET_MS + untilStart(Date.now() + QUIET_MS))
    const before = await watch.look()
    const backlog = await returning.sendBacklog(Date.now() - BACKLOG_MS)
    const sent = await watch.look()
    await untilRolledUp(watch, sent.atMs)
    const done = await watch.look()
    await expectAll(db, backlog)
    await delay(COUNTED_MS)
    const { removed } = await watch.look()
    const lateByMs = watch.samples.map(
      (sample) => sample.newestAgeMs - QUARTER_MS - CLOSED_AFTER_MS,
    )
    return [
      { name: 'late results', value: backlog, unit: 'results' },
      {
        name: 'late results committed',
        value: backlog / ((sent.atMs - before.atMs) / 1_000),
        unit: 'a second',
      },
      {
        name: 'all of it rolled up, after the first came',
        value: (done.atMs - before.atMs) / 1_000,
        unit: 's',
      },
      {
        name: 'all of it rolled up, after the last came',
        value: (done.atMs - sent.atMs) / 1_000,
        unit: 's',
      },
      {
        name: 'a new quarter is rolled up after it was to be closed, at worst',
        value: Math.max(...lateByMs) / 1_000,
        unit: 's',
        target: `under ${MOST_LATE_S}`,
      },
      {
        name: 'quarters waiting to be made anew, at most',
        value: Math.max(...watch.samples.map(({ stale }) => stale)),
        unit: 'quarters',
      },
      {
        name: 'times a quarter with late results was made anew',
        value: (removed - before.removed) / ((MONITORS * BACKLOG_MS) / QUARTER_MS),
        unit: 'times',
        target: 'about 1',
      },
      {
        name: 'longest transaction of the controller',
        value: Math.max(...watch.samples.map(({ oldestTransactionMs }) => oldestTransactionMs)),
        unit: 'ms',
      },
      ...waitsOf(agents, 'alone', { fromMs: before.atMs - QUIET_MS, toMs: before.atMs }),
      ...waitsOf(agents, 'beside the backlog', { fromMs: before.atMs, toMs: sent.atMs }),
      ...waitsOf(agents, 'beside its rolling up', {
        fromMs: Math.max(sent.atMs, before.atMs + REST_MS),
        toMs: done.atMs,
      }),
    ]
  } finally {
    await watch.stop()
  }
}

/** A turn of the others at most for each of three transactions (10,000 monitors), and the minute of the job. */
const MOST_LATE_S = 90

function untilStart(atMs: number): number {
  const closeMs = Math.ceil((atMs + AHEAD_OF_CLOSE_MS - CLOSED_AFTER_MS) / QUARTER_MS) * QUARTER_MS
  return closeMs + CLOSED_AFTER_MS - AHEAD_OF_CLOSE_MS - atMs
}

async function untilRolledUp(watch: RollupWatch, sinceMs: number): Promise<void> {
  for (;;) {
    const { stale, atMs } = await watch.look()
    if (stale === 0) return
    if (atMs - sinceMs > LIMIT_MS) throw new Error(`${stale} quarters are still to be made anew`)
    await delay(1_000)
  }
}

async function expectAll(db: Database, backlog: number): Promise<void> {
  const { rows } = await db.query<{ stored: number; reported: number }>(
    {
      text: `select (select count(*) from check_results where region = $1) as stored,
        (select sum(checks) from check_rollups where span_minutes = 15 and region = $1)
          + (select count(*) from check_results where region = $1 and checked_at >= rolled_to) as reported
        from rollup_progress`,
    },
    [RETURNING],
  )
  const { stored = 0, reported = 0 } = rows[0] ?? {}
  if (stored < backlog || reported < stored) {
    throw new Error(
      `of ${backlog} results ${stored} are stored (with those of now), ${reported} told`,
    )
  }
}

function waitsOf(
  agents: readonly BenchAgent[],
  when: string,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Figure[] {
  const waits = agents
    .flatMap((agent) => agent.waits)
    .filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
    .map(({ ms }) => ms)
  return [
    {
      name: `results of now, sent to acknowledged, ${when}: median`,
      value: median(waits),
      unit: 'ms',
    },
    {
      name: `results of now, sent to acknowledged, ${when}: 95th percentile`,
      value: percentile(waits, 0.95),
      unit: 'ms',
    },
  ]
}
