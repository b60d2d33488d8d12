import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** Statements that change any number of monitors at once. Whoever locks more than one monitor locks
 *  their workspace before (db/workspaces.ts), so that two such transactions never wait for each other. */

/** What a change of many monitors starts from. */
export interface MonitorInSetRow {
  readonly id: number
  readonly publicId: string
  readonly active: boolean
  readonly timeoutMs: number
  readonly tags: readonly string[]
}

const lock = sql<MonitorInSetRow>`
  select id, public_id as "publicId", active, timeout_ms as "timeoutMs", tags
  from monitors
  where workspace_id = $1 and public_id = any($2)
  order by id
  for no key update`

/** Locks those of these monitors that the workspace has, until the transaction ends.
 *  @returns them in the order of their numbers */
export async function lockMonitors(
  tx: Queryable,
  workspaceId: number,
  publicIds: readonly string[],
): Promise<MonitorInSetRow[]> {
  return (await tx.query(lock, [workspaceId, publicIds])).rows
}

const pause = sql<never>`
  update monitors set active = false, paused_at = $2, updated_at = $2
  where id = any($1::integer[])`

export async function updateMonitorsPaused(
  tx: Queryable,
  monitorIds: readonly number[],
  at: Date,
): Promise<void> {
  await tx.query(pause, [monitorIds, at])
}

const resume = sql<never>`
  update monitors set active = true, paused_at = null, grid_since = $2, run_at = $2, updated_at = $2
  where id = any($1::integer[])`

/** They are checked at once, and their slots of the pause never existed. */
export async function updateMonitorsResumed(
  tx: Queryable,
  monitorIds: readonly number[],
  at: Date,
): Promise<void> {
  await tx.query(resume, [monitorIds, at])
}

const retime = sql<never>`
  update monitors set interval_minutes = $2, updated_at = $3,
    grid_since = case when interval_minutes = $2 then grid_since else $3 end
  where id = any($1::integer[])`

/** Gives monitors an interval; those that had another begin a new grid. */
export async function updateMonitorsInterval(
  tx: Queryable,
  monitorIds: readonly number[],
  intervalMinutes: number,
  at: Date,
): Promise<void> {
  await tx.query(retime, [monitorIds, intervalMinutes, at])
}

const retag = sql<never>`
  update monitors m set updated_at = $4, tags =
    array(
      select tag from unnest(m.tags) with ordinality as kept (tag, place)
      where tag <> all($3::text[]) or tag = any($2::text[])
      order by place
    ) || array(
      select tag from unnest($2::text[]) with ordinality as given (tag, place)
      where tag <> all(m.tags)
      order by place
    )
  where id = any($1::integer[])`

/** Gives monitors some tags, which come after those they have, and takes others away. One that is both is given. */
export async function updateMonitorsTags(
  tx: Queryable,
  monitorIds: readonly number[],
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
  at: Date,
): Promise<void> {
  await tx.query(retag, [monitorIds, add, remove, at])
}

const lockRegionStates = sql<never>`
  select from region_states where monitor_id = any($1::integer[]) order by monitor_id, region for update`

const lockStates = sql<never>`
  select from monitor_states where monitor_id = any($1::integer[]) order by monitor_id for update`

/** Waits for the results and verdicts of monitors that are under way, and holds up others. In the order
 *  in which the ingest locks: a deletion locks the monitors first, which the ingest needs last. */
export async function lockFindings(tx: Queryable, monitorIds: readonly number[]): Promise<void> {
  await tx.query(lockRegionStates, [monitorIds])
  await tx.query(lockStates, [monitorIds])
}

// What follows from a deletion by itself, with a statement for each monitor and table: of 10,000 monitors with ten alerts
// each more than half of the time.
const forgetHistory = [
  sql<never>`update alerts set monitor_id = null where monitor_id = any($1::integer[])`,
  sql<never>`delete from outages where monitor_id = any($1::integer[])`,
  sql<never>`delete from state_changes where monitor_id = any($1::integer[])`,
  sql<never>`delete from maintenance_monitors where monitor_id = any($1::integer[])`,
  sql<never>`delete from tls_notices where monitor_id = any($1::integer[])`,
  sql<never>`delete from status_page_components where monitor_id = any($1::integer[])`,
]

/** Of 10,000 monitors with ten alerts each one statement took 12 s on a busy machine, and 15 s is the most that any may
 *  take: with more alerts they could not be removed at all. */
const FORGOTTEN_AT_ONCE = 200

/** Deletes what there is of monitors beside their findings. Nobody who stores results waits for any of it; verdicts that
 *  are under way, which write some of it, are waited for, and others passed over: whoever stores results waits for none.
 *  @param monitorIds are locked */
export async function deleteHistory(tx: Queryable, monitorIds: readonly number[]): Promise<void> {
  await tx.query(lockStates, [monitorIds])
  for (let from = 0; from < monitorIds.length; from += FORGOTTEN_AT_ONCE) {
    const some = monitorIds.slice(from, from + FORGOTTEN_AT_ONCE)
    for (const forget of forgetHistory) await tx.query(forget, [some])
  }
}

const removeAll = sql<never>`delete from monitors where id = any($1::integer[])`

/** Their raw results stay until their retention ends: nothing leads to them any more, and deleting
 *  hundreds of thousands of rows here would hold everybody up. */
export async function deleteMonitors(tx: Queryable, monitorIds: readonly number[]): Promise<void> {
  await tx.query(removeAll, [monitorIds])
}

// A table of those that go: as an array each is compared with each.
const forgetParents = sql<never>`
  update monitors set depends_on = array(
    select parent from unnest(depends_on) with ordinality as kept (parent, place)
    where parent not in (select unnest($2::text[]))
    order by place)
  where workspace_id = $1 and depends_on <> '{}' and not public_id in (select unnest($2::text[]))
    and exists (
      select from unnest(depends_on) as parent where parent in (select unnest($2::text[])))`

/** Takes monitors that are going to be deleted out of those that depend on them. */
export async function removeDependencies(
  tx: Queryable,
  workspaceId: number,
  publicIds: readonly string[],
): Promise<void> {
  await tx.query(forgetParents, [workspaceId, publicIds])
}
