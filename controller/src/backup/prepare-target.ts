import type { Logger } from '@sightline/shared/logger'
import { countTables, readMigrations } from '../db/catalog.ts'
import { migrate } from '../db/migrate.ts'
import { knownSchemaVersion } from '../db/schema-version.ts'
import { BackupError } from './backup-error.ts'
import type { Manifest } from './manifest.ts'
import { schemaVersionOf } from './manifest.ts'
import { refuseData } from './refuse-data.ts'
import { openCopyConnection } from './copy-connection.ts'

/** Brings an empty database to the migrations a snapshot has.
 *  @param renew makes the database anew; null where that is not ours to do
 *  @throws BackupError with what to do; the database is then as it was, or has tables without rows */
export async function prepareTarget(
  url: string,
  manifest: Manifest,
  log: Logger,
  renew: (() => Promise<void>) | null,
): Promise<void> {
  const wanted = schemaVersionOf(manifest)
  const known = await knownSchemaVersion()
  if (wanted > known) {
    throw new BackupError(
      `The backup was made by a newer version (${manifest.version}, schema version ${wanted}) than this one (schema version ${known}): update this program first.`,
    )
  }
  const has = await inspect(url)
  if (has > wanted) {
    if (renew === null) {
      throw new BackupError(
        `The database has no data, but tables of a newer version (schema version ${has}) than the backup (${wanted}): give an empty database (drop database NAME; create database NAME), and it is brought up to this version with the backup in it.`,
      )
    }
    await renew()
  }
  await migrate(url, log, { upTo: wanted })
  await refuseOtherBuild(url, manifest)
}

/** @returns number of the last migration a database has had, 0 for one without tables
 *  @throws BackupError when there is something in it */
async function inspect(url: string): Promise<number> {
  const connection = await openCopyConnection(url)
  try {
    const migrations = await readMigrations(connection)
    const last = migrations.at(-1)?.version ?? 0
    if (last === 0) {
      if ((await countTables(connection)) > 0) {
        throw new BackupError(
          'The database holds tables of another program: give one of its own to Sightline (create database NAME).',
        )
      }
      return 0
    }
    await refuseData(connection)
    return last
  } finally {
    await connection.end()
  }
}

/** Scripts of the same numbers that are others would give tables that are others. */
async function refuseOtherBuild(url: string, { migrations }: Manifest): Promise<void> {
  const connection = await openCopyConnection(url)
  try {
    const mine = await readMigrations(connection)
    const other = migrations.find(({ version, md5 }, place) => {
      const own = mine[place]
      return own?.version !== version || own.md5 !== md5
    })
    if (other === undefined && mine.length === migrations.length) return
    throw new BackupError(
      `The backup was made by another build of this program (migration ${other?.version ?? migrations.length} is not the same): use that build.`,
    )
  } finally {
    await connection.end()
  }
}
