import type { Logger } from '@sightline/shared/logger'
import { migrate } from '../db/migrate.ts'
import { claimForMoving, markMoved, refuseMoved, unmarkMoved } from '../db/moved-away.ts'
import { requireSecretKeys } from '../secrets/secret-keys.ts'
import type { KeyPlace } from './back-up.ts'
import { BackupError } from './backup-error.ts'
import type { CopyConnection } from './copy-connection.ts'
import { openCopyConnection } from './copy-connection.ts'
import { filling } from './filling.ts'
import { load } from './load.ts'
import type { Manifest } from './manifest.ts'
import { prepareTarget } from './prepare-target.ts'
import { takeSnapshot } from './snapshot.ts'

/** Copies an installation that stands still into another, empty database, and brings that up to this version. No
 *  controller can begin to use the one it comes from meanwhile, nor afterwards: what it stored there would be lost.
 *  @returns what was copied, and why the old database could not be told; null: it was
 *  @throws BackupError, EnvironmentError, DatabaseRefusedError with what to do: nothing of it is in the other database
 *    then, and the old one is as it was */
export async function move(
  fromUrl: string,
  toUrl: string,
  keys: KeyPlace,
  log: Logger,
): Promise<{ readonly manifest: Manifest; readonly unmarked: string | null }> {
  const held = await openCopyConnection(fromUrl)
  try {
    // Before it is looked whether one runs: who begins after that look cannot.
    if (!(await claimForMoving(held))) throw inUse()
    await refuseMoved(held)
    const manifest = await copy(fromUrl, toUrl, keys, log)
    return { manifest, unmarked: await mark(held, toUrl) }
  } finally {
    await held.end()
  }
}

async function copy(
  fromUrl: string,
  toUrl: string,
  { given, dataFolder }: KeyPlace,
  log: Logger,
): Promise<Manifest> {
  const snapshot = await takeSnapshot(fromUrl, async () => {
    const keys = await requireSecretKeys(given, dataFolder)
    return { ids: keys.all().map(({ id }) => id), areIncluded: false }
  })
  try {
    if (snapshot.manifest.wasRunning) throw inUse()
    await filling(async () => {
      await prepareTarget(toUrl, snapshot.manifest, log, null)
      await load(toUrl, snapshot)
      await migrate(toUrl, log)
    })
    return snapshot.manifest
  } finally {
    await snapshot.end()
  }
}

const inUse = (): BackupError =>
  new BackupError(
    'Controllers work with the database, or it is being moved already: stop them first, or what they store meanwhile stays behind (one that was killed counts for 15 seconds more).',
  )

/** Everything is in the other database by now: a note that cannot be left, as on a full disk, does not undo that. */
async function mark(held: CopyConnection, toUrl: string): Promise<string | null> {
  try {
    await markMoved(held, toUrl, new Date())
    return null
  } catch (error: unknown) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Lets controllers start on a database again whose data was moved.
 *  @returns where it had gone; null: it had not */
export async function undoMove(url: string): Promise<string | null> {
  const connection = await openCopyConnection(url)
  try {
    return await unmarkMoved(connection)
  } finally {
    await connection.end()
  }
}
