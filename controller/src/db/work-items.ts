import type { Queryable } from './pool.ts'
import { kept, sql } from './sql.ts'

/** Something an agent of a region is to do at an instant. */
export interface WorkItemRow {
  readonly publicId: string
  readonly region: string
  /** A check of a monitor that the decision rule wants, or what a request asked another controller for. */
  readonly kind: 'recheck' | 'onDemand'
  /** What the agent must be able to do. */
  readonly capability: string
  readonly payload: unknown
  readonly timeoutMs: number
  /** After it nobody wants it any more, UNIX ms. */
  readonly expiresAtMs: number
}

/** Work, and when it may be handed out at the earliest, UNIX ms. */
export type NewWorkItem = WorkItemRow & { readonly dueAtMs: number }

const insert = kept(sql<never>`
  with added as (
    insert into work_items (public_id, region, kind, capability, payload, timeout_ms, due_at, expires_at)
    select "publicId", region, kind, capability, payload, "timeoutMs", to_timestamp("dueAtMs" / 1000),
      to_timestamp("expiresAtMs" / 1000)
    from json_to_recordset($1::json) as item("publicId" text, region text, kind text,
      capability text, payload jsonb,
      "timeoutMs" integer, "dueAtMs" float8, "expiresAtMs" float8)
  )
  select pg_notify('work_added', '')`)

/** Leaves work for whichever controller holds a stream to the region. */
export async function insertWorkItems(db: Queryable, items: readonly NewWorkItem[]): Promise<void> {
  if (items.length > 0) await db.query(insert, [JSON.stringify(items)])
}

/** Leaves one piece of work, as `insertWorkItems` does. */
export async function insertWorkItem(db: Queryable, item: NewWorkItem): Promise<void> {
  await insertWorkItems(db, [item])
}

/** Work that a controller can hand out, each as "region capability". */
export interface WorkPlaces {
  readonly rechecks: readonly string[]
  readonly onDemand: readonly string[]
  /** Full, but for those who have nothing there. */
  readonly newcomers: readonly string[]
  /** Who has something there, each as "region capability sharer". */
  readonly inside: readonly string[]
}

// Planned anew each time, and what is taken is an array before any of it is deleted: by the plan of some moments each that
// waits was compared with each that is taken, more than 15 s for the rechecks of 5,000 outages, and nobody was asked. What is
// locked is looked up one by one, in turn, so that no more of it is than is taken. The rechecks of a monitor are taken
// together, so that its answers come together: by turns of the monitors each of 3,000 that went down at once had its first
// before any had its second, none was confirmed before nearly all were asked, and each was judged for each of its answers.
// Rechecks and the rest are looked for apart, each by an index: what waits of one costs nothing where the other is taken.
const claim = sql<WorkItemRow>`
  with claimed as (
    delete from work_items
    where id = any(array(
      select taken.id
      from (
        select id, due_at, monitor_id, 1 as turn
        from due_rechecks(to_timestamp($1::float8 / 1000), $2::text[], $8::integer)
        union all
        select id, due_at, null as monitor_id,
          row_number() over (partition by sharer order by due_at, id) as turn
        from due_on_demand(to_timestamp($1::float8 / 1000), $3::text[], $5::text[], $6::text[], $7::integer)
        order by turn, due_at, monitor_id, id
      ) waiting
      cross join lateral (
        select w.id from work_items w where w.id = waiting.id for update skip locked
      ) taken
      limit $4
    ))
    returning public_id, region, kind, capability, payload, timeout_ms, expires_at
  ), handed as (
    insert into handed_rechecks (region, monitor_id, scheduled_at_ms, attempt)
    select region, (payload ->> 'monitorId')::integer, $1::float8::bigint,
      (payload ->> 'attempt')::smallint
    from claimed where kind = 'recheck'
    on conflict do nothing
  )
  select public_id as "publicId", region, kind, capability, payload, timeout_ms as "timeoutMs",
    extract(epoch from expires_at)::float8 * 1000 as "expiresAtMs"
  from claimed`

const giveBack = sql<never>`
  with back as (
    select * from json_to_recordset($1::json) as item("publicId" text, region text, capability text, payload jsonb,
      "timeoutMs" integer, "expiresAtMs" float8)
  ), forgotten as (
    delete from handed_rechecks h using back
    where h.region = back.region and h.monitor_id = (back.payload ->> 'monitorId')::integer
      and h.scheduled_at_ms = $2::float8::bigint and h.attempt = (back.payload ->> 'attempt')::smallint
    returning back.*
  ), added as (
    insert into work_items (public_id, region, kind, capability, payload, timeout_ms, due_at, expires_at)
    select "publicId", region, 'recheck', capability, payload, "timeoutMs", to_timestamp($2::float8 / 1000),
      to_timestamp("expiresAtMs" / 1000)
    from forgotten
  )
  select pg_notify('work_added', '')`

/** Gives back rechecks that were claimed and not handed out, for whoever can: they are due at once. Done again, it adds
 *  none twice, as they are not noted as handed out any more.
 *  @param claimedAtMs when they were claimed, UNIX ms */
export async function giveBackRechecks(
  db: Queryable,
  items: readonly WorkItemRow[],
  claimedAtMs: number,
): Promise<void> {
  await db.query(giveBack, [JSON.stringify(items), claimedAtMs])
}

/** Work on demand that is looked at to find whose turn it is: with a backlog of 200,000 all of it was sorted for each
 *  500 that were taken. */
const MAX_LOOKED_AT = 5_000

/** Rechecks that are looked at beyond those that are taken: another controller may be taking as many in this moment. */
const MORE_RECHECKS = 1_000

/** Takes due work: rechecks in the order in which they are due, those of a monitor together, and the rest by turns of those
 *  it is for; what one controller takes no other gets. Rechecks are noted as handed out.
 *  @param nowMs UNIX ms; the slot of each recheck from now on */
export async function claimWorkItems(
  db: Queryable,
  nowMs: number,
  { rechecks, onDemand, newcomers, inside }: WorkPlaces,
  limit: number,
): Promise<WorkItemRow[]> {
  const most = limit + MORE_RECHECKS
  const values = [nowMs, rechecks, onDemand, limit, newcomers, inside, MAX_LOOKED_AT, most]
  const { rows } = await db.query(claim, values)
  return rows
}

// Nearly all have their place with one controller, and the first that is due anywhere tells. Where none of the first
// hundred does, each place is looked up: of 100,000 of other places all were passed over, 60 to 170 ms for each look.
const nextDue = kept(sql<{ dueAtMs: number | null }>`
  select extract(epoch from coalesce((
    select due_at
    from (
      select due_at, expires_at, kind, region || ' ' || capability as place, payload from work_items
      order by due_at limit 100
    ) near
    where expires_at > to_timestamp($1::float8 / 1000)
      and case kind when 'recheck' then place = any($2::text[])
        else place = any($3::text[])
          or (place = any($4::text[]) and not place || ' ' || (payload ->> 'sharer') = any($5::text[])) end
    order by due_at limit 1
  ), case when (select count(*) from (select from work_items limit 100) few) = 100
    then next_due_in_places(to_timestamp($1::float8 / 1000), $2, $3, $4, $5) end))::float8 * 1000 as "dueAtMs"`)

/** When the next work of these is due, UNIX ms; null when there is none. */
export async function readNextDueAt(
  db: Queryable,
  nowMs: number,
  { rechecks, onDemand, newcomers, inside }: WorkPlaces,
): Promise<number | null> {
  const { rows } = await db.query(nextDue, [nowMs, rechecks, onDemand, newcomers, inside])
  return rows[0]?.dueAtMs ?? null
}

const prune = sql<never>`delete from work_items where expires_at < to_timestamp($1::float8 / 1000)`

// By the index of the ids of what is no recheck: there is none of all, which 16,000 rechecks of 4,000 outages would enter.
const cancel = sql<{ id: string }>`
  delete from work_items where public_id = $1 and kind <> 'recheck' returning id`

/** Takes back work on demand that no controller has handed out yet.
 *  @returns whether it was still there */
export async function deleteWorkItem(db: Queryable, publicId: string): Promise<boolean> {
  const { rows } = await db.query(cancel, [publicId])
  return rows.length > 0
}

/** Forgets work that nobody wants any more. */
export async function pruneWorkItems(db: Queryable, nowMs: number): Promise<void> {
  await db.query(prune, [nowMs])
}
