import { AppError } from '@sightline/shared/errors'
import type { InstallationRow } from '../db/installation.ts'
import { lockInstallation, readInstallation } from '../db/installation.ts'
import type { KeyRow } from '../db/keys.ts'
import { countKeysInForce, insertKey, markKeyRevoked, readKeys } from '../db/keys.ts'
import { findMemberWithoutAccount, insertMembership, insertPerson } from '../db/people.ts'
import type { Database, Queryable } from '../db/pool.ts'
import { lockWorkspace } from '../db/workspaces.ts'
import { newPublicId } from '../secrets/random-id.ts'
import type { Role } from './roles.ts'
import { hashSecret, newApiKey } from '../secrets/secret-tokens.ts'

/** A key just made: the only moment its value can be read. */
export interface CreatedKey {
  readonly id: string
  readonly key: string
}

/** Whom a key acts for: a person in a workspace. */
export interface KeyHolder {
  readonly workspaceId: number
  readonly personId: number
}

/** What a new key is to be. */
export interface NewKey {
  readonly name: string
  readonly now: Date
  /** From then on it is refused; left out or null: never. */
  readonly expiresAt?: Date | null
}

/** Why a key is taken or not, apart from limits. */
export type KeyState = 'inForce' | 'expired' | 'revoked' | 'personLeft'

/** A key as its holder and the operator may see it. Source: decisions, section 3 */
export interface KeyView extends KeyRow {
  readonly state: KeyState
}

/** Makes a key of a person and stores its hash.
 *  @param holder null: it is linked to nobody
 *  @throws AppError badRequest when it would have expired already */
export async function createKeyFor(
  tx: Queryable,
  holder: KeyHolder | null,
  { name, now, expiresAt = null }: NewKey,
): Promise<CreatedKey> {
  if (expiresAt !== null && expiresAt.getTime() <= now.getTime()) {
    throw new AppError(
      'badRequest',
      `The field "expiresAt" is ${expiresAt.toISOString()}: it must be later than now, or the key could never be used.`,
    )
  }
  const key = newApiKey()
  const id = newPublicId('key')
  await insertKey(tx, {
    publicId: id,
    name,
    keyHash: hashSecret(key),
    lastFour: key.slice(-4),
    workspaceId: holder?.workspaceId ?? null,
    personId: holder?.personId ?? null,
    createdAt: now,
    expiresAt,
  })
  return { id, key }
}

/** A person's keys, newest first, those that are not in force any more among them.
 *  @param holder null: every key of the installation, for its operator */
export async function listKeys(
  db: Queryable,
  holder: KeyHolder | null,
  now: Date,
): Promise<KeyView[]> {
  const rows = await readKeys(db, holder)
  return rows.map((row) => ({ ...row, state: stateOf(row, now) }))
}

/** Ends a key: the next call with it is refused, by every controller.
 *  @param holder whose key it must be; null: anybody's, for the operator
 *  @returns false when there is no such key, or it was revoked before */
export async function revokeKey(
  db: Queryable,
  holder: KeyHolder | null,
  id: string,
  now: Date,
): Promise<boolean> {
  return markKeyRevoked(db, id, holder, now)
}

// The same order as in the function admit_request.
function stateOf(row: KeyRow, now: Date): KeyState {
  if (row.revokedAt !== null) return 'revoked'
  if (row.expiresAt !== null && row.expiresAt.getTime() <= now.getTime()) return 'expired'
  return row.workspaceId !== null && row.role === null ? 'personLeft' : 'inForce'
}

/** Keys of one person in one workspace that are in force at once. */
export const MAX_OWN_KEYS = 100

/** Makes a key for somebody who is signed in.
 *  @throws AppError conflict when they have as many as one can have, badRequest when it would have expired already */
export async function createOwnKey(
  db: Database,
  holder: KeyHolder,
  options: NewKey,
): Promise<{ readonly key: string; readonly view: KeyView }> {
  return db.transaction(async (tx) => {
    await lockWorkspace(tx, holder.workspaceId)
    if ((await countKeysInForce(tx, holder, options.now)) >= MAX_OWN_KEYS) {
      throw new AppError(
        'conflict',
        `You have ${MAX_OWN_KEYS} keys, which is the most: revoke one that is not needed.`,
      )
    }
    const { id, key } = await createKeyFor(tx, holder, options)
    const view = (await listKeys(tx, holder, options.now)).find((each) => each.id === id)
    if (view === undefined) throw new Error('the key was not inserted')
    return { key, view }
  })
}

/** @throws AppError conflict before the first start made the owner */
export async function requireInstallation(db: Queryable): Promise<InstallationRow> {
  const installation = await readInstallation(db)
  if (installation === null) {
    throw new AppError(
      'conflict',
      'This installation has no owner yet: start the controller once, it makes one.',
    )
  }
  return installation
}

/** Makes a key that acts as the installation's owner.
 *  @throws AppError conflict before the first start made the owner */
export async function createOwnerKey(db: Database, options: NewKey): Promise<CreatedKey> {
  return createKeyFor(db, await requireInstallation(db), options)
}

/** Makes a key with a role in the owner's workspace. A key acts for a person, so one named
 *  "<role> (command line)" is made for it, once.
 *  @throws AppError conflict before the first start made the owner */
export async function createRoleKey(
  db: Database,
  options: NewKey & { readonly role: Role },
): Promise<CreatedKey> {
  const { role, now } = options
  if (role === 'owner') return createOwnerKey(db, options)
  return db.transaction(async (tx) => {
    await lockInstallation(tx)
    const { workspaceId } = await requireInstallation(tx)
    const personName = `${role} (command line)`
    let personId = await findMemberWithoutAccount(tx, workspaceId, role, personName)
    if (personId === null) {
      personId = await insertPerson(tx, {
        publicId: newPublicId('psn'),
        name: personName,
        createdAt: now,
      })
      await insertMembership(tx, { workspaceId, personId, role, createdAt: now })
    }
    return createKeyFor(tx, { workspaceId, personId }, options)
  })
}

/** Makes a key of no account, as they were before accounts existed: the analysis and crawl endpoints
 *  take it with the free allowance, every monitoring endpoint answers 403. */
export async function createUnlinkedKey(db: Database, options: NewKey): Promise<CreatedKey> {
  return createKeyFor(db, null, options)
}
