import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** A controller as an operator sees it. */
export interface ListedControllerRow {
  readonly id: string
  readonly hostname: string
  readonly startedAt: Date
  readonly lastSeenAt: Date
  readonly live: boolean
  /** Agents that are connected to it. */
  readonly agents: number
  /** Since when it hands over what it does; null: it does not. */
  readonly drainingAt: Date | null
  /** When it had handed over everything. */
  readonly drainedAt: Date | null
  /** How far the clock of its machine is ahead of the database's; null: it has not said. */
  readonly clockOffsetMs: number | null
}

const list = sql<ListedControllerRow>`
  select c.id, c.hostname, c.started_at as "startedAt", c.last_seen_at as "lastSeenAt",
    c.last_seen_at > now() - $1 * interval '1 ms' as live,
    (select count(*) from agents a where a.controller_id = c.id and a.left_at is null
      and a.last_seen_at > now() - $1 * interval '1 ms') as agents,
    c.draining_at as "drainingAt", c.drained_at as "drainedAt",
    c.clock_offset_ms::float8 as "clockOffsetMs"
  from controllers c order by live desc, c.started_at`

/** Controllers of the last day, those that live first.
 *  @param lostAfterMs silence after which one is gone */
export async function readControllers(
  db: Queryable,
  lostAfterMs: number,
): Promise<ListedControllerRow[]> {
  const { rows } = await db.query(list, [lostAfterMs])
  return rows
}

const controller = sql<never>`
  update controllers set draining_at = coalesce(draining_at, now()) where id = $1`

/** Has a controller hand over what it does, from its next look at the database on. */
export async function drainController(db: Queryable, id: string): Promise<void> {
  await db.query(controller, [id])
}

/** An agent as far as it has to hand something over. */
export interface DrainableAgentRow {
  readonly region: string
  readonly live: boolean
  readonly isDraining: boolean
  /** Other agents of its region that live and stay. */
  readonly others: number
  /** Checks and results that it still has, as it said since it was told; null: it has not said. */
  readonly left: number | null
}

const readAgent = sql<DrainableAgentRow>`
  select a.region, a.live, a.is_draining as "isDraining",
    (select count(*)::integer from agents o where o.region = a.region and o.public_id <> a.public_id
      and o.left_at is null and o.last_seen_at > now() - $2 * interval '1 ms'
      and o.draining_run is distinct from o.run_id) as others,
    case when a.last_seen_at > a.draining_at + interval '6 s'
      then (counters ->> 'assignments')::float8 + (counters ->> 'checksInFlight')::float8
        + (counters ->> 'spoolResults')::float8
    end as left
  from (
    select *, coalesce(draining_run = run_id, false) as is_draining,
      left_at is null and last_seen_at > now() - $2 * interval '1 ms' as live
    from agents where public_id = $1
  ) a`

/** @returns null when there is no such agent */
export async function readDrainableAgent(
  db: Queryable,
  publicId: string,
  lostAfterMs: number,
): Promise<DrainableAgentRow | null> {
  const { rows } = await db.query(readAgent, [publicId, lostAfterMs])
  return rows[0] ?? null
}

const agent = sql<never>`
  update agents set draining_run = run_id, draining_at = now()
  where public_id = $1 and draining_run is distinct from run_id`

/** Has an agent hand its checks over, until it is started anew. */
export async function drainAgent(db: Queryable, publicId: string): Promise<void> {
  await db.query(agent, [publicId])
}
