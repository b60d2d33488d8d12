import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** What the database knows of the installation at large. */
export interface InstallationStatusRow {
  readonly postgresVersion: string
  /** null where the extension is not used. */
  readonly timescaleVersion: string | null
  /** Number of the last migration. */
  readonly schemaVersion: number
  readonly monitors: number
  readonly monitorsDown: number
  readonly agents: number
  readonly agentsLive: number
  /** Without those that have handed over everything, or were stopped. */
  readonly controllersLive: number
  /** How far the clock of a live one is ahead of the database's, of the one that is furthest off; null: none says. */
  readonly controllerClockOffsetMs: number | null
  readonly agentClockOffsetMs: number | null
  /** Results that the decision rule could not judge when they came, ever since, and when the last; those that
   *  still wait to be judged. */
  readonly judgingFaults: number
  readonly judgingFaultAt: Date | null
  readonly unjudged: number
}

const read = sql<InstallationStatusRow>`
  select current_setting('server_version') as "postgresVersion",
    (select extversion from pg_extension where extname = 'timescaledb') as "timescaleVersion",
    (select max(version)::integer from schema_migrations) as "schemaVersion",
    (select count(*) from monitors) as monitors,
    (select count(*) from monitor_states where status = 'down') as "monitorsDown",
    (select count(*) from agents where removed_at is null) as agents,
    (select count(*) from agents
      where left_at is null and last_seen_at > now() - $1 * interval '1 ms') as "agentsLive",
    (select count(*) from controllers
      where last_seen_at > now() - $1 * interval '1 ms' and drained_at is null) as "controllersLive",
    (select clock_offset_ms::float8 from controllers
      where last_seen_at > now() - $1 * interval '1 ms'
      order by abs(clock_offset_ms) desc nulls last limit 1) as "controllerClockOffsetMs",
    (select clock_offset_ms::float8 from agents
      where left_at is null and last_seen_at > now() - $1 * interval '1 ms'
      order by abs(clock_offset_ms::float8) desc nulls last limit 1) as "agentClockOffsetMs",
    (select results from judging_faults) as "judgingFaults",
    (select last_at from judging_faults) as "judgingFaultAt",
    (select count(*) from unjudged_results) as unjudged`

/** @param lostAfterMs silence that makes an agent or controller lost */
export async function readInstallationStatus(
  db: Queryable,
  lostAfterMs: number,
): Promise<InstallationStatusRow> {
  const { rows } = await db.query(read, [lostAfterMs])
  const row = rows[0]
  if (row === undefined) throw new Error('the status has no row')
  return row
}
