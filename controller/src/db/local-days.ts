import type { Queryable } from './pool.ts'
import { kept, sql } from './sql.ts'

/** Whose local days: of one monitor, by a time that is so many minutes ahead of UTC, 1 to 1,439. */
export interface LocalDaysKey {
  readonly monitorId: number
  readonly offsetMinutes: number
}

/** Local days that begin in [from, to) are rolled up; nulls before the first is. */
export interface LocalDays {
  readonly from: Date | null
  readonly to: Date | null
}

const find = kept(sql<LocalDays & { askedAt: Date }>`
  select from_at as "from", to_at as "to", asked_at as "askedAt" from local_days
  where monitor_id = $1 and offset_minutes = $2`)

/** @returns null when nobody asked for them lately */
export async function findLocalDays(
  db: Queryable,
  { monitorId, offsetMinutes }: LocalDaysKey,
): Promise<(LocalDays & { readonly askedAt: Date }) | null> {
  return (await db.query(find, [monitorId, offsetMinutes])).rows[0] ?? null
}

const ask = sql<LocalDays>`
  insert into local_days (monitor_id, offset_minutes, asked_at)
  select $1, $2, $3
  where exists (select from local_days where monitor_id = $1 and offset_minutes = $2)
    or (select count(*) from local_days where monitor_id = $1) < $4
    and (select count(*) from local_days d join monitors m on m.id = d.monitor_id
      where m.workspace_id = (select workspace_id from monitors where id = $1)) < $5
  on conflict (monitor_id, offset_minutes) do update set asked_at = excluded.asked_at
  returning from_at as "from", to_at as "to"`

/** Has local days kept from now on.
 *  @param max.ofMonitor local times of one monitor; max.ofWorkspace of all its monitors together
 *  @returns those that are there; null when there are as many others as may be */
export async function askForLocalDays(
  db: Queryable,
  { monitorId, offsetMinutes }: LocalDaysKey,
  now: Date,
  max: { readonly ofMonitor: number; readonly ofWorkspace: number },
): Promise<LocalDays | null> {
  const { rows } = await db.query(ask, [
    monitorId,
    offsetMinutes,
    now,
    max.ofMonitor,
    max.ofWorkspace,
  ])
  return rows[0] ?? null
}

const findBehind = sql<LocalDaysKey & LocalDays & { createdAt: Date }>`
  select monitor_id as "monitorId", offset_minutes as "offsetMinutes", from_at as "from", to_at as "to",
    m.created_at as "createdAt"
  from local_days
  join monitors m on m.id = monitor_id
  where coalesce(to_at, '-infinity') <= $1
  order by coalesce(to_at, '-infinity')
  limit 1`

/** Those that need rolling up most, with when their monitor was made.
 *  @param before a day that began then is over and rolled up
 *  @returns null when none do */
export async function findLocalDaysBehind(
  tx: Queryable,
  before: Date,
): Promise<(LocalDaysKey & LocalDays & { readonly createdAt: Date }) | null> {
  return (await tx.query(findBehind, [before])).rows[0] ?? null
}

const save = sql<unknown>`
  update local_days set from_at = $3, to_at = $4 where monitor_id = $1 and offset_minutes = $2`

/** Notes which are rolled up now. */
export async function saveLocalDays(
  tx: Queryable,
  { monitorId, offsetMinutes }: LocalDaysKey,
  { from, to }: LocalDays,
): Promise<void> {
  await tx.query(save, [monitorId, offsetMinutes, from, to])
}

const findOf = sql<LocalDaysKey & { from: Date; to: Date }>`
  select monitor_id as "monitorId", offset_minutes as "offsetMinutes", from_at as "from", to_at as "to"
  from local_days where monitor_id = any($1) and to_at is not null`

/** All that some monitors have. */
export async function findLocalDaysOf(
  tx: Queryable,
  monitorIds: readonly number[],
): Promise<(LocalDaysKey & { readonly from: Date; readonly to: Date })[]> {
  return (await tx.query(findOf, [monitorIds])).rows
}

// Both at once: what local_days names is there.
const forget = sql<unknown>`
  with ranked as (
    select d.monitor_id, d.offset_minutes, m.id is null as "isOrphan",
      row_number() over (partition by m.workspace_id order by d.asked_at desc) as place
    from local_days d left join monitors m on m.id = d.monitor_id
  ), gone as (
    delete from local_days d
    using ranked r
    where r.monitor_id = d.monitor_id and r.offset_minutes = d.offset_minutes
      and (d.asked_at < $1 or r."isOrphan" or r.place > $2)
    returning d.monitor_id, d.offset_minutes
  )
  delete from check_rollups r
  using gone
  where r.span_minutes = 1440 and r.monitor_id = gone.monitor_id
    and (date_part('epoch', r.start_at)::bigint / 60 + gone.offset_minutes) % 1440 = 0`

/** Removes local days that nobody asked for since an instant, those of deleted monitors, and all but the latest
 *  asked for of each workspace. The caller must be the only one who writes rollups. */
export async function forgetLocalDays(
  tx: Queryable,
  askedBefore: Date,
  keptOfWorkspace: number,
): Promise<void> {
  await tx.query(forget, [askedBefore, keptOfWorkspace])
}
