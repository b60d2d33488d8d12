import type { Queryable } from './pool.ts'
import type { SqlPart } from './sql.ts'
import { sql } from './sql.ts'

/** What was found of a page, without its parts. */
export interface AuditRow {
  readonly publicId: string
  readonly createdAt: Date
  /** As asked, normalised. */
  readonly url: string
  /** It came without a scheme. */
  readonly isBare: boolean
  readonly fetchedUrl: string
  readonly statusCode: number
  readonly region: string
  readonly score: number
  readonly grade: string
  readonly figures: Readonly<Record<string, number>>
  /** Names of its parts, in the order of the alphabet. */
  readonly parts: readonly string[]
}

/** An audit that begins. */
export interface NewAudit extends Omit<AuditRow, 'figures' | 'parts'> {
  readonly workspaceId: number
  readonly host: string
}

const COLUMNS: SqlPart = {
  sqlPart: `a.public_id as "publicId", a.created_at as "createdAt", a.url, a.is_bare as "isBare", a.fetched_url as "fetchedUrl",
    a.status_code as "statusCode", a.region, a.score, a.grade, a.figures,
    array(select p.part from audit_parts p where p.audit_id = a.id order by p.part) as parts`,
}

const makeRoom = sql<never>`
  delete from audits where workspace_id = $1 and id <= (
    select id from audits where workspace_id = $1 order by id desc offset $2 limit 1)`

const insert = sql<never>`
  insert into audits (public_id, workspace_id, created_at, url, host, is_bare, fetched_url, status_code, region, score,
    grade, figures, bytes)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, '{}', 0)`

/** Keeps an audit that has no parts yet; the oldest ones of its workspace go.
 *  @param most so many stay of a workspace, this one among them */
export async function insertAudit(tx: Queryable, audit: NewAudit, most: number): Promise<void> {
  await tx.query(makeRoom, [audit.workspaceId, most - 1])
  await tx.query(insert, [
    audit.publicId,
    audit.workspaceId,
    audit.createdAt,
    audit.url,
    audit.host,
    audit.isBare,
    audit.fetchedUrl,
    audit.statusCode,
    audit.region,
    audit.score,
    audit.grade,
  ])
}

/** A part of an audit, named by whose it is. */
export interface PartPlace {
  readonly workspaceId: number
  readonly publicId: string
  readonly part: string
}

const addPart = sql<{ figures: Readonly<Record<string, number>> }>`
  with audit as (
    select id, bytes from audits where workspace_id = $1 and public_id = $2 for update
  ), added as (
    insert into audit_parts (audit_id, part, created_at, result)
    select id, $3, $4, $5::bytea from audit where bytes + octet_length($5::bytea) <= $6
    on conflict do nothing
    returning audit_id
  )
  update audits a set bytes = a.bytes + octet_length($5::bytea), figures = a.figures || $7::jsonb
  from added where a.id = added.audit_id
  returning a.figures`

/** Adds a part; one that is there already stays.
 *  @param kept.mostBytes so many may all parts of the audit have
 *  @returns figures of the whole audit; null: it was not added, as it is there, is too much, or the audit is gone */
export async function insertAuditPart(
  tx: Queryable,
  { workspaceId, publicId, part }: PartPlace,
  kept: {
    readonly at: Date
    readonly result: Buffer
    readonly figures: Readonly<Record<string, number | undefined>>
    readonly mostBytes: number
  },
): Promise<Readonly<Record<string, number>> | null> {
  const figures = JSON.stringify(kept.figures)
  const values = [workspaceId, publicId, part, kept.at, kept.result, kept.mostBytes, figures]
  return (await tx.query(addPart, values)).rows[0]?.figures ?? null
}

const list = sql<AuditRow & { total: number }>`
  select ${COLUMNS}, count(*) over () as total from audits a
  where a.workspace_id = $1 and ($2::text is null or a.host = $2) and ($3::text is null or a.url = $3)
  order by a.id desc limit $4 offset $5`

/** Audits of a workspace, the latest first.
 *  @param of a host, or an address as it was asked for; null: any */
export async function listAuditRows(
  db: Queryable,
  workspaceId: number,
  of: { readonly host: string | null; readonly url: string | null },
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly total: number; readonly audits: AuditRow[] }> {
  const { rows } = await db.query(list, [workspaceId, of.host, of.url, page.limit, page.offset])
  return { total: rows[0]?.total ?? 0, audits: rows }
}

const readOne = sql<AuditRow>`
  select ${COLUMNS} from audits a where a.workspace_id = $1 and a.public_id = $2`

/** null for one that is not there, and for another workspace's. */
export async function readAuditRow(
  db: Queryable,
  workspaceId: number,
  publicId: string,
): Promise<AuditRow | null> {
  return (await db.query(readOne, [workspaceId, publicId])).rows[0] ?? null
}

const readPart = sql<{ createdAt: Date; result: Buffer }>`
  select p.created_at as "createdAt", p.result from audit_parts p join audits a on a.id = p.audit_id
  where a.workspace_id = $1 and a.public_id = $2 and p.part = $3`

/** null for one that is not there. */
export async function readAuditPart(
  db: Queryable,
  { workspaceId, publicId, part }: PartPlace,
): Promise<{ readonly createdAt: Date; readonly result: Buffer } | null> {
  return (await db.query(readPart, [workspaceId, publicId, part])).rows[0] ?? null
}

const remove = sql<{ url: string }>`
  delete from audits where workspace_id = $1 and public_id = $2 returning url`

/** @returns the address it was of; null: there was none */
export async function deleteAuditRow(
  db: Queryable,
  workspaceId: number,
  publicId: string,
): Promise<string | null> {
  return (await db.query(remove, [workspaceId, publicId])).rows[0]?.url ?? null
}

const prune = sql<never>`delete from audits where created_at < $1`

/** Forgets audits that were made before then. */
export async function pruneAuditsBefore(db: Queryable, before: Date): Promise<void> {
  await db.query(prune, [before])
}
