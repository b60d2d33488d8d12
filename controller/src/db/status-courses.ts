import { setImmediate as nextTurn } from 'node:timers/promises'
import type { MonitorFilters, MonitorRow } from './monitor-reads.ts'
import {
  hasFilters,
  MATCHES,
  matchValues,
  MONITOR_COLUMNS,
  MONITOR_TABLES,
} from './monitor-reads.ts'
import { numberArray } from './array-literal.ts'
import { unpackIntegers, unpackWords } from './packed-lists.ts'
import type { Queryable } from './pool.ts'
import type { SqlPart, Statement } from './sql.ts'
import { kept, sql } from './sql.ts'

/** How the status of a monitor went: entries of its timeline, oldest first. */
export interface StatusCourse {
  /** Since when it had each status, UNIX seconds to the microsecond. */
  readonly sinceSeconds: readonly number[]
  readonly statuses: readonly string[]
}

const INSTANT_BYTES = 8
/** Instants of the database are microseconds since 2000. */
const SINCE_2000_US = Date.UTC(2000, 0, 1) * 1_000

/** The instants `at` of some rows, as {@link secondsOf} takes them. Each of them as text, or as a row, takes the database
 *  longer than to find it. */
const PACKED_INSTANTS: SqlPart = {
  sqlPart: `encode(string_agg(timestamptz_send(at), ''::bytea), 'base64')`,
}

/** Unpacks instants.
 *  @returns UNIX seconds, the same numbers as date_part('epoch', at) */
function secondsOf(packed: string): number[] {
  const bytes = Buffer.from(packed, 'base64')
  const seconds: number[] = []
  for (let at = 0; at < bytes.length; at += INSTANT_BYTES) {
    const microseconds = bytes.readInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4)
    seconds.push((microseconds + SINCE_2000_US) / 1_000_000)
  }
  return seconds
}

// What held when the 30 days began is looked for among two days of changes first: an unbounded search takes all of a
// monitor's changes on its page of the index. The changes come off the index in order. Sums of them are made by the
// caller: of 50 monitors with 61 changes each they took the database twice as long as all of this.
/** `course`, a {@link PackedCourse} of the last 30 days.
 *  @param id of whose
 *  @param now the parameter that it is */
const monthOf = (id: string, now: string): SqlPart => ({
  sqlPart: `lateral (
    select ${PACKED_INSTANTS.sqlPart} as instants, string_agg(status, ',') as statuses
    from (
      select c.at, c.status
      from state_changes c
      where c.monitor_id = ${id} and c.at <= ${now} and c.at >= coalesce((
        select max(recent.at) from state_changes recent
        where recent.monitor_id = ${id} and recent.at <= ${now}::timestamptz - interval '30 days'
          and recent.at > ${now}::timestamptz - interval '32 days'), (
        select max(before.at) from state_changes before
        where before.monitor_id = ${id}
          and before.at <= ${now}::timestamptz - interval '30 days'), '-infinity')
      order by c.at
      offset 0
    ) changes
  ) course`,
})

/** A course as it comes; nulls without an entry. */
interface PackedCourse {
  readonly instants: string | null
  readonly statuses: string | null
}

/** @returns undefined without an entry */
function unpackCourse({ instants, statuses }: PackedCourse): StatusCourse | undefined {
  if (instants === null) return undefined
  return { sinceSeconds: secondsOf(instants), statuses: unpackWords(statuses) }
}

const readMonth = kept(sql<{ monitorId: number } & PackedCourse>`
  select asked.monitor_id as "monitorId", course.instants, course.statuses
  from unnest($1::integer[]) as asked (monitor_id)
  cross join ${monthOf('asked.monitor_id', '$2')}`)

/** How the status of monitors went in the last 30 days, from the entry that held when they began; those without an
 *  entry are left out. */
export async function readMonthOfStatuses(
  db: Queryable,
  monitorIds: readonly number[],
  now: Date,
): Promise<Map<number, StatusCourse>> {
  const { rows } = await db.query(readMonth, [numberArray(monitorIds), now])
  const courses = new Map<number, StatusCourse>()
  for (const row of rows) {
    const course = unpackCourse(row)
    if (course !== undefined) courses.set(row.monitorId, course)
  }
  return courses
}

const readOne = kept(sql<MonitorRow & PackedCourse>`
  select ${MONITOR_COLUMNS}, course.instants, course.statuses
  from ${MONITOR_TABLES}
  cross join ${monthOf('m.id', '$3')}
  where m.workspace_id = $1 and m.public_id = $2`)

/** A monitor and how its status went in the last 30 days (undefined without an entry), in one question: it is what is
 *  asked most.
 *  @returns null when the workspace has no such monitor */
export async function readMonitorWithMonth(
  db: Queryable,
  workspaceId: number,
  publicId: string,
  now: Date,
): Promise<{ row: MonitorRow; course: StatusCourse | undefined } | null> {
  const [row] = (await db.query(readOne, [workspaceId, publicId, now])).rows
  return row === undefined ? null : { row, course: unpackCourse(row) }
}

/** Monitors that a listing means, and how their status went lately: lists with a place for each of them, as they may be
 *  very many. */
export interface RecentStatuses {
  readonly ids: Int32Array
  /** What each has now: the last entry of its timeline. */
  readonly present: readonly string[]
  /** By id, the entries of the last two days, also such as lie ahead; of those without one nothing. */
  readonly courses: ReadonlyMap<number, StatusCourse>
}

/** Entries that are unpacked without a pause: some milliseconds. */
const AT_A_TIME = 20_000

interface RecentRow {
  readonly ids: string | null
  readonly present: string | null
  readonly changedIds: string | null
  readonly instants: string | null
  readonly statuses: string | null
}

const NOBODY: RecentRow = {
  ids: null,
  present: null,
  changedIds: null,
  instants: null,
  statuses: null,
}

/** So many changes of any monitors are passed over in the time in which those of one are looked for on its own timeline. */
const PASSED_FOR_A_LOOK = 16

// Of most monitors there are, the latest changes of all are read in the order of time, and those of others passed over: of
// 1,000 monitors a look for each took 8 ms, and this 1. Only one of the two branches is run. The number of the
// newest monitor stands for how many there are. Both ends of the time are given, as with one the planner, which knows
// none of the values, expects a third of all changes ever; the ids are a table that is looked into, for the order.
/** What is told of all monitors that match.
 *  @param condition of the monitors
 *  @param now the parameter that it is */
const recentOf = (condition: SqlPart, now: string): Statement<RecentRow> =>
  kept(sql<RecentRow>`
  with matching as materialized (
    select m.id, s.status
    from monitors m
    join monitor_states s on s.monitor_id = m.id
    where ${condition}
  ), way as materialized (
    select (select count(*) from matching) * ${{ sqlPart: String(PASSED_FOR_A_LOOK) }} >= (select max(id) from monitors)
      as is_by_time
  )
  select own.ids, own.present, recent."changedIds", recent.instants, recent.statuses
  from (
    select encode(string_agg(int4send(id), ''::bytea), 'base64') as ids, string_agg(status, ',') as present from matching
  ) own
  cross join (
    select encode(string_agg(int4send(monitor_id), ''::bytea), 'base64') as "changedIds",
      ${PACKED_INSTANTS} as instants, string_agg(status, ',') as statuses
    from (
      (
        select monitor_id, at, status from state_changes
        where (select is_by_time from way)
          and at > ${{ sqlPart: now }}::timestamptz - interval '2 days' and at < 'infinity'
          and (monitor_id in (select id from matching)) is true
        order by at
        offset 0
      )
      union all
      (
        select monitor_id, at, status from state_changes
        where not (select is_by_time from way)
          and monitor_id = any(array(select id from matching))
          and at > ${{ sqlPart: now }}::timestamptz - interval '2 days'
        order by monitor_id, at
        offset 0
      )
    ) changes
  ) recent`)

const readRecent = recentOf(MATCHES, '$8')
// Of all of them nothing is read but an index: the rows of 1,000 took as long as all else here.
const readRecentOfAll = recentOf({ sqlPart: 'm.workspace_id = $1' }, '$2')

/** How the status of all monitors that match went in the last two days. Others have their turn meanwhile. */
export async function readRecentStatuses(
  db: Queryable,
  workspaceId: number,
  filters: MonitorFilters,
  now: Date,
): Promise<RecentStatuses> {
  const { rows } = hasFilters(filters)
    ? await db.query(readRecent, [...matchValues(workspaceId, filters), now])
    : await db.query(readRecentOfAll, [workspaceId, now])
  const [row = NOBODY] = rows
  await nextTurn()
  const courses = await coursesOf(row)
  const ids = unpackIntegers(row.ids)
  await nextTurn()
  return { ids, present: unpackWords(row.present), courses }
}

async function coursesOf(row: RecentRow): Promise<Map<number, StatusCourse>> {
  const courses = new Map<number, { sinceSeconds: number[]; statuses: string[] }>()
  const seconds = row.instants === null ? [] : secondsOf(row.instants)
  await nextTurn()
  const statuses = unpackWords(row.statuses)
  await nextTurn()
  for (const [index, id] of unpackIntegers(row.changedIds).entries()) {
    if (index % AT_A_TIME === 0) await nextTurn()
    let course = courses.get(id)
    if (course === undefined) courses.set(id, (course = { sinceSeconds: [], statuses: [] }))
    course.sinceSeconds.push(seconds[index] ?? 0)
    course.statuses.push(statuses[index] ?? '')
  }
  return courses
}

const readBefore = kept(sql<{ monitorId: number; status: string }>`
  select asked.monitor_id as "monitorId", before.status
  from unnest($1::integer[]) as asked (monitor_id)
  cross join lateral (
    select c.status from state_changes c
    where c.monitor_id = asked.monitor_id and c.at <= $2::timestamptz - interval '2 days'
    order by c.at desc
    limit 1
  ) before`)

/** What monitors had before the two days of {@link readRecentStatuses}; those that were not there are left out. */
export async function readStatusesBefore(
  db: Queryable,
  monitorIds: readonly number[],
  now: Date,
): Promise<Map<number, string>> {
  const { rows } = await db.query(readBefore, [numberArray(monitorIds), now])
  return new Map(rows.map(({ monitorId, status }) => [monitorId, status]))
}
