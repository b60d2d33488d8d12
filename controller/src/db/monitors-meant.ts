import { CONFIG_FIELDS } from './monitor-columns.ts'
import type { MonitorConfigRow } from './monitor-columns.ts'
import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** A monitor that a file may mean. */
export interface MeantMonitorRow extends MonitorConfigRow {
  readonly id: number
  readonly publicId: string
  readonly type: string
  readonly active: boolean
}

// A union, so that each part has its index.
const read = sql<MeantMonitorRow>`
  with meant as (
    select id from monitors where workspace_id = $1 and public_id = any($2)
    union select id from monitors where workspace_id = $1 and target_key = any($3)
    union select id from monitors where workspace_id = $1 and lower(name) = any($4)
  )
  select m.id, m.public_id as "publicId", m.type, m.active, ${CONFIG_FIELDS}
  from meant join monitors m on m.id = meant.id
  order by m.id`

/** The workspace's monitors with one of these ids, targets or names.
 *  @param meant.names in small letters */
export async function readMeantMonitors(
  db: Queryable,
  workspaceId: number,
  meant: {
    readonly publicIds: readonly string[]
    readonly targetKeys: readonly string[]
    readonly names: readonly string[]
  },
): Promise<MeantMonitorRow[]> {
  return (await db.query(read, [workspaceId, meant.publicIds, meant.targetKeys, meant.names])).rows
}
