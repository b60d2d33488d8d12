import { createLogger } from '@sightline/shared/logger'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import {
  askForLocalDays,
  findLocalDays,
  forgetLocalDays,
} from '../../../controller/src/db/local-days.ts'
import type { Database } from '../../../controller/src/db/pool.ts'
import { openResultDays } from '../../../controller/src/db/partitions.ts'
import { readRollupState } from '../../../controller/src/db/rollup-reads.ts'
import type { IncomingResult } from '../../../controller/src/db/results.ts'
import { storeResults } from '../../../controller/src/db/results.ts'
import { latestOfRegions, orderedByKey } from '../../../controller/src/ingest/result-row.ts'
import { cleanRollups } from '../../../controller/src/reports/rollups/clean-rollups.ts'
import { bucketOf, middleOf } from '../../../controller/src/reports/rollups/histogram.ts'
import { rollUpResults } from '../../../controller/src/reports/rollups/jobs.ts'
import { readFigures, readTallies } from '../../../controller/src/reports/rollups/read-tallies.ts'
import { rollUp } from '../../../controller/src/reports/rollups/roll-up.ts'
import { calendarGrid } from '../../../controller/src/reports/rollups/segments.ts'
import { readStreaks } from '../../../controller/src/reports/streaks.ts'
import type { Tally } from '../../../controller/src/reports/rollups/tally.ts'
import { responseFigures, spanFigures } from '../../../controller/src/reports/rollups/tally.ts'
import type { NaiveTally } from '../../helpers/report-rows.ts'
import {
  aResult,
  bucketOfResult,
  compressResults,
  forgetRollups,
  percentileOf,
  setCreatedAt,
  tallyOneByOne,
} from '../../helpers/report-rows.ts'
import { insertMonitors, insertWorkspace } from '../../helpers/rows.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

const NOW = Date.parse('2026-03-10T12:07:31.250Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const REGIONS = ['ap-south', 'eu-west', 'us-east']
const PATIENT = Number.POSITIVE_INFINITY

let database: TestDatabase
let workspaceId: number

beforeAll(async () => {
  database = await openTestDatabase()
  workspaceId = await insertWorkspace(database.db)
  const days = await openResultDays(database.db, createLogger('test', 'silent'))
  await days.ensure(Array.from({ length: 7 }, (_, daysAgo) => NOW + DAY - daysAgo * DAY))
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.db.query({ text: 'delete from monitors' })
  await forgetRollups(database.db)
})

async function newMonitors(count = 1, createdMs = NOW - 5 * DAY): Promise<number[]> {
  const ids = await insertMonitors(database.db, workspaceId, { count, regions: REGIONS })
  await setCreatedAt(database.db, ids, new Date(createdMs))
  return ids
}

async function store(results: readonly IncomingResult[]): Promise<void> {
  if (results.length === 0) return
  const rows = orderedByKey(results)
  await storeResults(
    database.db,
    rows,
    latestOfRegions(rows, () => true),
  )
}

async function countRows(table: string, where = 'true'): Promise<number> {
  const { rows } = await database.db.query<{ count: number }>({
    text: `select count(*) as count from ${table} where ${where}`,
  })
  return rows[0]?.count ?? 0
}

/** Up to when all is rolled up, UNIX ms. */
async function progressMs(): Promise<number> {
  const { rows } = await database.db.query<{ at: Date }>({
    text: 'select rolled_to as at from rollup_progress',
  })
  return rows[0]?.at.getTime() ?? Number.NaN
}

/** The last monitor that is done with the step under way. */
async function lastOfStep(): Promise<number | undefined> {
  const { rows } = await database.db.query<{ done: number }>({
    text: 'select step_monitor_id as done from rollup_progress',
  })
  return rows[0]?.done
}

/** Has days of local times kept, minutes ahead of UTC. */
async function askFor(monitorId: number, localTimes: readonly number[], at = NOW): Promise<void> {
  for (const offsetMinutes of localTimes) {
    await askForLocalDays(database.db, { monitorId, offsetMinutes }, new Date(at), {
      ofMonitor: 4,
      ofWorkspace: 500,
    })
  }
}

/** Every rollup, as text that can be compared. */
async function rollups(): Promise<string[]> {
  const { rows } = await database.db.query<{ line: string }>({
    text: `select concat_ws(' ', span_minutes, monitor_id, start_at, region, checks, up, degraded, down, unknown,
        failures, response_count, response_min_ms, response_max_ms, round(response_sum_ms::numeric, 3),
        round(dns_sum_ms::numeric, 3), dns_count, tls_count,
        (select string_agg(bucket || ':' || amount, ',' order by bucket) from (
          select bucket, sum(amount) as amount from histogram_entries(response_histogram) group by bucket) e)
      ) as line
      from check_rollups order by 1`,
  })
  return rows.map((row) => row.line)
}

/** Instants of some days, many of them at or next to the edge of a quarter, hour or day. */
const instant = fc.oneof(
  fc.integer({ min: NOW - 4 * DAY, max: NOW }),
  fc
    .tuple(
      fc.integer({ min: 0, max: 4 * 96 - 1 }),
      fc.constantFrom(-1, 0, 1, 7 * MINUTE, 7 * MINUTE - 1),
    )
    .map(([quarters, ms]) => Math.floor(NOW / DAY) * DAY - 3 * DAY + quarters * 15 * MINUTE + ms)
    .filter((ms) => ms < NOW),
)

const phaseMs = fc.option(fc.integer({ min: 0, max: 5_000 }).map((tenths) => tenths / 10))
const someResult = fc.record({
  checkedAtMs: instant,
  delayMs: fc.integer({ min: -5_000, max: 60_000 }),
  region: fc.constantFrom(...REGIONS),
  status: fc.constantFrom('up', 'up', 'up', 'degraded', 'down', 'unknown'),
  confirmation: fc.boolean(),
  responseMs: fc.option(
    fc.oneof(
      fc.integer({ min: 0, max: 300 }).map((tenths) => tenths / 10),
      fc.integer({ min: 0, max: 100_000 }).map((tenths) => tenths / 10),
    ),
  ),
  dnsMs: phaseMs,
  connectMs: phaseMs,
  tlsMs: phaseMs,
  firstByteMs: phaseMs,
  downloadMs: phaseMs,
})

const history = fc.array(someResult, { minLength: 1, maxLength: 250 })

function resultsOf(
  monitorId: number,
  generated: readonly (typeof someResult extends fc.Arbitrary<infer T> ? T : never)[],
): IncomingResult[] {
  return generated.map(({ delayMs, ...fields }, attempt) =>
    aResult({
      monitorId,
      ...fields,
      scheduledAtMs: fields.checkedAtMs - delayMs,
      // 1 is a first check, which is only taken where one was asked for.
      attempt: attempt + 2,
    }),
  )
}

function expectSame(tally: Tally, naive: NaiveTally): void {
  const { checks, up, degraded, down, unknown, failures } = naive
  expect(tally).toMatchObject({ checks, up, degraded, down, unknown, failures })
  const { responses, phases } = naive
  expect(tally.responseCount).toBe(responses.length)
  expect(tally.responseMinMs).toBe(shown(responses[0]))
  expect(tally.responseMaxMs).toBe(shown(responses.at(-1)))
  const sum = responses.reduce((total, ms) => total + ms, 0)
  expect(tally.responseSumMs).toBeCloseTo(sum, 2)
  for (const phase of ['dns', 'connect', 'tls', 'firstByte', 'download'] as const) {
    expect(tally[`${phase}Count`]).toBe(phases[phase].count)
    expect(tally[`${phase}SumMs`]).toBeCloseTo(phases[phase].sum, 2)
  }
  const { p50Ms, p95Ms, p99Ms } = responseFigures(tally)
  for (const [share, found] of [
    [0.5, p50Ms],
    [0.95, p95Ms],
    [0.99, p99Ms],
  ] as const) {
    if (responses.length === 0) expect(found).toBeNull()
    else {
      const exact = percentileOf(responses, share)
      expect(Math.abs((found ?? Number.NaN) - exact)).toBeLessThanOrEqual(exact * 0.008 + 0.006)
    }
  }
}

/** As the driver reads a real. */
function shown(ms: number | undefined): number | null {
  return ms === undefined ? null : Number(ms.toPrecision(6))
}

describe('rolling results up', () => {
  it('gives in any window, at any offset, what counting one by one gives, with late results and however far it is', async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        history,
        history,
        fc.record({
          rolledMs: fc.integer({ min: NOW - 5 * DAY, max: NOW + HOUR }),
          refreshes: fc.boolean(),
          isInterrupted: fc.boolean(),
          localTimes: fc.uniqueArray(fc.constantFrom(60, 330, 345, 840, 1_140), { maxLength: 4 }),
        }),
        fc.array(
          fc.record({
            edges: fc.tuple(instant, instant),
            interval: fc.constantFrom('hour', 'day', 'week', null),
            offset: fc.constantFrom(0, 60, -300, 330, 345, 7, -7, 840, -840),
            byRegion: fc.boolean(),
            regions: fc.constantFrom<string[] | null>(null, ['eu-west'], ['us-east', 'ap-south']),
          }),
          { minLength: 6, maxLength: 6 },
        ),
        async (early, late, later, job, questions) => {
          await database.db.query({ text: 'delete from monitors' })
          await forgetRollups(database.db)
          const [monitorId = 0] = await newMonitors()
          const all = resultsOf(monitorId, [...early, ...late, ...later])
          await store(all.slice(0, early.length))
          await askFor(monitorId, job.localTimes)
          await rollUp(database.db, job.rolledMs, job.isInterrupted ? -1 : PATIENT)
          await store(all.slice(early.length, early.length + late.length))
          if (job.refreshes) await rollUp(database.db, job.rolledMs, PATIENT)
          await store(all.slice(early.length + late.length))
          for (const { edges, interval, offset, byRegion, regions } of questions) {
            const [fromMs, toMs] = [Math.min(...edges), Math.max(...edges) + 1]
            const grid = interval === null ? null : calendarGrid(interval, offset)
            const tallies = await readTallies(
              database.db,
              {
                monitorId,
                from: new Date(fromMs),
                to: new Date(toMs),
                regions,
                grid,
                byRegion,
                withHistograms: true,
              },
              new Date(NOW),
            )
            if (grid !== null && !byRegion) {
              const window = { from: new Date(fromMs), to: new Date(toMs) }
              const query = { monitorId, ...window, regions, grid }
              const figures = await readFigures(database.db, query, new Date(NOW))
              // Of those that come packed also such as have no checks.
              const told = [...figures].filter(([, { checks }]) => checks > 0)
              expect(new Map(told)).toEqual(
                new Map(tallies.map((tally) => [tally.bucket, spanFigures(tally)])),
              )
            }
            const asked = all.filter(({ region }) => regions?.includes(region) ?? true)
            const naive = tallyOneByOne(
              asked,
              { fromMs, toMs },
              (result) => `${bucketOfResult(result, grid)}/${byRegion ? result.region : ''}`,
            )
            const keys = tallies.map((tally) => `${tally.bucket}/${tally.region ?? ''}`)
            expect(new Set(keys)).toEqual(new Set(naive.keys()))
            expect(keys).toHaveLength(naive.size)
            for (const [index, tally] of tallies.entries()) {
              const counted = naive.get(keys[index] ?? '')
              if (counted !== undefined) expectSame(tally, counted)
            }
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  it('gives the same whether results come in time or late, twice or once, in one run or in many', async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.array(fc.integer({ min: 0, max: 249 }), { maxLength: 100 }),
        async (generated, lateOnes) => {
          await database.db.query({ text: 'delete from monitors' })
          await forgetRollups(database.db)
          const [monitorId = 0] = await newMonitors()
          const all = resultsOf(monitorId, generated)
          await store(all)
          await rollUp(database.db, NOW, PATIENT)
          const inTime = await rollups()
          await database.db.query({ text: 'delete from check_results' })
          await forgetRollups(database.db)
          const isLate = new Set(lateOnes)
          await store(all.filter((_, index) => !isLate.has(index)))
          for (let ms = NOW - 6 * DAY; ms < NOW; ms += 7 * HOUR) {
            await rollUp(database.db, ms, PATIENT)
          }
          await rollUp(database.db, NOW, PATIENT)
          await compressResults(database.db)
          await store(all.filter((_, index) => isLate.has(index)))
          await store(all)
          await rollUp(database.db, NOW, PATIENT)
          expect(await countRows('stale_quarters', `start_at < now()`)).toBe(0)
          expect(await rollups()).toEqual(inTime)
          await database.db.query({ text: 'delete from check_results' })
        },
      ),
      { numRuns: 8 },
    )
  })

  it('is done once by several at once, and goes on where one was interrupted', async () => {
    const ids = await newMonitors(130)
    const results = ids.flatMap((monitorId) =>
      [1, 2, 3, 4, 5].map((days) => aResult({ monitorId, checkedAtMs: NOW - days * DAY })),
    )
    await store(results)
    expect(await rollUp(database.db, NOW, -1)).toBe(false)
    expect(await lastOfStep()).toBe(ids[49])
    await Promise.all([1, 2, 3].map(() => rollUp(database.db, NOW, PATIENT)))
    await rollUp(database.db, NOW, PATIENT)
    for (const span of [15, 60, 1_440]) {
      expect(await countRows('check_rollups', `span_minutes = ${span} and checks = 1`)).toBe(650)
    }
  })

  it('takes fewer monitors at once where days end, which take long to make', async () => {
    const midnightMs = Date.parse('2026-03-10T00:00:00Z')
    const ids = await newMonitors(450, midnightMs - DAY)
    await rollUp(database.db, midnightMs - 10 * MINUTE, PATIENT)
    expect(await progressMs()).toBe(midnightMs - 15 * MINUTE)
    await rollUp(database.db, midnightMs + 5 * MINUTE, -1)
    expect(await lastOfStep()).toBe(ids[399])
  })

  it('waits for results that are being stored before it closes their quarter', async () => {
    const [monitorId = 0] = await newMonitors()
    await rollUp(database.db, NOW - HOUR, PATIENT)
    const stored = Promise.withResolvers<void>()
    const committing = Promise.withResolvers<void>()
    const transaction = database.db.transaction(async (tx) => {
      const rows = [aResult({ monitorId, checkedAtMs: NOW - 30 * MINUTE })]
      await storeResults(
        tx,
        rows,
        latestOfRegions(rows, () => true),
      )
      stored.resolve()
      await committing.promise
    })
    await stored.promise
    const rolled = rollUp(database.db, NOW, PATIENT)
    committing.resolve()
    await Promise.all([transaction, rolled])
    await rollUp(database.db, NOW, PATIENT)
    expect(await countRows('stale_quarters')).toBe(0)
    expect(await countRows('check_rollups', 'span_minutes = 15')).toBe(1)
  })

  it('marks a quarter once, however many late results it gets', async () => {
    const [first = 0, second = 0] = await newMonitors(2)
    await rollUp(database.db, NOW, PATIENT)
    for (const minute of [1, 2, 3]) {
      const checkedAtMs = NOW - DAY + minute * MINUTE
      await store([second, first].map((monitorId) => aResult({ monitorId, checkedAtMs })))
    }
    expect(await countRows('stale_quarters')).toBe(2)
  })

  it('rolls new quarters up while late results never cease, and old ones while it is far behind', async () => {
    const ids = await newMonitors(60)
    await rollUp(database.db, NOW - 2 * HOUR, PATIENT)
    const rolledTo: number[] = []
    for (let quarter = 1; quarter <= 4; quarter += 1) {
      const checkedAtMs = NOW - 3 * HOUR + quarter * MINUTE
      await store(ids.map((monitorId) => aResult({ monitorId, checkedAtMs })))
      await rollUp(database.db, NOW - 2 * HOUR + quarter * 15 * MINUTE, -1)
      rolledTo.push(await progressMs())
    }
    const startMs = Date.parse('2026-03-10T10:00:00Z')
    expect(rolledTo).toEqual([1, 2, 3, 4].map((quarter) => startMs + quarter * 15 * MINUTE))
    expect(await countRows('stale_quarters')).toBe(0)
    expect(await countRows('check_rollups', 'span_minutes = 15 and checks = 4')).toBe(60)

    // Two days are three steps.
    await database.db.query({
      text: `update rollup_progress set rolled_to = rolled_to - interval '2 days'`,
    })
    await database.db.query({ text: 'delete from check_rollups' })
    await store(ids.map((monitorId) => aResult({ monitorId, checkedAtMs: NOW - 4 * DAY })))
    expect(await countRows('stale_quarters')).toBe(60)
    expect(await rollUp(database.db, NOW, -1)).toBe(false)
    expect(await countRows('stale_quarters')).toBe(0)
  })

  it('waits for the late results that may follow, and then makes all of a monitor anew', async () => {
    const [monitorId = 0] = await newMonitors()
    await rollUp(database.db, NOW, PATIENT)
    await store([aResult({ monitorId, checkedAtMs: NOW - DAY })])
    await database.db.query({
      text: `update stale_quarters set marked_at = marked_at - interval '1 hour'`,
    })
    await rollUp(database.db, NOW, PATIENT, 2 * HOUR)
    expect(await countRows('check_rollups')).toBe(0)
    await store([aResult({ monitorId, checkedAtMs: NOW - DAY + 30 * MINUTE })])
    expect(await rollUp(database.db, NOW, PATIENT, HOUR)).toBe(true)
    expect(await countRows('stale_quarters')).toBe(0)
    expect(await countRows('check_rollups', 'span_minutes = 15')).toBe(2)
  })

  it('misses no result whose quarter was marked before, and holds up none meanwhile', async () => {
    const [monitorId = 0] = await newMonitors()
    await rollUp(database.db, NOW, PATIENT)
    // Of regions of their own: two of one would wait for each other whatever is rolled up.
    const late = (nth: number) =>
      aResult({ monitorId, checkedAtMs: NOW - DAY + nth, region: REGIONS[nth - 1] ?? '' })
    await store([late(1)])
    const stored = Promise.withResolvers<void>()
    const committing = Promise.withResolvers<void>()
    const transaction = database.db.transaction(async (tx) => {
      const rows = [late(2)]
      await storeResults(
        tx,
        rows,
        latestOfRegions(rows, () => true),
      )
      stored.resolve()
      await committing.promise
    })
    await stored.promise
    const rolled = rollUp(database.db, NOW, PATIENT)
    await expect.poll(() => countRows('stale_quarters', 'is_taken'), { timeout: 30_000 }).toBe(1)
    await store([late(3)])
    expect(await countRows('stale_quarters')).toBe(2)
    committing.resolve()
    await Promise.all([transaction, rolled])
    await rollUp(database.db, NOW, PATIENT)
    expect(await countRows('stale_quarters')).toBe(0)
    expect(await countRows('check_rollups', 'span_minutes = 15 and checks = 1')).toBe(3)
  })

  it('reads past and rolls up what a controller of the version before marked, many times over', async () => {
    const [monitorId = 0] = await newMonitors()
    const late = aResult({ monitorId, checkedAtMs: NOW - DAY })
    await rollUp(database.db, NOW, PATIENT)
    await store([late])
    await database.db.query({
      text: `with marks as (delete from stale_quarters returning monitor_id, start_at)
        insert into stale_rollups select monitor_id, start_at from marks, generate_series(1, 3)`,
    })
    const tallies = await readTallies(
      database.db,
      {
        monitorId,
        from: new Date(NOW - 3 * DAY),
        to: new Date(NOW),
        regions: null,
        grid: null,
        byRegion: false,
        withHistograms: false,
      },
      new Date(NOW),
    )
    expect(tallies).toMatchObject([{ checks: 1 }])
    await rollUp(database.db, NOW, PATIENT)
    expect(await countRows('stale_rollups')).toBe(0)
    expect(await countRows('check_rollups', 'span_minutes = 15 and checks = 1')).toBe(1)
  })

  it('marks nothing for results in time, nor for late ones sent again', async () => {
    const [monitorId = 0] = await newMonitors()
    const late = aResult({ monitorId, checkedAtMs: NOW - DAY })
    await store([late])
    await rollUp(database.db, NOW, PATIENT)
    await store([late, aResult({ monitorId, checkedAtMs: NOW })])
    expect(await countRows('stale_quarters')).toBe(0)
    await store([aResult({ monitorId, checkedAtMs: NOW - DAY + 1 })])
    expect(await countRows('stale_quarters')).toBe(1)
  })

  it('begins with the oldest monitor, and at once with nothing where there is none', async () => {
    await rollUp(database.db, NOW, PATIENT)
    expect(await progressMs()).toBe(Date.parse('2026-03-10T12:00:00Z'))
    await forgetRollups(database.db)
    await newMonitors(1, NOW - 3 * DAY)
    expect(await rollUp(database.db, NOW, -1)).toBe(false)
    expect(await progressMs()).toBe(Date.parse('2026-03-08T00:00:00Z'))
  })

  it('closes nothing that has not happened, on a machine whose clock runs ahead', async () => {
    await rollUpResults({ db: database.db, now: () => Date.parse('2100-01-01T00:00:00Z') })
    expect(await countRows('rollup_fence', 'closed_to <= now()')).toBe(1)
    expect(await countRows('rollup_progress', 'rolled_to <= now()')).toBe(1)
  })

  it('puts every response time into the bucket that this program reads', async () => {
    const tenths = fc.sample(fc.oneof(fc.nat(200), fc.nat(20_000), fc.nat(16_000_000)), 2_000)
    const powers = Array.from({ length: 24 }, (_, n) => [2 ** n - 1, 2 ** n, 2 ** n + 1]).flat()
    const values = [...tenths, ...powers].map((value) => value / 10)
    const { rows } = await database.db.query<{ bucket: number }>(
      { text: 'select response_bucket(ms) as bucket from unnest($1::real[]) as given (ms)' },
      [values],
    )
    expect(rows.map((row) => row.bucket)).toEqual(values.map((ms) => bucketOf(ms)))
    expect(middleOf(bucketOf(2_147_483_647))).toBeGreaterThan(2.13e9)
  })
})

describe('packed hours', () => {
  const midnight = NOW - (NOW % DAY)
  const readHours = async (monitorId: number, toMs = midnight) => {
    const window = { from: new Date(midnight - 3 * DAY), to: new Date(toMs) }
    const query = { monitorId, ...window, regions: null, grid: calendarGrid('hour', 120) }
    const figures = await readFigures(database.db, query, new Date(NOW))
    return [...figures.values()].reduce((sum, { checks }) => sum + checks, 0)
  }
  const aboutDay = (ago: number, count = 1) =>
    Array.from({ length: count }, (_, index) => midnight - ago * DAY + 9 * HOUR + index * MINUTE)
  const storeAt = (monitorId: number, instants: readonly number[]) =>
    store(instants.map((checkedAtMs) => aResult({ monitorId, checkedAtMs })))
  const forgetHours = () =>
    database.db.query({ text: 'delete from check_rollups where span_minutes = 60' })
  const packed = () => countRows('packed_hours', 'length(figures) > 0')

  it('are read in place of the hours of days that are over', async () => {
    const [monitorId = 0] = await newMonitors()
    await storeAt(monitorId, [...aboutDay(3), ...aboutDay(1, 2), ...aboutDay(0, 4)])
    await rollUp(database.db, NOW, PATIENT)
    expect(await packed()).toBe(2)
    expect(await readHours(monitorId, NOW)).toBe(7)
    await forgetHours()
    expect(await readHours(monitorId)).toBe(3)
  })

  it('are made anew once late results are rolled up, also of days that had none', async () => {
    const [monitorId = 0] = await newMonitors()
    await storeAt(monitorId, aboutDay(3))
    await rollUp(database.db, NOW, PATIENT)
    await storeAt(monitorId, [...aboutDay(3, 3).slice(1), ...aboutDay(2)])
    expect(await readHours(monitorId)).toBe(4)
    await rollUp(database.db, NOW, PATIENT)
    expect(await countRows('packed_hours', 'figures is null')).toBe(0)
    expect(await packed()).toBe(2)
    await forgetHours()
    expect(await readHours(monitorId)).toBe(4)
  })

  it('are not read once a controller of the version before rolled up late results of theirs', async () => {
    const [monitorId = 0] = await newMonitors()
    await storeAt(monitorId, aboutDay(3))
    await rollUp(database.db, NOW, PATIENT)
    await storeAt(monitorId, aboutDay(3, 2).slice(1))
    const text = `update stale_quarters set is_taken = true`
    await database.db.query({ text })
    expect(await packed()).toBe(1)
    await database.db.query({ text: 'delete from stale_quarters' })
    await database.db.query({
      text: `update check_rollups set checks = 2 where span_minutes = 60`,
    })
    expect(await packed()).toBe(0)
    expect(await readHours(monitorId)).toBe(2)
  })

  it('wait until all else is rolled up, and go on from monitor to monitor', async () => {
    const ids = await newMonitors(60)
    for (const id of ids) await storeAt(id, aboutDay(1))
    await rollUp(database.db, midnight - DAY, PATIENT)
    await rollUp(database.db, NOW, -1)
    expect(await countRows('packed_hours', `day_at >= '2026-03-09'`)).toBe(0)
    await Promise.all([1, 2].map(() => rollUp(database.db, NOW, PATIENT)))
    await rollUp(database.db, NOW, PATIENT)
    expect(await packed()).toBe(60)
  })

  it('go with their time, and with their monitor', async () => {
    // The last has no checks.
    const [first = 0, second = 0] = await newMonitors(3)
    await storeAt(first, aboutDay(1))
    await storeAt(second, aboutDay(1))
    await rollUp(database.db, NOW, PATIENT)
    expect(await packed()).toBe(2)
    await database.db.query({ text: 'delete from monitors where id = $1' }, [second])
    await cleanRollups(database.db, NOW + 60 * DAY, 0, PATIENT)
    expect(await packed()).toBe(1)
    await cleanRollups(database.db, NOW + 63 * DAY, 0, PATIENT)
    expect(await countRows('packed_hours')).toBe(0)
  })
})

describe('cleaning rollups', () => {
  it('removes what is past its time, and all of monitors that are gone', async () => {
    const ids = await newMonitors(3)
    await store(
      ids.flatMap((monitorId) => [
        aResult({ monitorId, checkedAtMs: NOW - 2 * DAY }),
        aResult({ monitorId, checkedAtMs: NOW - 26 * HOUR }),
      ]),
    )
    await rollUp(database.db, NOW, PATIENT)
    await database.db.query({ text: 'delete from monitors where id = $1' }, [ids[1]])
    const spans = async () =>
      Promise.all(
        [15, 60, 1_440].map((span) => countRows('check_rollups', `span_minutes = ${span}`)),
      )
    expect(await spans()).toEqual([6, 6, 6])
    expect(await cleanRollups(database.db, NOW, 0, -1)).toBe(0)
    expect(await cleanRollups(database.db, NOW, 0, PATIENT)).toBeNull()
    expect(await spans()).toEqual([4, 4, 4])
    // The day 400 days later is the last that still has the older one's quarter.
    await cleanRollups(database.db, NOW + 398 * DAY, 0, PATIENT)
    expect(await spans()).toEqual([4, 4, 4])
    await cleanRollups(database.db, NOW + 399 * DAY, 0, PATIENT)
    expect(await spans()).toEqual([2, 4, 4])
    await cleanRollups(database.db, NOW + 1_131 * DAY, 0, PATIENT)
    expect(await spans()).toEqual([0, 0, 4])
  })
})

describe('what is kept', () => {
  const readKept = async () => {
    const { kept } = await readRollupState(database.db, {
      monitorId: 1,
      from: new Date(NOW),
      to: new Date(NOW),
    })
    return kept
  }
  const midnight = NOW - (NOW % DAY)
  const ago = (days: number) => new Date(midnight - days * DAY)

  it('is what was set, and does not come back when more is to be kept', async () => {
    const unset = { results: null, quarters: null, hours: null }
    onTestFinished(async () => {
      const text =
        'update rollup_progress set results_from = null, quarters_from = null, hours_from = null'
      await database.db.query({ text })
    })
    const days = await openResultDays(database.db, createLogger('test', 'silent'))
    await days.ensure([40, 55, 70].map((age) => midnight - age * DAY))
    const [monitorId = 0] = await newMonitors(1, NOW - 100 * DAY)
    const noon = midnight + DAY / 2
    const oldMs = noon - 55 * DAY
    await store([40, 55, 70].map((age) => aResult({ monitorId, checkedAtMs: noon - age * DAY })))
    await rollUp(database.db, NOW, PATIENT)
    await cleanRollups(database.db, NOW, 0, PATIENT)
    expect(await readKept()).toEqual(unset)
    const spans = () =>
      Promise.all(
        [15, 60, 1_440].map((span) =>
          countRows('check_rollups', `span_minutes = ${span} and monitor_id = ${monitorId}`),
        ),
      )
    const whole = await spans()

    const short = { results: 40, quarters: 50, hours: 60 }
    await cleanRollups(database.db, NOW, 0, PATIENT, short)
    const kept = { results: ago(40), quarters: ago(50), hours: ago(60) }
    expect(await readKept()).toEqual(kept)
    expect(await spans()).toEqual(whole.map((count, place) => count - 2 + place))
    await cleanRollups(database.db, NOW, 0, PATIENT)
    expect(await readKept()).toEqual(kept)

    // The quarter is gone: its hour tells of it.
    const tallies = await readTallies(
      database.db,
      {
        monitorId,
        from: new Date(oldMs - HOUR),
        to: new Date(oldMs + HOUR),
        regions: null,
        grid: null,
        byRegion: false,
        withHistograms: false,
      },
      new Date(NOW),
    )
    expect(tallies.map(({ checks }) => checks)).toEqual([1])
  })
})

describe('days of local times', () => {
  /** In their order: tallies come in any. */
  const readDays = async (monitorId: number, days: number, offset: number, db = database.db) => {
    const tallies = await readTallies(
      db,
      {
        monitorId,
        from: new Date(NOW - days * DAY),
        to: new Date(NOW),
        regions: null,
        grid: calendarGrid('day', offset),
        byRegion: false,
        withHistograms: true,
      },
      new Date(NOW),
    )
    return tallies.toSorted((a, b) => a.bucket - b.bucket)
  }
  /** Days that begin when those of +05:30 do. */
  const LOCAL_DAYS = `span_minutes = 1440 and start_at::time = '18:30'`

  it('are rolled up once a long report asks for them, and give what it had without', async () => {
    const [monitorId = 0] = await newMonitors(1, NOW - 100 * DAY)
    await store(
      Array.from({ length: 90 }, (_, n) => aResult({ monitorId, checkedAtMs: NOW - n * HOUR })),
    )
    await rollUp(database.db, NOW, PATIENT)
    expect(await readDays(monitorId, 5, 330)).toHaveLength(4)
    await rollUp(database.db, NOW, PATIENT)
    expect(await countRows('local_days')).toBe(0)
    const before = await readDays(monitorId, 92, 330)
    expect(await rollUp(database.db, NOW, -1)).toBe(false)
    expect(await rollUp(database.db, NOW, PATIENT)).toBe(true)
    expect(await countRows('check_rollups', LOCAL_DAYS)).toBe(3)
    // What the hours and quarters say no longer counts: it was read from the days.
    await database.db.query({ text: 'update check_rollups set up = 7 where span_minutes = 60' })
    const after = await readDays(monitorId, 92, 330)
    expect(after.slice(0, 3).map(countsOf)).toEqual(before.slice(0, 3).map(countsOf))
  })

  it('follow results that come late', async () => {
    const [monitorId = 0] = await newMonitors()
    const hours = (from: number) =>
      Array.from({ length: 30 }, (_, n) =>
        aResult({ monitorId, checkedAtMs: NOW - (from + 3 * n) * HOUR }),
      )
    await store(hours(1))
    await askFor(monitorId, [330, 60])
    await rollUp(database.db, NOW, PATIENT)
    const checks = async (offset: number) =>
      (await readDays(monitorId, 5, offset)).reduce((sum, tally) => sum + tally.checks, 0)
    expect([await checks(330), await checks(60)]).toEqual([30, 30])
    await store(hours(2))
    expect([await checks(330), await checks(60)]).toEqual([60, 60])
    await rollUp(database.db, NOW, PATIENT)
    expect(await countRows('stale_quarters')).toBe(0)
    expect([await checks(330), await checks(60)]).toEqual([60, 60])
  })

  it('are kept of four zones at most, and no longer than somebody asks for them', async () => {
    const [monitorId = 0, gone = 0] = await newMonitors(2, NOW - 4 * DAY)
    await store([monitorId, gone].map((id) => aResult({ monitorId: id, checkedAtMs: NOW - DAY })))
    await rollUp(database.db, NOW, PATIENT)
    for (const offset of [60, 120, 180, 330, 240]) await readDays(monitorId, 40, offset)
    expect(await findLocalDays(database.db, { monitorId, offsetMinutes: 330 })).not.toBeNull()
    expect(await findLocalDays(database.db, { monitorId, offsetMinutes: 240 })).toBeNull()
    await readDays(gone, 40, 330)
    await rollUp(database.db, NOW, PATIENT)
    await database.db.query({ text: 'delete from monitors where id = $1' }, [gone])
    await askFor(monitorId, [330], NOW + 2 * DAY)
    await cleanRollups(database.db, NOW + 30.5 * DAY, 0, PATIENT)
    expect(await countRows('local_days')).toBe(1)
    expect(await countRows('check_rollups', LOCAL_DAYS)).toBe(1)
    expect(await countRows('check_rollups', 'span_minutes = 1440')).toBe(2)
  })

  it('are kept of so many in a workspace, those asked for last', async () => {
    const [first = 0, second = 0, third = 0] = await newMonitors(3)
    const ask = (monitorId: number, at: number) =>
      askForLocalDays(database.db, { monitorId, offsetMinutes: 330 }, new Date(at), {
        ofMonitor: 4,
        ofWorkspace: 2,
      })
    expect(await ask(first, NOW)).not.toBeNull()
    expect(await ask(second, NOW + 1)).not.toBeNull()
    expect(await ask(third, NOW + 2)).toBeNull()
    expect(await ask(first, NOW + 3)).not.toBeNull()
    await database.db.transaction((tx) => forgetLocalDays(tx, new Date(NOW), 1))
    expect(await countRows('local_days', `monitor_id = ${first}`)).toBe(1)
    expect(await countRows('local_days')).toBe(1)
    expect(await ask(third, NOW + 4)).not.toBeNull()
  })

  it('are told whole where they are forgotten while a report is read', async () => {
    const [monitorId = 0] = await newMonitors(1, NOW - 100 * DAY)
    await store(
      Array.from({ length: 90 }, (_, n) => aResult({ monitorId, checkedAtMs: NOW - n * HOUR })),
    )
    await rollUp(database.db, NOW, PATIENT)
    const before = await readDays(monitorId, 92, 330)
    await rollUp(database.db, NOW, PATIENT)
    expect(await countRows('check_rollups', LOCAL_DAYS)).toBe(3)
    let isForgotten = false
    const db: Database = {
      ...database.db,
      async query(statement, values) {
        const result = await database.db.query(statement, values)
        if (statement.text.includes('from local_days') && !isForgotten) {
          isForgotten = true
          await forgetLocalDays(database.db, new Date(NOW + DAY), 0)
        }
        return result
      },
    }
    const after = await readDays(monitorId, 92, 330, db)
    expect(await countRows('check_rollups', LOCAL_DAYS)).toBe(0)
    expect(after.map(countsOf)).toEqual(before.map(countsOf))
  })
})

function countsOf({ bucket, checks, up, responseSumMs }: Tally) {
  return { bucket, checks, up, responseSumMs }
}

describe('streaks of failures', () => {
  it('are what looking at every result gives, however much is rolled up', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            checkedAtMs: instant,
            region: fc.constantFrom(...REGIONS),
            status: fc.constantFrom('up', 'down', 'down', 'down', 'down', 'unknown', 'degraded'),
            confirmation: fc.boolean(),
          }),
          { minLength: 1, maxLength: 60 },
        ),
        fc.integer({ min: NOW - 5 * DAY, max: NOW }),
        async (generated, rolledMs) => {
          await database.db.query({ text: 'delete from monitors' })
          await forgetRollups(database.db)
          const [id = 0] = await newMonitors()
          const all = generated.map((fields, attempt) =>
            aResult({ monitorId: id, ...fields, attempt: attempt + 2 }),
          )
          await store(all)
          await rollUp(database.db, rolledMs, PATIENT)
          const streaks = await readStreaks(
            database.db,
            { id, createdAt: new Date(NOW - 5 * DAY) },
            new Map(REGIONS.map((region) => [region, 'down'])),
            new Date(NOW),
          )
          for (const region of REGIONS) {
            const own = all.filter((result) => result.region === region)
            const good = Math.max(
              ...own
                .filter(({ status }) => status === 'up' || status === 'degraded')
                .map(({ checkedAtMs }) => checkedAtMs),
            )
            const failing = own.filter(
              ({ status, checkedAtMs }) => status === 'down' && checkedAtMs > good,
            )
            const scheduled = failing.filter(({ confirmation }) => !confirmation)
            const since = Math.min(...scheduled.map(({ checkedAtMs }) => checkedAtMs))
            expect(streaks.get(region) ?? null).toEqual({
              isFailing: failing.length > 0,
              failures: scheduled.length,
              since: scheduled.length === 0 ? null : new Date(since),
            })
          }
        },
      ),
      { numRuns: 25 },
    )
  })
})
