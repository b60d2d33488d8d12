import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** Whom a certificate is for. */
export type HolderUse = 'agent' | 'controller'

/** A certificate that was made here. */
export interface NewCertificateRow {
  readonly serial: string
  readonly use: HolderUse
  readonly name: string
  /** Serial of the authority that vouches for it. */
  readonly authority: string
  readonly notAfter: Date
}

const insert = sql<never>`
  insert into certificates (serial, use, name, authority, not_after) values ($1, $2, $3, $4, $5)`

export async function insertCertificate(db: Queryable, row: NewCertificateRow): Promise<void> {
  await db.query(insert, [row.serial, row.use, row.name, row.authority, row.notAfter])
}

/** A certificate as an operator sees it. */
export interface ListedCertificateRow {
  readonly serial: string
  /** The next three are null of one that was made elsewhere and is revoked here. */
  readonly use: HolderUse | null
  readonly name: string | null
  readonly notAfter: Date | null
  readonly authority: string | null
  readonly createdAt: Date
  readonly revokedAt: Date | null
  /** Ended, or within a month, by the database's clock. */
  readonly isOver: boolean
  readonly endsSoon: boolean
  /** Its holder has a later one. */
  readonly isReplaced: boolean
}

const list = sql<ListedCertificateRow>`
  select serial, use, name, authority, not_after as "notAfter", created_at as "createdAt",
    revoked_at as "revokedAt", coalesce(not_after <= now(), false) as "isOver",
    coalesce(not_after <= now() + interval '30 days', false) as "endsSoon",
    exists (select from certificates later where later.use = c.use and later.name = c.name
      and later.created_at > c.created_at) as "isReplaced"
  from certificates c
  order by use, name, created_at desc`

/** All certificates, those of one holder together, the latest first. */
export async function readCertificates(db: Queryable): Promise<ListedCertificateRow[]> {
  return (await db.query(list)).rows
}

/** A certificate that was revoked just now. */
export interface RevokedRow {
  readonly serial: string
  /** null: it was made elsewhere. */
  readonly use: HolderUse | null
}

const revoke = sql<RevokedRow>`
  update certificates set revoked_at = now()
  where (serial = $1 or (name = $2 and use = 'agent')) and revoked_at is null
  returning serial, use`

/** Revokes the one that has this serial, and those of an agent of this name.
 *  @returns those that were in force */
export async function markCertificatesRevoked(
  tx: Queryable,
  serial: string,
  name: string,
): Promise<RevokedRow[]> {
  return (await tx.query(revoke, [serial, name])).rows
}

const revokeForeign = sql<{ serial: string }>`
  insert into certificates (serial, revoked_at) values ($1, now()) on conflict (serial) do nothing
  returning serial`

/** Notes that one which was made elsewhere is revoked.
 *  @returns false when it is known already */
export async function insertRevokedCertificate(tx: Queryable, serial: string): Promise<boolean> {
  return (await tx.query(revokeForeign, [serial])).rowCount === 1
}

const isRevoked = sql<never>`
  select from certificates where serial = $1 and revoked_at is not null`

export async function isCertificateRevoked(db: Queryable, serial: string): Promise<boolean> {
  return (await db.query(isRevoked, [serial])).rowCount === 1
}

const revokedControllers = sql<{ serial: string }>`
  select serial from certificates
  where revoked_at is not null and use is distinct from 'agent' and coalesce(not_after > now(), true)
  order by revoked_at desc limit $1`

/** Certificates by which nobody is a controller any more: theirs, and those that were made elsewhere, of which nobody
 *  knows whose they are.
 *  @returns their serials, the latest first */
export async function readRevokedControllers(db: Queryable, limit: number): Promise<string[]> {
  return (await db.query(revokedControllers, [limit])).rows.map(({ serial }) => serial)
}
