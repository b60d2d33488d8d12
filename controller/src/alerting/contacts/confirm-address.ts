import { hashSecret } from '../../accounts/secret-tokens.ts'
import { findConfirmation, useConfirmation } from '../../db/contact-confirmations.ts'
import type { Queryable } from '../../db/pool.ts'

/** A mailed link, and what it is good for: `confirmed` was used, and the address is the contact's still;
 *  `changed`: it has another by now. */
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
  const { email, isPresent, usedAt, expiresAt } = link
  if (!isPresent) return { state: 'changed' }
  if (usedAt !== null) return { state: 'confirmed', email }
  return expiresAt.getTime() > now.getTime() ? { state: 'usable', email } : { state: 'expired' }
}

/** Confirms the address a link was mailed to. The link works once.
 *  @returns what the link is good for afterwards */
export async function confirmAddress(
  db: Queryable,
  token: string,
  now: Date,
): Promise<ConfirmationLink> {
  await useConfirmation(db, hashSecret(token), now)
  return readConfirmationLink(db, token, now)
}
