import { hashSecret } from '../../secrets/secret-tokens.ts'
import { findConfirmation, useConfirmation } from '../../db/contact-confirmations.ts'
import { releaseUnconfirmed } from '../../db/alerts.ts'
import type { Database, Queryable } from '../../db/pool.ts'
import { addDeliveries } from '../outbox/add-deliveries.ts'

/** A mailed link, and what it is good for: `confirmed` was used, and the address is the contact's still;
 *  `changed`: it has another by now; `expired` also where it was used and the contact had another address in
 *  between. */
export type ConfirmationLink =
  | { readonly state: 'usable' | 'confirmed'; readonly email: string }
  | { readonly state: 'expired' | 'changed' | 'unknown' }

export async function readConfirmationLink(
  db: Queryable,
  token: string,
  now: Date,
): Promise<ConfirmationLink> {
  const link = await findConfirmation(db, hashSecret(token))
  if (link === null) return { state: 'unknown' }
  const { email, isPresent, isConfirmed, usedAt, expiresAt } = link
  if (!isPresent) return { state: 'changed' }
  if (usedAt !== null) return isConfirmed ? { state: 'confirmed', email } : { state: 'expired' }
  return expiresAt.getTime() > now.getTime() ? { state: 'usable', email } : { state: 'expired' }
}

/** Confirms the address a link was mailed to, and has it told of the outages that last. The link works once.
 *  @returns what the link is good for afterwards */
export async function confirmAddress(
  db: Database,
  token: string,
  now: Date,
): Promise<ConfirmationLink> {
  await db.transaction(async (tx) => {
    const contact = await useConfirmation(tx, hashSecret(token), now)
    if (contact !== null) await addDeliveries(tx, await releaseUnconfirmed(tx, contact, now))
  })
  return readConfirmationLink(db, token, now)
}
