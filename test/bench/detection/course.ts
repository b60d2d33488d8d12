import type { Statement } from '../../../controller/src/db/sql.ts'
import type { Figure } from '../report.ts'
import { median, percentile } from '../report.ts'
import type { Fault } from './faults/index.ts'
import type { Installation } from './installation.ts'
import type { Mail } from './mail-box.ts'
import { isAbout } from './mail-box.ts'
import type { StatusWatch } from './status-watch.ts'
import type { WatchedMonitor } from './watched-monitors.ts'

/** Steps of an outage as the database has them, UNIX ms; null what did not come. */
interface StoredSteps {
  /** Beginning and end of the first failing check. */
  readonly failedFromMs: number | null
  readonly failedAtMs: number | null
  /** Beginning of the first recheck by another region. */
  readonly recheckedFromMs: number | null
  /** What the outage itself says. */
  readonly confirmedAtMs: number | null
  /** End of the good check that the outage ends with: not every good one does, as a connection that
   *  waited through the repair began before others failed. */
  readonly passedAtMs: number | null
}

/** All steps of an outage, with what was seen from outside. */
export interface Course extends StoredSteps {
  readonly downSeenAtMs: number | null
  readonly downMailAtMs: number | null
  readonly upSeenAtMs: number | null
  readonly upMailAtMs: number | null
}

/** Of monitors that had never failed before. */
const READ_STEPS: Statement<StoredSteps & { readonly id: string }> = {
  text: `with checks as (
      select monitor_id, region, confirmation, status,
        extract(epoch from checked_at)::float8 * 1000 as from_ms,
        extract(epoch from checked_at)::float8 * 1000 + duration_ms as ended_ms
      from check_results
    )
    select m.public_id as id, failed.from_ms as "failedFromMs", failed.ended_ms as "failedAtMs",
      rechecked.from_ms as "recheckedFromMs", outage.confirmed_ms as "confirmedAtMs",
      passed.ended_ms as "passedAtMs"
    from monitors m
    left join lateral (
      select region, from_ms, ended_ms from checks c
      where c.monitor_id = m.id and c.status = 'down' order by from_ms limit 1
    ) failed on true
    left join lateral (
      select from_ms from checks c
      where c.monitor_id = m.id and c.confirmation and c.region <> failed.region
        and c.from_ms > failed.from_ms
      order by from_ms limit 1
    ) rechecked on true
    left join lateral (
      select extract(epoch from confirmed_at)::float8 * 1000 as confirmed_ms,
        extract(epoch from ended_at)::float8 * 1000 as ended_ms
      from outages o
      where o.monitor_id = m.id and o.scope = 'global' order by started_at limit 1
    ) outage on true
    left join lateral (
      select ended_ms from checks c
      where c.monitor_id = m.id and c.status in ('up', 'degraded')
        and abs(c.from_ms - outage.ended_ms) < 1
      order by ended_ms limit 1
    ) passed on true`,
}

/** When the first mail about a monitor came in a span of time. */
function mailAtMs(
  mails: readonly Mail[],
  monitor: WatchedMonitor,
  span: { fromMs: number; toMs: number },
): number | null {
  const mail = mails.find(
    (each) => each.atMs >= span.fromMs && each.atMs < span.toMs && isAbout(each, monitor),
  )
  return mail?.atMs ?? null
}

/** What became of monitors that were up, broken once and then repaired, in their order.
 *  @param repairedAtMs when the repair began */
export async function readCourses(
  { db, mailBox }: Installation,
  watch: StatusWatch,
  monitors: readonly WatchedMonitor[],
  repairedAtMs: number,
): Promise<Course[]> {
  const { rows } = await db.query(READ_STEPS)
  const byId = new Map(rows.map(({ id, ...steps }) => [id, steps]))
  return monitors.map((monitor) => {
    const { id, name } = monitor
    const steps = byId.get(id)
    if (steps === undefined) throw new Error(`the monitor ${name} is gone`)
    return {
      ...steps,
      downSeenAtMs: watch.downAtMs.get(id) ?? null,
      upSeenAtMs: watch.overAtMs.get(id) ?? null,
      downMailAtMs: mailAtMs(mailBox.mails, monitor, { fromMs: 0, toMs: repairedAtMs }),
      upMailAtMs: mailAtMs(mailBox.mails, monitor, { fromMs: repairedAtMs, toMs: Infinity }),
    }
  })
}

/** From one step to another. */
interface Leg {
  readonly name: string
  readonly from: keyof Course
  readonly to: keyof Course
  /** Something is asked of it. */
  readonly isAsked?: boolean
}

/** From when a fault is counted, and what is asked: one that is told at once from the end of the
 *  failing check, one that takes the whole time limit from its beginning. */
export interface FaultMeasure {
  readonly since: 'failedAtMs' | 'failedFromMs'
  readonly limitMs: number
}

const WORDS = {
  failedAtMs: "first failing check's end",
  failedFromMs: "first failing check's beginning",
} as const

function legsOf({ since }: FaultMeasure): Leg[] {
  const began = WORDS[since]
  const alsoFromEnd = (what: string, to: keyof Course): Leg[] =>
    since === 'failedAtMs'
      ? []
      : [{ name: `${WORDS.failedAtMs} to ${what}`, from: 'failedAtMs', to }]
  return [
    {
      name: `${WORDS.failedAtMs} to another region's recheck begun`,
      from: 'failedAtMs',
      to: 'recheckedFromMs',
    },
    { name: `${began} to outage confirmed`, from: since, to: 'confirmedAtMs' },
    { name: `${began} to down over the API`, from: since, to: 'downSeenAtMs', isAsked: true },
    ...alsoFromEnd('down over the API', 'downSeenAtMs'),
    { name: `${began} to mail handed in`, from: since, to: 'downMailAtMs', isAsked: true },
    ...alsoFromEnd('mail handed in', 'downMailAtMs'),
    {
      name: 'good check that ends it to no longer down over the API',
      from: 'passedAtMs',
      to: 'upSeenAtMs',
    },
    {
      name: 'good check that ends it to recovery mail handed in',
      from: 'passedAtMs',
      to: 'upMailAtMs',
    },
  ]
}

/** @returns seconds; null where a step is missing */
function secondsOf(course: Course, { from, to }: Leg): number | null {
  const [fromMs, toMs] = [course[from], course[to]]
  return fromMs === null || toMs === null ? null : (toMs - fromMs) / 1_000
}

/** Median, 95th percentile and worst of every leg, and how often one was not finished. */
export function figuresOf(
  fault: Fault,
  courses: readonly Course[],
  measure: FaultMeasure,
): Figure[] {
  return legsOf(measure).flatMap((leg) => {
    const name = `${fault}: ${leg.name}`
    const runs = courses.flatMap((course) => secondsOf(course, leg) ?? [])
    const missing = courses.length - runs.length
    const never: Figure[] =
      missing === 0
        ? []
        : [{ name: `${name}, never`, value: missing, unit: 'runs', target: 'none' }]
    if (runs.length === 0) return never
    const target = leg.isAsked === true ? { target: `under ${measure.limitMs / 1_000}` } : {}
    return [
      { name: `${name}, median`, value: median(runs), unit: 's', runs },
      { name: `${name}, p95`, value: percentile(runs, 0.95), unit: 's' },
      { name: `${name}, worst`, value: Math.max(...runs), unit: 's', ...target },
      ...never,
    ]
  })
}
