import type { MonitorType } from '@sightline/shared/check-words'
import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** Something of which some texts are sealed. */
export interface SealedRow {
  readonly id: number
  readonly publicId: string
  readonly workspaceId: number
  /** Settings of a monitor, addresses of a contact. */
  readonly stored: Readonly<Record<string, unknown>>
}

/** A monitor with secrets. */
export interface SealedMonitorRow extends SealedRow {
  readonly type: MonitorType
}

const readMonitors = sql<SealedMonitorRow>`
  select id, public_id as "publicId", workspace_id as "workspaceId", type, settings as stored
  from monitors where id > $1 and settings::text like '%"sealed:%' order by id limit $2`

/** Monitors with secrets, in the order of their numbers.
 *  @param afterId number the page begins after, 0 for the first */
export async function readSealedMonitors(
  db: Queryable,
  afterId: number,
  limit: number,
): Promise<SealedMonitorRow[]> {
  return (await db.query(readMonitors, [afterId, limit])).rows
}

const readContacts = sql<SealedRow>`
  select id, public_id as "publicId", workspace_id as "workspaceId", addresses as stored
  from contacts where id > $1 and addresses::text like '%"sealed:%' order by id limit $2`

/** Contacts with secrets, as `readSealedMonitors`. */
export async function readSealedContacts(
  db: Queryable,
  afterId: number,
  limit: number,
): Promise<SealedRow[]> {
  return (await db.query(readContacts, [afterId, limit])).rows
}

/** A row that is to hold the same secrets sealed anew. */
export interface ResealedRow {
  readonly id: number
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

const writeMonitors = sql<never>`
  update monitors m set settings = r.after
  from jsonb_to_recordset($1::jsonb) as r (id bigint, before jsonb, after jsonb)
  where m.id = r.id and m.settings = r.before`

/** Replaces settings that are still as they were read.
 *  @returns how many were */
export async function writeResealedMonitors(
  db: Queryable,
  rows: readonly ResealedRow[],
): Promise<number> {
  return (await db.query(writeMonitors, [JSON.stringify(rows)])).rowCount
}

const writeContacts = sql<never>`
  update contacts c set addresses = r.after
  from jsonb_to_recordset($1::jsonb) as r (id bigint, before jsonb, after jsonb)
  where c.id = r.id and c.addresses = r.before`

/** Replaces addresses that are still as they were read.
 *  @returns how many were */
export async function writeResealedContacts(
  db: Queryable,
  rows: readonly ResealedRow[],
): Promise<number> {
  return (await db.query(writeContacts, [JSON.stringify(rows)])).rowCount
}
