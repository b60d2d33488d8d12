import type { OpenInvitationRow } from '../../db/invitations.ts'
import { acceptInvitation, readInvitationsTo } from '../../db/invitations.ts'
import { readInstallation } from '../../db/installation.ts'
import { addMembership } from '../../db/memberships.ts'
import type { Database, Queryable } from '../../db/pool.ts'
import { mayGive } from '../roles.ts'

/** The company's own identity provider (OpenID Connect). */
export interface OidcSettings {
  /** URL below which its description is. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** For people: "Sign in with …". */
  readonly name: string
  /** Domains of mail addresses, in lower case, whose people come in without an invitation. */
  readonly domains: readonly string[]
  /** What they may do then. */
  readonly role: string
}

/** The one provider there is, as its addresses call it: /api/auth/callback/oidc. */
export const OIDC_ID = 'oidc'

/** Whether an address is the person's own, by what the provider says: where it says nothing, by its being one of the
 *  company's. So nobody takes over an account by writing its address into a profile. */
export function isOwnAddress(
  { domains }: Pick<OidcSettings, 'domains'>,
  profile: { readonly email?: unknown; readonly email_verified?: unknown },
): boolean {
  const { email, email_verified: isVerified } = profile
  if (isVerified === undefined || isVerified === null) {
    return typeof email === 'string' && isOfDomain(domains, email)
  }
  return isVerified === true || isVerified === 'true'
}

/** Whether somebody who has no account may have one: they are invited, or of the company. */
export async function mayCome(
  db: Queryable,
  { domains }: Pick<OidcSettings, 'domains'>,
  email: string,
  now: Date,
): Promise<boolean> {
  if (isOfDomain(domains, email)) return true
  return (await readUsable(db, email, now)).length > 0
}

/** Lets somebody new into the workspaces that they are invited to; who is invited to none, into the operator's. */
export async function letIn(
  db: Database,
  { domains, role }: Pick<OidcSettings, 'domains' | 'role'>,
  person: { readonly id: number; readonly email: string },
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const invitations = await readUsable(tx, person.email, now)
    for (const { invitationId, workspaceId, role: given } of invitations) {
      if (!(await acceptInvitation(tx, invitationId, now))) continue
      await addMembership(tx, { workspaceId, personId: person.id, role: given, createdAt: now })
    }
    if (invitations.length > 0 || !isOfDomain(domains, person.email)) return
    const installation = await readInstallation(tx)
    if (installation === null) return
    const { workspaceId } = installation
    await addMembership(tx, { workspaceId, personId: person.id, role, createdAt: now })
  })
}

/** Invitations of an address whose makers may still give the role. */
async function readUsable(db: Queryable, email: string, now: Date): Promise<OpenInvitationRow[]> {
  const open = await readInvitationsTo(db, email.toLowerCase(), now)
  return open.filter(({ inviterRole, role }) => mayGive(inviterRole, role))
}

function isOfDomain(domains: readonly string[], email: string): boolean {
  return domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
}
