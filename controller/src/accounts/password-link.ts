import { createHash } from 'node:crypto'
import type { Database } from '../db/pool.ts'
import { findPersonByEmail } from '../db/people.ts'
import { findVerification, insertVerification } from '../db/person-verifications.ts'
import { newSignUpToken } from '../secrets/secret-tokens.ts'

/** How long a link works, as one that is mailed. */
const LINK_MS = 3_600_000

/** A link by which somebody chooses another password. */
export interface PasswordLink {
  readonly token: string
  readonly expiresAt: Date
}

/** Makes a link for whoever runs the installation to hand over: where there is no mail, and for owners who have
 *  lost their password.
 *  @returns null when nobody has that address */
export async function makePasswordLink(
  db: Database,
  email: string,
  now: Date,
): Promise<PasswordLink | null> {
  const personId = await findPersonByEmail(db, email.trim().toLowerCase())
  if (personId === null) return null
  const token = newSignUpToken()
  const expiresAt = new Date(now.getTime() + LINK_MS)
  const identifier = identifierOf(token)
  await insertVerification(db, { identifier, value: String(personId), createdAt: now, expiresAt })
  return { token, expiresAt }
}

/** Whether a link still lets somebody choose another password, one that was mailed too: it was not used, and is not
 *  over. */
export async function isPasswordLinkUsable(
  db: Database,
  token: string,
  now: Date,
): Promise<boolean> {
  return (await findVerification(db, identifierOf(token), now)) !== null
}

/** As better-auth keeps what it mails: its hash, in base64url. */
function identifierOf(token: string): string {
  return createHash('sha256').update(`reset-password:${token}`).digest('base64url')
}
