import type { Logger } from '@sightline/shared/logger'
import { migrate } from '../db/migrate.ts'
import { requireSecretKeys } from '../secrets/secret-keys.ts'
import type { KeyPlace } from './back-up.ts'
import { BackupError } from './backup-error.ts'
import { load } from './load.ts'
import type { Manifest } from './manifest.ts'
import { prepareTarget } from './prepare-target.ts'
import { takeSnapshot } from './snapshot.ts'

/** Copies an installation that stands still into another, empty database, and brings that up to this version. The one
 *  it comes from stays as it is.
 *  @throws BackupError, EnvironmentError with what to do: nothing of it is in the other database then */
export async function move(
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
    if (snapshot.manifest.wasRunning) {
      throw new BackupError(
        'Controllers work with the database: stop them first, or what they store meanwhile stays behind (one that was killed counts for 15 seconds more).',
      )
    }
    await prepareTarget(toUrl, snapshot.manifest, log, null)
    await load(toUrl, snapshot)
    await migrate(toUrl, log)
    return snapshot.manifest
  } finally {
    await snapshot.end()
  }
}
