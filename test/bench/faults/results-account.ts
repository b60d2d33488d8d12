import type { Database } from '../../../controller/src/db/pool.ts'
import { plannedSlots, storedSlots } from '../../helpers/slot-proof.ts'
import type { Figure } from '../report.ts'
import { REGIONS, SURVIVING_REGIONS } from './installation.ts'
import type { ProducedResult } from './produced.ts'

/** The time that is judged, UNIX ms. */
export interface Window {
  readonly fromMs: number
  readonly toMs: number
}

export interface ProducedIn {
  readonly region: string
  readonly results: readonly ProducedResult[]
}

/** Between two checks of one monitor in one region, of the slots of its grid; before the first and after the last
 *  too. Parameters: regions, from, to (UNIX ms). */
const READ_GAPS = `
  with checks as (
    select region, monitor_id, checked_at from check_results
    where attempt = 0 and region = any($1) and checked_at between to_timestamp($2::float8 / 1000)
      and to_timestamp($3::float8 / 1000)
  ), ends as (
    select m.id as monitor_id, region, to_timestamp(ms / 1000) as checked_at
    from monitors m, unnest($1::text[]) region, unnest(array[$2::float8, $3]) ms
  ), gaps as (
    select extract(epoch from checked_at - lag(checked_at) over (partition by region, monitor_id order by checked_at)) as gap_s
    from (select region, monitor_id, checked_at from checks union all select region, monitor_id, checked_at from ends) moments
  )
  select coalesce(max(gap_s), 0)::float8 as "gapS" from gaps`

/** Between two checks of a region, of whichever monitors. Parameters as above. */
const READ_REGION_GAPS = `
  with checks as (
    select region, checked_at from check_results
    where attempt = 0 and region = any($1) and checked_at between to_timestamp($2::float8 / 1000)
      and to_timestamp($3::float8 / 1000)
  )
  select coalesce(max(gap_s), 0)::float8 as "gapS" from (
    select extract(epoch from checked_at - lag(checked_at) over (partition by region order by checked_at)) as gap_s
    from checks) gaps`

/** How late checks began after their slots. Parameters as above. */
const READ_LATENESS = `
  select percentile_cont(0.5) within group (order by late_s)::float8 as median,
    percentile_cont(0.99) within group (order by late_s)::float8 as p99
  from (
    select extract(epoch from checked_at - scheduled_at) as late_s from check_results
    where attempt = 0 and region = any($1) and checked_at between to_timestamp($2::float8 / 1000)
      and to_timestamp($3::float8 / 1000)) checks`

const STORED = `
  select monitor_id || '/' || region || '/' || (extract(epoch from scheduled_at) * 1000)::bigint || '/' || attempt as key
  from check_results`

const slots = (name: string, value: number, target?: string): Figure => ({
  name,
  value,
  unit: 'slots',
  ...(target === undefined ? {} : { target }),
})

const results = (name: string, value: number, target?: string): Figure => ({
  name,
  value,
  unit: 'results',
  ...(target === undefined ? {} : { target }),
})

/** What became of every result that an agent had. */
async function lossFigures(
  db: Database,
  produced: readonly ProducedIn[],
  { toMs }: Window,
): Promise<Figure[]> {
  const { rows } = await db.query<{ key: string }>({ text: STORED })
  const stored = new Set(rows.map(({ key }) => key))
  const found = new Set<string>()
  const lost = { slot: 0, 'first check': 0, recheck: 0 }
  let [all, waiting, again] = [0, 0, 0]
  for (const { region, results: ofAgent } of produced) {
    for (const { monitorId, scheduledAtMs, attempt, kind, isWaiting } of ofAgent) {
      const key = `${monitorId}/${region}/${scheduledAtMs}/${attempt}`
      all += 1
      if (found.has(key)) again += 1
      found.add(key)
      // The newest are on their way when their agents end.
      if (isWaiting) waiting += scheduledAtMs < toMs ? 1 : 0
      else if (!stored.has(key)) {
        lost[kind] += 1
        if (lost[kind] <= 5) console.log(`  lost: ${kind} ${key}`)
      }
    }
  }
  const strange = [...stored].filter((key) => !found.has(key)).length
  return [
    results('results that agents had on disk', all),
    results('of those of slots, taken and not stored', lost.slot, 'none'),
    results('of first checks, taken and not stored', lost['first check'], 'none'),
    results('of rechecks, taken and not stored', lost.recheck, 'none'),
    results('not taken 30 s later, with everything whole again', waiting, 'none'),
    results('stored twice', rows.length - stored.size, 'none'),
    results('stored and of no agent', strange, 'none'),
    results('of slots that two agents checked, stored once', again),
  ]
}

/** Slots whose result an agent still has on its disk: late, and not lost. */
function slotsOnDisk(produced: readonly ProducedIn[]): ReadonlySet<string> {
  return new Set(
    produced.flatMap(({ region, results: ofAgent }) =>
      ofAgent
        .filter(({ isWaiting, attempt }) => isWaiting && attempt === 0)
        .map(({ monitorId, scheduledAtMs }) => `${monitorId}/${region}/${scheduledAtMs}`),
    ),
  )
}

async function slotFigures(
  db: Database,
  produced: readonly ProducedIn[],
  { fromMs, toMs }: Window,
): Promise<Figure[]> {
  const isWithin = (slot: string): boolean => Number(slot.split('/')[2]) >= fromMs
  const planned = (await plannedSlots(db, toMs)).filter(isWithin)
  const stored = new Set(await storedSlots(db, toMs))
  const absent = planned.filter((slot) => !stored.has(slot))
  const onDisk = slotsOnDisk(produced)
  const missed = absent.filter((slot) => !onDisk.has(slot))
  const survivors: readonly string[] = SURVIVING_REGIONS
  const surviving = missed.filter((slot) => survivors.includes(slot.split('/')[1] ?? ''))
  const seconds = (toMs - fromMs) / 1_000
  return [
    { name: 'checks asked for', value: planned.length / seconds, unit: 'a second' },
    {
      name: 'checks stored of those',
      value: (planned.length - absent.length) / seconds,
      unit: 'a second',
    },
    slots(
      `ticks missed in regions that survived, of ${planned.length} everywhere`,
      surviving.length,
      'none',
    ),
    slots('ticks missed in the region that was lost', missed.length - surviving.length),
    slots(
      'checked, and their results still on the disk of an agent',
      absent.length - missed.length,
    ),
  ]
}

async function gapFigures(db: Database, { fromMs, toMs }: Window): Promise<Figure[]> {
  const all = Object.keys(REGIONS)
  const lost = all.filter((region) => !(SURVIVING_REGIONS as readonly string[]).includes(region))
  async function gap(text: string, regions: readonly string[]): Promise<number> {
    const { rows } = await db.query<{ gapS: number }>({ text }, [regions, fromMs, toMs])
    return rows[0]?.gapS ?? Number.NaN
  }
  const { rows } = await db.query<{ median: number; p99: number }>({ text: READ_LATENESS }, [
    SURVIVING_REGIONS,
    fromMs,
    toMs,
  ])
  return [
    {
      name: 'longest time that a surviving region checked nothing',
      value: await gap(READ_REGION_GAPS, SURVIVING_REGIONS),
      unit: 's',
    },
    {
      name: 'longest time between two checks of a monitor in a surviving region, 60 s apart',
      value: await gap(READ_GAPS, SURVIVING_REGIONS),
      unit: 's',
    },
    {
      name: 'the same in the region that was lost',
      value: await gap(READ_GAPS, lost),
      unit: 's',
    },
    {
      name: 'a check begins after its slot in a surviving region, median',
      value: (rows[0]?.median ?? Number.NaN) * 1_000,
      unit: 'ms',
    },
    {
      name: 'the same, 99th percentile',
      value: (rows[0]?.p99 ?? Number.NaN) * 1_000,
      unit: 'ms',
    },
  ]
}

/** What became of results and ticks. */
export async function accountResults(
  db: Database,
  produced: readonly ProducedIn[],
  window: Window,
): Promise<Figure[]> {
  return [
    ...(await slotFigures(db, produced, window)),
    ...(await lossFigures(db, produced, window)),
    ...(await gapFigures(db, window)),
  ]
}
