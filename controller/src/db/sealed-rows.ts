import type { MonitorType } from '@sightline/shared/check-words'
import type { Database, Queryable } from './pool.ts'
import type { Statement } from './sql.ts'
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

const readContacts = sql<SealedRow>`
  select id, public_id as "publicId", workspace_id as "workspaceId", addresses as stored
  from contacts where id > $1 and addresses::text like '%"sealed:%' order by id limit $2`

// They are the installation's: the owner that they are sealed for is no workspace.
const readKeys = sql<SealedRow>`
  select id, 'installation' as "publicId", 0 as "workspaceId", keys as stored
  from push_keys where id > $1 order by id limit $2`

/** Reads rows with secrets, in the order of their numbers.
 *  @param afterId number the page begins after, 0 for the first */
export type ReadSealed<Row extends SealedRow> = (
  db: Queryable,
  afterId: number,
  limit: number,
) => Promise<Row[]>

export const readSealedMonitors = reading(readMonitors)
export const readSealedContacts = reading(readContacts)
export const readSealedPushKeys = reading(readKeys)

function reading<Row extends SealedRow>(statement: Statement<Row>): ReadSealed<Row> {
  return async (db, afterId, limit) => (await db.query(statement, [afterId, limit])).rows
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

const writeContacts = sql<never>`
  update contacts c set addresses = r.after
  from jsonb_to_recordset($1::jsonb) as r (id bigint, before jsonb, after jsonb)
  where c.id = r.id and c.addresses = r.before`

const writeKeys = sql<never>`
  update push_keys p set keys = r.after
  from jsonb_to_recordset($1::jsonb) as r (id integer, before jsonb, after jsonb)
  where p.id = r.id and p.keys = r.before`

/** Replaces what is still as it was read. For everybody else nothing has changed.
 *  @returns how many were */
export type WriteResealed = (db: Database, rows: readonly ResealedRow[]) => Promise<number>

export const writeResealedMonitors = writing(writeMonitors)
export const writeResealedContacts = writing(writeContacts)
export const writeResealedPushKeys = writing(writeKeys)

// Triggers tell nobody of it (migration 027).
const beginResealing = sql<never>`select set_config('sightline.resealing', 'on', true)`

function writing(statement: Statement<never>): WriteResealed {
  return (db, rows) =>
    db.transaction(async (tx) => {
      await tx.query(beginResealing)
      return (await tx.query(statement, [JSON.stringify(rows)])).rowCount
    })
}

// Earlier versions did not name the key.
const sealing = sql<{ keyId: string }>`
  select distinct coalesce(substring(sealed from 'sealed:2:([0-9a-f]{8}):'), '') as "keyId"
  from (
    (select settings::text as sealed from monitors where settings::text like '%"sealed:%' limit 1)
    union all (select addresses::text from contacts where addresses::text like '%"sealed:%' limit 1)
    union all (select keys::text from push_keys limit 1)
    union all (select secret from person_second_factors limit 1)
  ) found
  order by 1 desc`

/** Reads which keys some of what is stored is sealed with, one of each kind; every monitor is looked at where none of them is.
 *  @returns their ids, an empty one where that is not told at last; none: nothing is sealed */
export async function readSealingKeys(db: Queryable): Promise<string[]> {
  return (await db.query(sealing)).rows.map(({ keyId }) => keyId)
}

const lockKeys = sql<never>`
  select pg_advisory_xact_lock(hashtextextended('sightline secret keys', 0))`

/** Has others wait who add a key, until the transaction ends. */
export async function lockSecretKeys(tx: Queryable): Promise<void> {
  await tx.query(lockKeys)
}
