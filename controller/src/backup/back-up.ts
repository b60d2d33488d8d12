import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { readSecretKeyFile, requireSecretKeys } from '../secrets/secret-keys.ts'
import { writeArchive } from './archive/write-archive.ts'
import { BackupError } from './backup-error.ts'
import { refuseTooLittleRoom } from './refuse-too-little-room.ts'
import type { Manifest } from './manifest.ts'
import { takeSnapshot } from './snapshot.ts'

/** Where an installation keeps what is not in its database. */
export interface KeyPlace {
  /** SIGHTLINE_SECRET_KEY */
  readonly given: string | undefined
  readonly dataFolder: string
}

/** Writes the database as it is now, and the secret key where the data folder has it, to a file that is not there yet.
 *  Controllers go on meanwhile.
 *  @throws BackupError, EnvironmentError with what to do; there is no file then */
export async function backUp(
  url: string,
  to: string,
  { given, dataFolder }: KeyPlace,
): Promise<{ readonly path: string; readonly bytes: number; readonly manifest: Manifest }> {
  const path = resolve(to)
  if (existsSync(path)) {
    throw new BackupError(`${path} is there already and is left as it is: take another name.`)
  }
  if (!existsSync(dirname(path))) throw new BackupError(`There is no folder ${dirname(path)}.`)
  let keyText: string | null = null
  const snapshot = await takeSnapshot(url, async () => {
    const keys = await requireSecretKeys(given, dataFolder)
    keyText = given === undefined ? await readSecretKeyFile(dataFolder) : null
    return { ids: keys.all().map(({ id }) => id), areIncluded: keyText !== null }
  })
  try {
    await refuseTooLittleRoom(dirname(path), snapshot.manifest)
    const bytes = await writeArchive(path, snapshot, keyText)
    return { path, bytes, manifest: snapshot.manifest }
  } finally {
    await snapshot.end()
  }
}
