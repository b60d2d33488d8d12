import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { askForLocalDays } from '../../../../controller/src/db/local-days.ts'
import {
  readFigures,
  readTallies,
} from '../../../../controller/src/reports/rollups/read-tallies.ts'
import { rollUp } from '../../../../controller/src/reports/rollups/roll-up.ts'
import { calendarGrid } from '../../../../controller/src/reports/rollups/segments.ts'
import { spanFigures } from '../../../../controller/src/reports/rollups/tally.ts'
import {
  bucketOfResult,
  compressResults,
  forgetRollups,
  tallyOneByOne,
} from '../../../helpers/report-rows.ts'
import { DAY, HOUR, NOW, PATIENT, useRollupDatabase } from '../../../helpers/rollup-database.ts'
import { expectSame, history, instant, resultsOf } from '../../../helpers/rollup-histories.ts'

const database = useRollupDatabase()
const { newMonitors, store, countRows } = database

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
})
