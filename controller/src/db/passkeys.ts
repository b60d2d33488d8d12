import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** A passkey as its person sees it. */
export interface PasskeyRow {
  /** "pky_..." */
  readonly id: string
  readonly name: string
  readonly createdAt: Date
  /** null: nobody has signed in with it. */
  readonly lastUsedAt: Date | null
  /** Whether it is on other devices of the person too. */
  readonly isSynced: boolean
}

const publicId = {
  sqlPart: `'pky_' || left(encode(sha256(convert_to(k.credential_id, 'UTF8')), 'hex'), 24)`,
}

const list = sql<PasskeyRow>`
  select ${publicId} as id, coalesce(k.name, 'Passkey') as name, k.created_at as "createdAt",
    k.last_used_at as "lastUsedAt", k.backed_up as "isSynced"
  from person_passkeys k where k.person_id = $1 order by k.created_at desc, k.id desc limit 100`

/** Passkeys of a person, newest first. */
export async function readPasskeys(db: Queryable, personId: number): Promise<PasskeyRow[]> {
  return (await db.query(list, [personId])).rows
}

const deleteOne = sql<unknown>`
  delete from person_passkeys k where k.person_id = $1 and ${publicId} = $2`

/** @returns false when the person has no such passkey */
export async function deletePasskey(db: Queryable, personId: number, id: string): Promise<boolean> {
  return (await db.query(deleteOne, [personId, id])).rowCount === 1
}

const noteUse = sql<unknown>`update person_passkeys set last_used_at = $2 where credential_id = $1`

/** Notes that somebody signed in with it. */
export async function notePasskeyUse(db: Queryable, credentialId: string, at: Date): Promise<void> {
  await db.query(noteUse, [credentialId, at])
}
