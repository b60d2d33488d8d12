import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

const prove = sql<unknown>`
  update people set email_verified = true, updated_at = now() where id = $1 and not email_verified`

/** Notes that an address is the person's own.
 *  @returns false when that was known */
export async function proveAddress(tx: Queryable, personId: number): Promise<boolean> {
  return (await tx.query(prove, [personId])).rowCount === 1
}

const dropPasskeys = sql<unknown>`delete from person_passkeys where person_id = $1`

/** Ends every passkey of a person. */
export async function deletePasskeys(tx: Queryable, personId: number): Promise<void> {
  await tx.query(dropPasskeys, [personId])
}

const dropPassword = sql<unknown>`
  delete from person_accounts where person_id = $1 and provider = 'credential'`
const dropFactor = sql<unknown>`delete from person_second_factors where person_id = $1`
const clearFactor = sql<unknown>`update people set two_factor_enabled = false where id = $1`
const dropSessions = sql<unknown>`delete from person_sessions where person_id = $1`
const revokeKeys = sql<unknown>`
  update api_keys set revoked_at = $2 where person_id = $1 and revoked_at is null`

/** Ends everything that anybody signs in with as a person, and their sessions and keys. */
export async function endAccess(tx: Queryable, personId: number, at: Date): Promise<void> {
  for (const statement of [dropPassword, dropFactor, clearFactor, dropSessions]) {
    await tx.query(statement, [personId])
  }
  await deletePasskeys(tx, personId)
  await tx.query(revokeKeys, [personId, at])
}
