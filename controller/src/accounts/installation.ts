import { insertInstallation, lockInstallation, readInstallation } from '../db/installation.ts'
import { insertMembership, insertPerson, readPersonEmail } from '../db/people.ts'
import type { Database, Queryable } from '../db/pool.ts'
import { deleteUnusedSignUpLinks, insertSignUpLink } from '../db/sign-up-links.ts'
import { insertWorkspace } from '../db/workspaces.ts'
import { newPublicId } from '../secrets/random-id.ts'
import { createKeyFor, requireInstallation } from './keys.ts'
import type { PlanTier } from './plans.ts'
import { hashSecret, newSignUpToken } from '../secrets/secret-tokens.ts'

/** How long a sign-up link works: whoever finds it later, in a log or a file, has nothing. */
const SIGN_UP_LINK_MS = 24 * 3_600_000

/** What the first start gives to the operator, shown once; a later start finds everything made. */
export type Installation =
  | {
      readonly created: true
      readonly apiKey: string
      readonly signUpToken: string
      readonly signUpExpiresAt: Date
    }
  | { readonly created: false }

/** Makes the owner, their workspace, their first key and their one-time sign-up link, unless they are
 *  there already. Of several controllers that start at once, one makes them.
 *  Source: decisions, section 3 */
export async function ensureInstallation(
  db: Database,
  options: { plan: PlanTier; now: Date },
): Promise<Installation> {
  const { plan, now } = options
  return db.transaction(async (tx) => {
    await lockInstallation(tx)
    if ((await readInstallation(tx)) !== null) return { created: false }
    const workspaceId = await insertWorkspace(tx, {
      publicId: newPublicId('wsp'),
      name: 'Main workspace',
      plan,
      createdAt: now,
    })
    const personId = await insertPerson(tx, {
      publicId: newPublicId('psn'),
      name: 'Owner',
      createdAt: now,
    })
    await insertMembership(tx, { workspaceId, personId, role: 'owner', createdAt: now })
    await insertInstallation(tx, { workspaceId, personId, createdAt: now })
    const { key } = await createKeyFor(tx, { workspaceId, personId }, { name: 'First key', now })
    const { token, expiresAt } = await newLink(tx, personId, now)
    return { created: true, apiKey: key, signUpToken: token, signUpExpiresAt: expiresAt }
  })
}

/** A sign-up link just made. */
export interface NewSignUpLink {
  readonly token: string
  readonly expiresAt: Date
}

/** Makes a new sign-up link for the owner, good for 24 hours; earlier ones stop working.
 *  @returns null when the owner already has an account
 *  @throws AppError conflict before the first start made the owner */
export async function renewSignUpLink(
  db: Database,
  options: { now: Date },
): Promise<NewSignUpLink | null> {
  return db.transaction(async (tx) => {
    await lockInstallation(tx)
    const { personId } = await requireInstallation(tx)
    if ((await readPersonEmail(tx, personId)) !== null) return null
    await deleteUnusedSignUpLinks(tx, personId)
    return newLink(tx, personId, options.now)
  })
}

/** True once the owner has used a sign-up link.
 *  @throws AppError conflict before the first start made the owner */
export async function hasOwnerAccount(db: Queryable): Promise<boolean> {
  const { personId } = await requireInstallation(db)
  return (await readPersonEmail(db, personId)) !== null
}

async function newLink(tx: Queryable, personId: number, now: Date): Promise<NewSignUpLink> {
  const token = newSignUpToken()
  const expiresAt = new Date(now.getTime() + SIGN_UP_LINK_MS)
  await insertSignUpLink(tx, { tokenHash: hashSecret(token), personId, createdAt: now, expiresAt })
  return { token, expiresAt }
}
