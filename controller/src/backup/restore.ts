import type { Logger } from '@sightline/shared/logger'
import { migrate } from '../db/migrate.ts'
import { adoptSecretKeys, requireSecretKeys } from '../secrets/secret-keys.ts'
import type { Archive } from './archive/read-archive.ts'
import type { KeyPlace } from './back-up.ts'
import { BackupError } from './backup-error.ts'
import { filling } from './filling.ts'
import { load } from './load.ts'
import { prepareTarget } from './prepare-target.ts'

/** Fills an empty database, and the data folder's secret key, from an archive, and brings both up to this version.
 *  @param target.renew makes the database anew where it has tables of a newer version; null where that is not ours
 *  @throws BackupError, EnvironmentError with what to do: nothing of the archive is in the database then */
export async function restore(
  target: { readonly url: string; readonly renew: (() => Promise<void>) | null },
  archive: Archive,
  keys: KeyPlace,
  log: Logger,
): Promise<void> {
  await refuseOtherKeys(archive, keys)
  await filling(() => prepareTarget(target.url, archive.manifest, log, target.renew))
  // Before the rows that are sealed with them: keys that are too many do no harm.
  if (keys.given === undefined && archive.keyText !== null) {
    await adoptSecretKeys(keys.dataFolder, archive.keyText)
  }
  await filling(async () => {
    await load(target.url, archive)
    await migrate(target.url, log)
  })
}

/** @throws BackupError when the keys that will be used would not open what was sealed */
async function refuseOtherKeys(
  { manifest, keyText }: Archive,
  { given, dataFolder }: KeyPlace,
): Promise<void> {
  const [writing = ''] = manifest.keys.ids
  if (given === undefined && keyText !== null) return
  const keys = await requireSecretKeys(given, dataFolder).catch(() => null)
  if (keys?.find(writing) != null) return
  throw new BackupError(
    given === undefined
      ? `The secrets in the backup are sealed with the key ${writing}, which is not in it, since its installation had it in SIGHTLINE_SECRET_KEY: set that, here and for the controllers.`
      : `The secrets in the backup are sealed with the key ${writing}, which is not among those of SIGHTLINE_SECRET_KEY: add it there (after a comma), here and for the controllers${keyText === null ? '' : ', or unset it to use the one in the backup'}.`,
  )
}
