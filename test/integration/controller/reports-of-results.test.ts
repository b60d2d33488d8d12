import { createLogger } from '@sightline/shared/logger'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openResultDays } from '../../../controller/src/db/partitions.ts'
import type { IncomingResult } from '../../../controller/src/db/results.ts'
import { storeResults } from '../../../controller/src/db/results.ts'
import { latestOfRegions, orderedByKey } from '../../../controller/src/ingest/result-row.ts'
import { getHoursOfDay } from '../../../controller/src/reports/hours-of-day.ts'
import { getResults } from '../../../controller/src/reports/results/read-results.ts'
import { rollUp } from '../../../controller/src/reports/rollups/roll-up.ts'
import { getSummary } from '../../../controller/src/reports/summary.ts'
import { aResult, forgetRollups, setCreatedAt } from '../../helpers/report-rows.ts'
import { insertMonitors, insertWorkspace } from '../../helpers/rows.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

const NOW = Date.parse('2026-03-10T12:07:31.250Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const REGIONS = ['ap-south', 'eu-west', 'us-east']
const STATUSES = ['up', 'degraded', 'down', 'unknown']

let database: TestDatabase
let workspaceId: number
beforeAll(async () => {
  database = await openTestDatabase()
  workspaceId = await insertWorkspace(database.db)
  const days = await openResultDays(database.db, createLogger('test', 'silent'))
  await days.ensure(Array.from({ length: 7 }, (_, daysAgo) => NOW + DAY - daysAgo * DAY))
})
afterAll(() => database.close())

/** Instants of some days, many of them at or next to the edge of a quarter, hour or day. */
const instant = fc.oneof(
  fc.integer({ min: NOW - 4 * DAY, max: NOW }),
  fc
    .tuple(fc.integer({ min: 0, max: 4 * 96 - 1 }), fc.constantFrom(-1, 0, 1, 7 * MINUTE))
    .map(([quarters, ms]) => Math.floor(NOW / DAY) * DAY - 3 * DAY + quarters * 15 * MINUTE + ms)
    .filter((ms) => ms < NOW),
)

const history = fc.array(
  fc.record({
    checkedAtMs: instant,
    region: fc.constantFrom(...REGIONS),
    status: fc.constantFrom(...STATUSES, 'up', 'up'),
    responseMs: fc.option(fc.integer({ min: 0, max: 4_000 }).map((quarters) => quarters / 4)),
  }),
  { minLength: 1, maxLength: 120, size: 'max' },
)

const question = fc.record({
  edges: fc.tuple(instant, instant),
  region: fc.option(fc.constantFrom(...REGIONS)),
  statuses: fc.option(fc.subarray(STATUSES, { minLength: 1 })),
  utcOffsetMinutes: fc.oneof(
    fc.constantFrom(0, 60, -300, 330, 345, 840, -840),
    fc.integer({ min: -840, max: 840 }),
  ),
  page: fc.record({ limit: fc.integer({ min: 1, max: 60 }), offset: fc.nat(150) }),
})

async function store(results: readonly IncomingResult[]): Promise<void> {
  if (results.length === 0) return
  const rows = orderedByKey(results)
  await storeResults(
    database.db,
    rows,
    latestOfRegions(rows, () => true),
  )
}

const isGood = ({ status }: IncomingResult): boolean => status === 'up' || status === 'degraded'

function averageOf(results: readonly IncomingResult[]): number | null {
  const times = results.flatMap((each) => (isGood(each) ? (each.responseMs ?? []) : []))
  if (times.length === 0) return null
  return Math.round((times.reduce((sum, ms) => sum + ms, 0) / times.length) * 100) / 100
}

function hoursOf(results: readonly IncomingResult[], utcOffsetMinutes: number) {
  return Array.from({ length: 24 }, (_, hour) => {
    const its = results.filter(
      ({ checkedAtMs }) => new Date(checkedAtMs + utcOffsetMinutes * MINUTE).getUTCHours() === hour,
    )
    return { hour, checks: its.length, avgResponseMs: averageOf(its) }
  })
}

it('hours of the day, pages of results and averages are what counting one by one gives', async () => {
  const { db } = database
  const context = { db, now: () => new Date(NOW) }
  await fc.assert(
    fc.asyncProperty(
      history,
      history,
      fc.integer({ min: NOW - 5 * DAY, max: NOW + HOUR }),
      fc.array(question, { minLength: 8, maxLength: 8 }),
      async (early, late, rolledMs, questions) => {
        await db.query({ text: 'delete from monitors' })
        await forgetRollups(db)
        const [monitorId = 0] = await insertMonitors(db, workspaceId, { regions: REGIONS })
        await setCreatedAt(db, [monitorId], new Date(NOW - 5 * DAY))
        const { rows } = await db.query<{ id: string }>({
          text: 'select public_id as id from monitors',
        })
        const id = rows[0]?.id ?? ''
        // 1 is a first check, which is only taken where one was asked for.
        const all = [...early, ...late].map((fields, index) =>
          aResult({ monitorId, attempt: index + 2, ...fields }),
        )
        await store(all.slice(0, early.length))
        await rollUp(db, rolledMs, Number.POSITIVE_INFINITY)
        await store(all.slice(early.length))

        for (const { edges, region, statuses, utcOffsetMinutes, page } of questions) {
          const [fromMs, toMs] = [Math.min(...edges), Math.max(...edges) + 1]
          const window = { from: new Date(fromMs), to: new Date(toMs) }
          const isOfRegion = (result: IncomingResult): boolean =>
            region === null || result.region === region
          const within = all.filter(
            (result) =>
              result.checkedAtMs >= fromMs && result.checkedAtMs < toMs && isOfRegion(result),
          )
          const asked = { ...window, region, utcOffsetMinutes }
          const { hours } = await getHoursOfDay(context, workspaceId, id, asked)
          expect(hours).toEqual(hoursOf(within, utcOffsetMinutes))

          const filter = { ...window, region, statuses, ...page }
          const told = await getResults(context, workspaceId, id, filter)
          const matching = within
            .filter(({ status }) => statuses === null || statuses.includes(status))
            .map(({ checkedAtMs, status }) => ({ atMs: checkedAtMs, status }))
            .toSorted((a, b) => b.atMs - a.atMs)
          expect(told.total).toBe(matching.length)
          expect(told.results.map(({ checkedAt }) => checkedAt.getTime())).toEqual(
            matching.slice(page.offset, page.offset + page.limit).map(({ atMs }) => atMs),
          )

          const summary = await getSummary(context, workspaceId, id, { ...window, region })
          expect(summary.response.avgMs).toBe(averageOf(within))
          const lengthMs = toMs - fromMs
          const before = all.filter(
            (result) =>
              result.checkedAtMs >= fromMs - lengthMs &&
              result.checkedAtMs < fromMs &&
              isOfRegion(result),
          )
          expect(summary.previousPeriod.avgMs).toBe(averageOf(before))
        }
      },
    ),
    { numRuns: 12 },
  )
})
