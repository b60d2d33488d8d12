import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** A field that somebody set. */
export interface ChangeRow {
  readonly field: string
  /** Left out where the value stays untold. */
  readonly to?: unknown
}

/** What somebody did, to be noted. */
export interface NewEntryRow {
  readonly workspaceId: number
  readonly at: Date
  readonly personId: number | null
  /** 0: no key. */
  readonly keyId: number
  readonly address: string
  readonly action: string
  readonly subjectId: string | null
  readonly subjectName: string | null
  readonly changes: readonly ChangeRow[]
}

// What was deleted tells no name any more: then the latest that is known of it.
const insert = sql<unknown>`
  insert into audit_log (workspace_id, at, person_id, person_name, key_name, address, action, subject_id,
    subject_name, changes)
  select $1, $2, $3::bigint, coalesce((select name from people where id = $3), ''),
    (select name from api_keys where id = $4), $5, $6, $7::text,
    coalesce($8, (select subject_name from audit_log
      where workspace_id = $1 and subject_id = $7 and subject_name is not null order by id desc limit 1)), $9`

/** Notes what somebody did. */
export async function insertAuditEntry(db: Queryable, row: NewEntryRow): Promise<void> {
  await db.query(insert, [
    row.workspaceId,
    row.at,
    row.personId,
    row.keyId,
    row.address,
    row.action,
    row.subjectId,
    row.subjectName,
    JSON.stringify(row.changes),
  ])
}

const insertMany = sql<unknown>`
  insert into audit_log (workspace_id, at, person_id, person_name, key_name, address, action, subject_id,
    subject_name, changes)
  select $1, $2, $3::bigint, coalesce((select name from people where id = $3), ''),
    (select name from api_keys where id = $4), $5, deed.action, deed.subject_id, deed.subject_name, deed.changes::jsonb
  from unnest($6::text[], $7::text[], $8::text[], $9::text[])
    with ordinality as deed (action, subject_id, subject_name, changes, place)
  order by deed.place`

/** What was done to one of many things. */
export type DeedRow = Pick<NewEntryRow, 'action' | 'subjectId' | 'subjectName' | 'changes'>

/** Notes what somebody did to many things at once, in their order. */
export async function insertAuditEntries(
  db: Queryable,
  by: Omit<NewEntryRow, keyof DeedRow>,
  deeds: readonly DeedRow[],
): Promise<void> {
  await db.query(insertMany, [
    by.workspaceId,
    by.at,
    by.personId,
    by.keyId,
    by.address,
    deeds.map(({ action }) => action),
    deeds.map(({ subjectId }) => subjectId),
    deeds.map(({ subjectName }) => subjectName),
    deeds.map(({ changes }) => JSON.stringify(changes)),
  ])
}

/** What somebody did, as it was noted. */
export interface AuditEntryRow {
  readonly id: string
  readonly at: Date
  /** Public id; null: the person is gone. */
  readonly personId: string | null
  readonly personName: string
  readonly keyName: string | null
  readonly address: string
  readonly action: string
  readonly subjectId: string | null
  readonly subjectName: string | null
  readonly changes: ChangeRow[]
}

/** What is looked for; null: whatever it is. */
export interface AuditFilter {
  readonly personId: string | null
  /** What was changed, such as 'monitor'. */
  readonly kind: string | null
  readonly subjectId: string | null
  readonly from: Date | null
  readonly to: Date | null
}

const MATCHING = {
  sqlPart: `l.workspace_id = $1 and ($2::text is null or p.public_id = $2)
    and ($3::text is null or split_part(l.action, '.', 1) = $3) and ($4::text is null or l.subject_id = $4)
    and ($5::timestamptz is null or l.at >= $5) and ($6::timestamptz is null or l.at < $6)`,
}

const count = sql<{ total: number }>`
  select count(*)::integer as total from audit_log l left join people p on p.id = l.person_id where ${MATCHING}`

const list = sql<AuditEntryRow>`
  select l.id::text as id, l.at, p.public_id as "personId", l.person_name as "personName", l.key_name as "keyName",
    l.address, l.action, l.subject_id as "subjectId", l.subject_name as "subjectName", l.changes
  from audit_log l left join people p on p.id = l.person_id
  where ${MATCHING} order by l.id desc limit $7 offset $8`

/** What was done in a workspace, newest first. */
export async function readAuditLog(
  db: Queryable,
  workspaceId: number,
  filter: AuditFilter,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ total: number; entries: AuditEntryRow[] }> {
  const { personId, kind, subjectId, from, to } = filter
  const matching = [workspaceId, personId, kind, subjectId, from, to]
  const { rows } = await db.query(count, matching)
  const entries = await db.query(list, [...matching, page.limit, page.offset])
  return { total: rows[0]?.total ?? 0, entries: entries.rows }
}

const prune = sql<unknown>`delete from audit_log where at < $1`

/** Forgets what was done before then. */
export async function pruneAuditLogBefore(db: Queryable, before: Date): Promise<void> {
  await db.query(prune, [before])
}
