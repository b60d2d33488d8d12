import type { MonitorType } from '@sightline/shared/check-words'
import type { CheckCapability } from '@sightline/shared/needed-capability'
import { numberArray } from './array-literal.ts'
import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** A monitor as the scheduler sees it. */
export interface AssignableMonitor {
  readonly id: number
  readonly publicId: string
  readonly workspaceId: number
  readonly type: MonitorType
  readonly url: string
  readonly timeoutMs: number
  readonly settings: Readonly<Record<string, unknown>>
  /** What an agent must be able to do to check it. */
  readonly needs: CheckCapability
  /** Which version of settings it must know. */
  readonly needsVersion: number
  /** Grows with every change of what it checks. */
  readonly generation: number
  readonly intervalMinutes: number
  readonly regions: readonly string[]
  readonly checkMode: string
  readonly confirmation: unknown
  /** Whether the settings hold a secret that is not a default. */
  readonly hasSecrets: boolean
  /** Whether it is of the workspace that runs the installation. */
  readonly isOperators: boolean
  readonly gridSinceMs: number
  readonly runAtMs: number
}

const readSome = sql<AssignableMonitor>`
  select id, public_id as "publicId", workspace_id as "workspaceId", type, url, timeout_ms as "timeoutMs",
    settings, needs, needs_version as "needsVersion", generation, interval_minutes as "intervalMinutes", regions, check_mode as "checkMode", confirmation,
    has_secrets as "hasSecrets",
    coalesce(workspace_id = (select owner_workspace_id from installation), false) as "isOperators",
    extract(epoch from grid_since)::float8 * 1000 as "gridSinceMs",
    extract(epoch from run_at)::float8 * 1000 as "runAtMs"
  from monitors where id = any($1::integer[]) and active`

/** The active ones among these monitors. */
export async function readAssignable(
  db: Queryable,
  ids: readonly number[],
): Promise<AssignableMonitor[]> {
  const { rows } = await db.query(readSome, [numberArray(ids)])
  return rows
}

/** What of a monitor decides which agent checks it, and when: a few bytes, for there may be very many. */
export interface OwnableMonitor {
  readonly id: number
  /** Inactive ones nobody checks. */
  readonly active: boolean
  readonly needs: CheckCapability
  readonly needsVersion: number
  readonly generation: number
  readonly intervalMinutes: number
  readonly regions: readonly string[]
  readonly checkMode: string
  readonly runAtMs: number
}

/** Columns of `OwnableMonitor`. */
export const OWNABLE = {
  sqlPart: `id, active, needs, needs_version as "needsVersion", generation, interval_minutes as "intervalMinutes", regions,
    check_mode as "checkMode", extract(epoch from run_at)::float8 * 1000 as "runAtMs"`,
}

const readOwnable = sql<OwnableMonitor>`
  select ${OWNABLE} from monitors
  where id > $1 and active and $2 = any(regions) order by id limit $3`

/** Active monitors of a region, in the order of their ids.
 *  @param afterId id the page begins after, 0 for the first */
export async function readOwnablePage(
  db: Queryable,
  region: string,
  afterId: number,
  limit: number,
): Promise<OwnableMonitor[]> {
  const { rows } = await db.query(readOwnable, [afterId, region, limit])
  return rows
}
