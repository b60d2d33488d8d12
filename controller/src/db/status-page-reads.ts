import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** A published page as the directory knows it. */
export interface PublishedPageRow {
  readonly id: number
  readonly workspaceId: number
  readonly slug: string
  readonly host: string | null
  readonly title: string
  readonly listed: boolean
  readonly updatedAt: Date
}

const published = sql<PublishedPageRow>`
  select id, workspace_id as "workspaceId", slug, host, title, listed, updated_at as "updatedAt"
  from status_pages where published order by title, id limit $1`

/** Every page that the public may read. */
export async function readPublishedPages(
  db: Queryable,
  limit: number,
): Promise<PublishedPageRow[]> {
  return (await db.query(published, [limit])).rows
}

/** A published page, as it is shown. */
export interface ShownPageRow {
  readonly id: number
  readonly workspaceId: number
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly homeUrl: string | null
  readonly timezone: string
  readonly color: string | null
  readonly showsResponseTimes: boolean
  /** Digest of the logo; null: there is none. */
  readonly logo: string | null
}

const shown = sql<ShownPageRow>`
  select id, workspace_id as "workspaceId", slug, title, description, home_url as "homeUrl", timezone, color,
    shows_response_times as "showsResponseTimes", left(encode(sha256(logo), 'hex'), 12) as logo
  from status_pages where id = $1 and published`

/** @returns null when there is no such page for the public */
export async function findShownPage(db: Queryable, id: number): Promise<ShownPageRow | null> {
  return (await db.query(shown, [id])).rows[0] ?? null
}

/** A component and how its monitor is. */
export interface ShownComponentRow {
  readonly id: string
  readonly monitorId: number
  readonly monitorPublicId: string
  readonly name: string
  readonly description: string
  readonly group: string | null
  readonly status: string
  readonly since: Date
  readonly inMaintenance: boolean
}

const components = sql<ShownComponentRow>`
  select c.public_id as id, c.monitor_id as "monitorId", m.public_id as "monitorPublicId", c.name,
    c.description, c.group_name as "group", s.status, s.status_since as since,
    s.in_maintenance as "inMaintenance"
  from status_page_components c
  join monitors m on m.id = c.monitor_id
  join monitor_states s on s.monitor_id = c.monitor_id
  where c.page_id = $1
  order by c.position, c.id`

/** The components of a page in their order. */
export async function readShownComponents(
  db: Queryable,
  pageId: number,
): Promise<ShownComponentRow[]> {
  return (await db.query(components, [pageId])).rows
}

/** How long a monitor had a status on a day. */
export interface DayTimeRow {
  readonly monitorId: number
  /** From 1: the first that was asked for. */
  readonly day: number
  readonly status: string
  readonly seconds: number
}

const days = sql<DayTimeRow>`
  select "monitorId", day, status,
    sum(extract(epoch from least(until, coalesce(($2::timestamptz[])[day + 1], until))
      - greatest(since, ($2::timestamptz[])[day])))::float8 as seconds
  from (
    select monitor_id as "monitorId", status, greatest(at, ($2::timestamptz[])[1]) as since,
      lead(at, 1, $3::timestamptz) over (partition by monitor_id order by at) as until
    from (
      select asked.monitor_id, at, status
      from unnest($1::integer[]) as asked (monitor_id)
      cross join lateral (
        (select at, status from state_changes c
          where c.monitor_id = asked.monitor_id and at <= ($2::timestamptz[])[1] order by at desc limit 1)
        union all
        select at, status from state_changes c
        where c.monitor_id = asked.monitor_id and at > ($2::timestamptz[])[1] and at < $3
      ) changes
    ) instants
  ) spans
  cross join lateral generate_series(width_bucket(since, $2::timestamptz[]),
    width_bucket(until - interval '1 microsecond', $2::timestamptz[])) as day
  where since < until
  group by "monitorId", day, status`

/** How long some monitors had which status on which day.
 *  @param starts beginnings of the days, ascending; the last lasts until `to` */
export async function readDayTimes(
  db: Queryable,
  monitorIds: readonly number[],
  starts: readonly Date[],
  to: Date,
): Promise<DayTimeRow[]> {
  return (await db.query(days, [monitorIds, starts, to])).rows
}

/** What a monitor's good checks took. */
export interface ResponseMeanRow {
  readonly monitorId: number
  readonly meanMs: number
}

const means = sql<ResponseMeanRow>`
  select monitor_id as "monitorId", sum(response_sum_ms) / sum(response_count) as "meanMs"
  from check_rollups
  where span_minutes = 15 and monitor_id = any($1::integer[]) and start_at >= $2
  group by monitor_id having sum(response_count) > 0`

/** Average response times since an instant; monitors without any are left out. */
export async function readResponseMeans(
  db: Queryable,
  monitorIds: readonly number[],
  since: Date,
): Promise<ResponseMeanRow[]> {
  return (await db.query(means, [monitorIds, since])).rows
}

/** An outage as the public may know of it: nothing of what was found. */
export interface ShownOutageRow {
  readonly id: number
  readonly publicId: string
  readonly monitorId: number
  readonly startedAt: Date
  readonly endedAt: Date | null
}

// Of a monitor one ends before the next begins: of those that began before the instant only the last may have lasted until
// then. All of its outages of ever were read to find that: of 200 monitors with 1,000 each 390 ms.
const outages = sql<ShownOutageRow>`
  select o.id, o.public_id as "publicId", o.monitor_id as "monitorId", o.started_at as "startedAt",
    o.ended_at as "endedAt"
  from unnest($1::integer[]) as asked (monitor_id)
  cross join lateral (
    select * from outages own
    where own.monitor_id = asked.monitor_id and own.scope = 'global'
      and own.started_at >= coalesce((
        select earlier.started_at from outages earlier
        where earlier.monitor_id = asked.monitor_id and earlier.scope = 'global' and earlier.started_at <= $2
        order by earlier.started_at desc limit 1), '-infinity')
      and (own.ended_at is null or own.ended_at > $2)
    order by own.started_at desc limit $3
  ) o
  where o.ended_at is not null or o.monitor_id <> all($4::integer[])
  order by o.ended_at is null desc, o.started_at desc, o.id desc
  limit $3`

/** Outages of these monitors that lasted after an instant: those that go on first, then the latest.
 *  @param endedOnly those of them whose present outage is left out */
export async function readShownOutages(
  db: Queryable,
  monitorIds: readonly number[],
  since: Date,
  limit: number,
  endedOnly: readonly number[] = [],
): Promise<ShownOutageRow[]> {
  return (await db.query(outages, [monitorIds, since, limit, endedOnly])).rows
}

/** What people wrote on an outage for everybody. */
export interface PublicNoteRow {
  readonly outageId: number
  readonly id: string
  readonly text: string
  readonly at: Date
}

const notes = sql<PublicNoteRow>`
  select outage_id as "outageId", public_id as id, text, created_at as at
  from outage_notes where outage_id = any($1::bigint[]) and is_public
  order by created_at desc, id desc limit $2`

/** Public notes, the latest first. */
export async function readPublicNotes(
  db: Queryable,
  outageIds: readonly number[],
  limit: number,
): Promise<PublicNoteRow[]> {
  return (await db.query(notes, [outageIds, limit])).rows
}
