import type { Database } from '../db/pool.ts'
import { deletePasskeys, endAccess, proveAddress } from '../db/proven-addresses.ts'

// Whoever has the link of an invitation makes an account of its address: that may be another than whose address it is.

/** The identity provider vouches for the person: what was made under an address that nobody had proven may be
 *  somebody else's, so password, passkeys, second factor, sessions and keys of before end. */
export async function provenByProvider(db: Database, personId: number, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    if (await proveAddress(tx, personId)) await endAccess(tx, personId, now)
  })
}

/** A mail has reached the person. Their sessions and their password are over by then; a passkey made before may be
 *  somebody else's. */
export async function provenByMail(db: Database, personId: number): Promise<void> {
  await db.transaction(async (tx) => {
    if (await proveAddress(tx, personId)) await deletePasskeys(tx, personId)
  })
}
