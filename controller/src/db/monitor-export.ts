import type { MonitorConfigRow } from './monitor-columns.ts'
import { CONFIG_FIELDS } from './monitor-columns.ts'
import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** A monitor as it is written into an export. */
export interface ExportedMonitorRow extends MonitorConfigRow {
  readonly id: number
  readonly publicId: string
  readonly type: string
  readonly active: boolean
  /** As the database writes it, whose times are finer than those of JavaScript. */
  readonly createdAtText: string
}

/** Where a page of monitors ends. */
export type MonitorCursor = Pick<ExportedMonitorRow, 'id' | 'createdAtText'>

const readAfter = sql<ExportedMonitorRow>`
  select m.id, m.public_id as "publicId", m.type, m.active, m.created_at::text as "createdAtText", ${CONFIG_FIELDS}
  from monitors m
  where m.workspace_id = $1 and (m.created_at, m.id) > ($2::timestamptz, $3::integer)
  order by m.created_at, m.id
  limit $4`

/** Monitors of a workspace in the order in which they were made.
 *  @param after the last one of the page before; null: from the beginning */
export async function readMonitorsAfter(
  db: Queryable,
  workspaceId: number,
  after: MonitorCursor | null,
  limit: number,
): Promise<ExportedMonitorRow[]> {
  return (
    await db.query(readAfter, [
      workspaceId,
      after?.createdAtText ?? '-infinity',
      after?.id ?? 0,
      limit,
    ])
  ).rows
}
