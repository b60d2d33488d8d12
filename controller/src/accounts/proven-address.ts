import type { Database } from '../db/pool.ts'
import { deleteVerificationsOf } from '../db/person-verifications.ts'
import { deletePasskeys, endAccess, proveAddress } from '../db/proven-addresses.ts'

// Whoever has the link of an invitation makes an account of its address: that may be another than whose address it is.

/** The identity provider vouches for the person: what was made under an address that nobody had proven may be
 *  somebody else's, so password, passkeys, second factor, sessions and keys of before end. */
export async function provenByProvider(db: Database, personId: number, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    if (await proveAddress(tx, personId)) await endAccess(tx, personId, now)
  })
}

/** A mail has reached the person, who chose another password by it. Their sessions and their password of before are over
 *  by then; other links that were mailed end, which would let whoever finds one choose again; and a passkey made before
 *  may be somebody else's. */
export async function provenByMail(db: Database, personId: number): Promise<void> {
  await db.transaction(async (tx) => {
    await deleteVerificationsOf(tx, personId, 'passwordReset')
    if (await proveAddress(tx, personId)) await deletePasskeys(tx, personId)
  })
}
