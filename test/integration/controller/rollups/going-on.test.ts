import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { storeResults } from '../../../../controller/src/db/results.ts'
import { latestOfRegions } from '../../../../controller/src/ingest/result-row.ts'
import { bucketOf, middleOf } from '../../../../controller/src/reports/rollups/histogram.ts'
import { rollUpResults } from '../../../../controller/src/reports/rollups/jobs.ts'
import { readTallies } from '../../../../controller/src/reports/rollups/read-tallies.ts'
import { rollUp } from '../../../../controller/src/reports/rollups/roll-up.ts'
import { aResult, forgetRollups } from '../../../helpers/report-rows.ts'
import {
  DAY,
  HOUR,
  MINUTE,
  NOW,
  PATIENT,
  REGIONS,
  useRollupDatabase,
} from '../../../helpers/rollup-database.ts'

const database = useRollupDatabase()
const { newMonitors, store, countRows } = database

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

describe('rolling results up', () => {
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
    await expect.poll(() => countRows('stale_quarters', 'is_taken')).toBe(1)
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
