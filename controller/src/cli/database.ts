import { createLogger } from '@sightline/shared/logger'
import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { refuseMovedOrMoving } from '../db/moved-away.ts'
import type { Database } from '../db/pool.ts'
import { openDatabase } from '../db/pool.ts'
import type { SupervisorConfig } from '../supervisor/config.ts'
import { holdDataFolder, isDataFolderHeld, makeDataFolder } from '../supervisor/data-folder.ts'
import { startEmbeddedPostgres } from '../supervisor/postgres/embedded-postgres.ts'
import { endOrphans } from '../supervisor/orphans.ts'
import { databaseFolder, readPassword } from '../supervisor/postgres/cluster.ts'
import { applicationUrl } from '../supervisor/postgres/roles.ts'
import { readRuntimeState } from '../supervisor/runtime-file.ts'
import { StartError } from '../process/start-error.ts'

/** How long a command waits for another that has the database for itself, or for a start. */
const PATIENCE_MS = 15_000

/** The database a command works with, and how to leave it as it was found. */
interface ReachedDatabase {
  readonly url: string
  readonly leave: () => Promise<void>
}

/** Runs `work` with the installation's database: the one DATABASE_URL names, else the embedded one,
 *  which is started for as long as the command takes where `npm start` does not run.
 *  @param isReadAlone it is not written to, so that it may be one whose data was moved
 *  @throws StartError when there is none, DatabaseRefusedError when its data is another's */
export async function withDatabase<T>(
  config: SupervisorConfig,
  work: (db: Database) => Promise<T>,
  isReadAlone = false,
): Promise<T> {
  const { url, leave } = await reach(config)
  try {
    const db = openDatabase(url, createLogger('cli', 'silent'), { max: 3 })
    try {
      if (!isReadAlone) await refuseMovedOrMoving(db)
      return await work(db)
    } finally {
      await db.close()
    }
  } finally {
    await leave()
  }
}

/** A database that nobody else may use now. */
interface OwnDatabase {
  readonly url: string
  /** Makes it anew, without anything in it; null where that is not ours to do. */
  readonly renew: (() => Promise<void>) | null
}

/** Runs `work` with the embedded database of a data folder that `npm start` does not run on; both are made where they
 *  are missing.
 *  @throws StartError when somebody else uses the folder */
export async function withOwnDatabase<T>(
  dataFolder: string,
  work: (database: OwnDatabase) => Promise<T>,
): Promise<T> {
  makeDataFolder(dataFolder)
  const { url, renew, leave } = await startForNow(dataFolder, databaseFolder(dataFolder))
  try {
    return await work({ url, renew })
  } finally {
    await leave()
  }
}

/** @throws StartError when there is no embedded database */
export function requireEmbeddedDatabase(dataFolder: string): void {
  if (existsSync(databaseFolder(dataFolder))) return
  throw new StartError(
    `There is no installation in ${dataFolder}: run "npm start" once, or set SIGHTLINE_DATA_DIR or DATABASE_URL`,
  )
}

async function reach(config: SupervisorConfig): Promise<ReachedDatabase> {
  if (config.DATABASE_URL !== undefined) return { url: config.DATABASE_URL, leave: async () => {} }
  const folder = databaseFolder(config.dataFolder)
  requireEmbeddedDatabase(config.dataFolder)
  const deadline = performance.now() + PATIENCE_MS
  while (isDataFolderHeld(config.dataFolder)) {
    const url = runningUrl(config.dataFolder, folder)
    if (url !== null) return { url, leave: async () => {} }
    if (performance.now() > deadline) {
      throw new StartError(
        `Another command is using ${config.dataFolder} and does not let go of it: try again when it is done`,
      )
    }
    await delay(100)
  }
  return startForNow(config.dataFolder, folder)
}

/** Where the database of a running `npm start` listens, null while it is still starting. */
function runningUrl(dataFolder: string, folder: string): string | null {
  const state = readRuntimeState(dataFolder)
  // The controller is told of only once it has migrated: before that no command could do anything.
  if (state === null || state.databasePort === null || state.url === null) return null
  const password = readPassword(folder, 'application')
  return password === null ? null : applicationUrl(state.databasePort, password)
}

async function startForNow(
  dataFolder: string,
  folder: string,
): Promise<ReachedDatabase & { readonly renew: () => Promise<void> }> {
  const hold = holdDataFolder(dataFolder, 'npm run cli')
  try {
    await endOrphans(readRuntimeState(dataFolder))
    const server = await startEmbeddedPostgres({ folder })
    return {
      url: server.url,
      renew: server.renew,
      async leave() {
        await server.stop(5_000)
        hold.release()
      },
    }
  } catch (error: unknown) {
    hold.release()
    throw error
  }
}
