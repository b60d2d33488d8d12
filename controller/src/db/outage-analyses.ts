import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** An outage with what its diagnosis needs of the monitor. Times are UNIX ms. */
export interface DiagnosedOutageRow {
  readonly outageId: string
  readonly scope: string
  readonly startedAtMs: number
  readonly confirmedAtMs: number
  readonly endedAtMs: number | null
  readonly cause: string
  readonly summary: string
  readonly outageRegions: readonly string[]
  /** JSON of an analysis; null while there is none. */
  readonly analysis: unknown
  readonly monitorId: number
  readonly monitorPublicId: string
  readonly workspaceId: number
  readonly type: string
  readonly url: string
  readonly host: string
  readonly port: number | null
  readonly timeoutMs: number
  readonly settings: Readonly<Record<string, unknown>>
  readonly regions: readonly string[]
  readonly dependsOn: readonly string[]
  readonly createdAtMs: number
  /** When its url, settings or time limit changed last. */
  readonly changedAtMs: number
}

const byId = sql<DiagnosedOutageRow>`
  select o.public_id as "outageId", o.scope,
    extract(epoch from o.started_at)::float8 * 1000 as "startedAtMs",
    extract(epoch from o.confirmed_at)::float8 * 1000 as "confirmedAtMs",
    extract(epoch from o.ended_at)::float8 * 1000 as "endedAtMs",
    o.cause, o.summary, o.regions as "outageRegions", o.analysis,
    m.id as "monitorId", m.public_id as "monitorPublicId", m.workspace_id as "workspaceId", m.type,
    m.url, m.host, m.port, m.timeout_ms as "timeoutMs",
    m.settings, m.regions, m.depends_on as "dependsOn",
    extract(epoch from m.created_at)::float8 * 1000 as "createdAtMs",
    extract(epoch from coalesce(m.target_changed_at, m.created_at))::float8 * 1000 as "changedAtMs"
  from outages o join monitors m on m.id = o.monitor_id
  where o.public_id = $1`

/** @returns null when there is no such outage, or its monitor is gone */
export async function readDiagnosedOutage(
  db: Queryable,
  outageId: string,
): Promise<DiagnosedOutageRow | null> {
  return (await db.query(byId, [outageId])).rows[0] ?? null
}

const ofMonitor = sql<{ outageId: string }>`
  select public_id as "outageId" from outages
  where monitor_id = $1 and ($2::text is null or public_id = $2)
  order by ended_at is null desc, started_at desc, id desc
  limit 1`

/** The outage of a monitor that is meant: the one asked for, else the current, else the latest.
 *  @returns its id; null when there is none */
export async function findOutage(
  db: Queryable,
  monitorId: number,
  outageId: string | null,
): Promise<string | null> {
  return (await db.query(ofMonitor, [monitorId, outageId])).rows[0]?.outageId ?? null
}

const write = sql<{ id: number }>`
  update outages set analysis = $2, analysed_at = to_timestamp($3::float8 / 1000),
    cause = coalesce($4, cause), summary = coalesce($5, summary)
  where public_id = $1 and (analysis is null or not (analysis ->> 'isGathered')::boolean)
  returning id`

/** Stores an analysis, unless one that agents gathered evidence for is there.
 *  @param told.cause what the outage is called from now on; null: it stays
 *  @returns whether it was stored */
export async function storeAnalysis(
  db: Queryable,
  outageId: string,
  analysis: unknown,
  told: { atMs: number; cause: string | null; summary: string | null },
): Promise<boolean> {
  const text = JSON.stringify(analysis)
  const { rows } = await db.query(write, [outageId, text, told.atMs, told.cause, told.summary])
  return rows.length > 0
}

const traces = sql<{ traces: unknown }>`
  select analysis -> 'traces' as traces from outages
  where monitor_id = $1 and public_id <> $2 and analysis is not null
  order by started_at desc limit 5`

/** The ways to the target that earlier analyses kept, the newest first. */
export async function readStoredTraces(
  db: Queryable,
  monitorId: number,
  exceptOutageId: string,
): Promise<unknown[]> {
  return (await db.query(traces, [monitorId, exceptOutageId])).rows.map((row) => row.traces)
}
