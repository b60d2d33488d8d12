import { AppError } from '@sightline/shared/errors'
import type { InstallationRow } from '../db/installation.ts'
import { lockInstallation, readInstallation } from '../db/installation.ts'
import { insertKey } from '../db/keys.ts'
import { findMemberWithoutAccount, insertMembership, insertPerson } from '../db/people.ts'
import type { Database, Queryable } from '../db/pool.ts'
import { newPublicId } from '../random-id.ts'
import type { Role } from './roles.ts'
import { hashSecret, newApiKey } from './secret-tokens.ts'

/** A key just made: the only moment its value can be read. */
export interface CreatedKey {
  readonly id: string
  readonly key: string
}

/** Whom a key acts for; without one it is unlinked. */
export interface KeyHolder {
  readonly workspaceId: number
  readonly personId: number
}

/** Makes a key and stores its hash. */
export async function createKeyFor(
  tx: Queryable,
  holder: KeyHolder | null,
  options: { name: string; now: Date },
): Promise<CreatedKey> {
  const key = newApiKey()
  const id = newPublicId('key')
  await insertKey(tx, {
    publicId: id,
    name: options.name,
    keyHash: hashSecret(key),
    lastFour: key.slice(-4),
    workspaceId: holder?.workspaceId ?? null,
    personId: holder?.personId ?? null,
    createdAt: options.now,
  })
  return { id, key }
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
export async function createOwnerKey(
  db: Database,
  options: { name: string; now: Date },
): Promise<CreatedKey> {
  return createKeyFor(db, await requireInstallation(db), options)
}

/** Makes a key with a role in the owner's workspace. A key acts for a person, so one named
 *  "<role> (command line)" is made for it, once.
 *  @throws AppError conflict before the first start made the owner */
export async function createRoleKey(
  db: Database,
  options: { role: Role; name: string; now: Date },
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
export async function createUnlinkedKey(
  db: Database,
  options: { name: string; now: Date },
): Promise<CreatedKey> {
  return createKeyFor(db, null, options)
}
