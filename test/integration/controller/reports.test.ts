import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getOutages } from '../../../controller/src/reports/outages.ts'
import { getPerformance } from '../../../controller/src/reports/performance.ts'
import { getSummary } from '../../../controller/src/reports/summary.ts'
import { insertMonitors, insertWorkspace } from '../../helpers/rows.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

const NOW = Date.parse('2026-03-10T12:07:31.250Z')
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const GOOD = new Set(['up', 'degraded'])
const COUNTED = new Set([...GOOD, 'down'])
const STATUSES = ['pending', 'up', 'up', 'degraded', 'down', 'unknown', 'maintenance', 'paused']

/** A monitor had a status from an instant on, UNIX ms. */
interface Entry {
  readonly atMs: number
  readonly status: string
}

interface Outage {
  readonly fromMs: number
  readonly toMs: number | null
  readonly scope: 'global' | 'regional'
}

/** The finest time here, of which the database counts many without a rounding error. */
const BIT = SECOND / 4

/** Instants of three days around now, many of them at or next to the edge of an hour or a day. */
const instant = fc.oneof(
  fc.integer({ min: (-3 * DAY) / BIT, max: (2 * HOUR) / BIT }).map((bits) => NOW + bits * BIT),
  fc
    .tuple(fc.integer({ min: -60, max: 2 }), fc.constantFrom(-BIT, 0, BIT))
    .map(([hours, ms]) => Math.floor(NOW / HOUR) * HOUR + hours * HOUR + ms),
  fc.constantFrom(NOW - BIT, NOW, NOW + BIT),
)
const past = instant.filter((ms) => ms <= NOW)

const timeline = fc
  .tuple(
    fc.uniqueArray(past, { minLength: 1, maxLength: 25, size: 'max' }),
    fc.array(fc.constantFrom(...STATUSES), { minLength: 25, maxLength: 25, size: 'max' }),
  )
  .map(([instants, statuses]): Entry[] =>
    instants
      .toSorted((a, b) => a - b)
      .map((atMs, index) => ({ atMs, status: statuses[index] ?? 'up' })),
  )

/** Outages of a scope one after the other, perhaps the last one open. */
const outagesOf = (scope: Outage['scope']): fc.Arbitrary<Outage[]> =>
  fc.tuple(fc.uniqueArray(past, { maxLength: 9, size: 'max' }), fc.boolean()).map(([instants]) => {
    const edges = instants.toSorted((a, b) => a - b)
    return edges.flatMap((fromMs, index) =>
      index % 2 === 1 ? [] : [{ fromMs, toMs: edges[index + 1] ?? null, scope }],
    )
  })

const question = fc.record({
  edges: fc.tuple(instant, instant).filter(([a, b]) => a !== b),
  interval: fc.constantFrom('hour' as const, 'day' as const, 'week' as const),
  utcOffsetMinutes: fc.constantFrom(0, 60, -300, 330, 345, 7, -7, 840, -840),
})

let database: TestDatabase
let workspaceId: number
beforeAll(async () => {
  database = await openTestDatabase()
  workspaceId = await insertWorkspace(database.db)
})
afterAll(() => database.close())

async function insertHistory(
  entries: readonly Entry[],
  outages: readonly Outage[],
): Promise<string> {
  const { db } = database
  const [id = 0] = await insertMonitors(db, workspaceId)
  const { rows } = await db.query<{ publicId: string }>(
    { text: 'update monitors set created_at = $2 where id = $1 returning public_id as "publicId"' },
    [id, new Date(entries[0]?.atMs ?? 0)],
  )
  await db.query(
    {
      text: `insert into state_changes (monitor_id, at, status)
        select $1, * from unnest($2::timestamptz[], $3::text[])`,
    },
    [id, entries.map(({ atMs }) => new Date(atMs)), entries.map(({ status }) => status)],
  )
  await db.query(
    {
      text: `insert into outages (public_id, monitor_id, started_at, confirmed_at, ended_at, scope, regions, cause,
          summary)
        select 'out_' || $1::integer || '_' || n, $1::integer, from_at, from_at, to_at, scope, '{eu-west}', 'serverError', 'It failed.'
        from unnest($2::timestamptz[], $3::timestamptz[], $4::text[])
          with ordinality as o (from_at, to_at, scope, n)`,
    },
    [
      id,
      outages.map(({ fromMs }) => new Date(fromMs)),
      outages.map(({ toMs }) => (toMs === null ? null : new Date(toMs))),
      outages.map(({ scope }) => scope),
    ],
  )
  return rows[0]?.publicId ?? ''
}

/** The status at an instant; null: there was no monitor. */
function statusAt(entries: readonly Entry[], ms: number): string | null {
  return entries.findLast(({ atMs }) => atMs <= ms)?.status ?? null
}

/** How long a monitor had each status from an instant up to another, and none after now: from each instant at which
 *  anything can change to the next. */
function timesOf(
  entries: readonly Entry[],
  fromMs: number,
  toMs: number,
): ReadonlyMap<string | null, number> {
  const endMs = Math.min(toMs, NOW)
  const edges = [fromMs, ...entries.map(({ atMs }) => atMs), endMs]
    .filter((ms) => ms >= fromMs && ms <= endMs)
    .toSorted((a, b) => a - b)
  const times = new Map<string | null, number>()
  for (const [index, ms] of edges.entries()) {
    const status = statusAt(entries, ms)
    times.set(status, (times.get(status) ?? 0) + (edges[index + 1] ?? ms) - ms)
  }
  return times
}

function msOf(times: ReadonlyMap<string | null, number>, statuses: ReadonlySet<string>): number {
  return [...statuses].reduce((sum, status) => sum + (times.get(status) ?? 0), 0)
}

/** Three decimals, but 100 only where nothing failed. Multiplied before it is divided: times are whole numbers, so what is
 *  halfway between two thousandths is exactly so (2,090,250 of 3,600,000 ms: 58.0625), and is rounded up. */
function uptimeOf(times: ReadonlyMap<string | null, number>): number | null {
  const [good, counted] = [msOf(times, GOOD), msOf(times, COUNTED)]
  if (counted === 0) return null
  const percent = Math.round((good * 100_000) / counted) / 1_000
  return good < counted ? Math.min(99.999, percent) : percent
}

const seconds = (ms: number): number => Math.round(ms / SECOND)

function expectedSummary(
  entries: readonly Entry[],
  outages: readonly Outage[],
  fromMs: number,
  toMs: number,
): Record<string, unknown> {
  const endMs = Math.min(toMs, NOW)
  const times = timesOf(entries, fromMs, toMs)
  const own = outages.filter(
    ({ scope, ...outage }) =>
      scope === 'global' &&
      fromMs < NOW &&
      outage.fromMs < endMs &&
      (outage.toMs === null || outage.toMs > fromMs || outage.fromMs >= fromMs),
  )
  const lengths = own.map(
    (outage) => Math.min(outage.toMs ?? endMs, endMs) - Math.max(outage.fromMs, fromMs),
  )
  const repairs = own.flatMap((outage) =>
    outage.toMs === null || outage.toMs > endMs ? [] : [outage.toMs - outage.fromMs],
  )
  const mean = repairs.reduce((sum, ms) => sum + ms, 0) / repairs.length
  const secondsOf = (status: string): number => seconds(times.get(status) ?? 0)
  return {
    uptime: uptimeOf(times),
    downtimeSeconds: secondsOf('down'),
    degradedSeconds: secondsOf('degraded'),
    maintenanceSeconds: secondsOf('maintenance'),
    pausedSeconds: secondsOf('paused'),
    unknownSeconds: secondsOf('unknown'),
    outageCount: own.length,
    longestOutageSeconds: seconds(Math.max(0, ...lengths)),
    mttrSeconds: repairs.length === 0 ? null : seconds(mean),
    mtbfSeconds: own.length === 0 ? null : seconds(msOf(times, GOOD) / own.length),
    previousPeriod: {
      uptime: uptimeOf(timesOf(entries, fromMs - (toMs - fromMs), fromMs)),
      avgMs: null,
    },
  }
}

const WIDTHS = { hour: HOUR, day: DAY, week: 7 * DAY }
/** A Monday. */
const EPOCH = Date.UTC(2026, 0, 5)

/** The beginnings of the local hours, days or weeks that a window touches, and what each comes to in it. */
function expectedPoints(
  entries: readonly Entry[],
  fromMs: number,
  toMs: number,
  { interval, utcOffsetMinutes }: { interval: keyof typeof WIDTHS; utcOffsetMinutes: number },
): { at: number; uptime: number | null }[] {
  const widthMs = WIDTHS[interval]
  const points: { at: number; uptime: number | null }[] = []
  let at = EPOCH - utcOffsetMinutes * MINUTE
  while (at > fromMs) at -= widthMs
  for (; at < toMs; at += widthMs) {
    if (at + widthMs <= fromMs) continue
    const times = timesOf(entries, Math.max(at, fromMs), Math.min(at + widthMs, toMs))
    points.push({ at, uptime: uptimeOf(times) })
  }
  return points
}

/** Each millisecond of the window up to now from the monitor's beginning on has the status of its last entry. */
function expectedTimeline(entries: readonly Entry[], fromMs: number, toMs: number): unknown[] {
  const endMs = Math.min(toMs, NOW)
  const beginMs = Math.max(fromMs, entries[0]?.atMs ?? Infinity)
  const edges = [beginMs, ...entries.map(({ atMs }) => atMs).filter((ms) => ms > beginMs)]
  const parts: { from: Date; to: Date; status: string | null }[] = []
  for (const [index, ms] of edges.entries()) {
    const to = Math.min(edges[index + 1] ?? endMs, endMs)
    if (ms >= to) continue
    const status = statusAt(entries, ms)
    const last = parts.at(-1)
    if (last?.status === status) parts[parts.length - 1] = { ...last, to: new Date(to) }
    else parts.push({ from: new Date(ms), to: new Date(to), status })
  }
  return parts
}

it('reports tell of any history in any window what counting instant by instant gives', async () => {
  const context = { db: database.db, now: () => new Date(NOW) }
  await fc.assert(
    fc.asyncProperty(
      timeline,
      outagesOf('global'),
      outagesOf('regional'),
      fc.array(question, { minLength: 8, maxLength: 8 }),
      async (entries, global, regional, questions) => {
        const outages = [...global, ...regional]
        const id = await insertHistory(entries, outages)
        for (const { edges, interval, utcOffsetMinutes } of questions) {
          const [fromMs, toMs] = [Math.min(...edges), Math.max(...edges)]
          const window = { from: new Date(fromMs), to: new Date(toMs) }
          const summary = await getSummary(context, workspaceId, id, { ...window, region: null })
          expect(summary).toMatchObject(expectedSummary(entries, outages, fromMs, toMs))

          const asked = { ...window, region: null, interval, utcOffsetMinutes }
          const { points } = await getPerformance(context, workspaceId, id, asked)
          expect(points.map(({ at, uptime }) => ({ at: at.getTime(), uptime }))).toEqual(
            expectedPoints(entries, fromMs, toMs, { interval, utcOffsetMinutes }),
          )

          const page = { ...window, limit: 100, offset: 0 }
          const told = await getOutages(context, workspaceId, id, page)
          expect(told.timeline).toEqual(expectedTimeline(entries, fromMs, toMs))
          const within = outages.filter(
            (outage) =>
              fromMs < NOW &&
              outage.fromMs < toMs &&
              (outage.toMs === null || outage.toMs > fromMs || outage.fromMs >= fromMs),
          )
          expect(told.total).toBe(within.length)
          const newestFirst = within.map(({ fromMs: at }) => at).toSorted((a, b) => b - a)
          expect(told.outages.map(({ startedAt }) => startedAt.getTime())).toEqual(newestFirst)
          for (const outage of told.outages) {
            const endMs = (outage.endedAt ?? new Date(NOW)).getTime()
            expect(outage.durationSeconds).toBe(seconds(endMs - outage.startedAt.getTime()))
            expect(outage.ongoing).toBe(outage.endedAt === null)
          }
        }
      },
    ),
    { numRuns: 30 },
  )
})
