import { join, relative } from 'node:path'
import type { Database } from '../db/pool.ts'
import type { SupervisorConfig } from './config.ts'
import { firstRunFile, keepFirstRun } from './first-run.ts'
import { greeting } from './greeting.ts'
import type { ControllerReady } from './ready-message.ts'

/** Keeps what a first start made, and says in words that everything runs and where.
 *  @param seconds how long the start took so far; asked when the words are made */
export async function announcement(
  db: Database,
  config: SupervisorConfig,
  ready: ControllerReady,
  seconds: () => number,
): Promise<string> {
  const { dataFolder } = config
  const first = await keepFirstRun(db, {
    dataFolder,
    ready,
    publicUrl: config.SIGHTLINE_PUBLIC_URL ?? ready.url,
    isOwnDatabase: config.DATABASE_URL === undefined,
    now: new Date(),
  })
  return greeting({
    url: ready.url,
    seconds: seconds(),
    first,
    firstRunFile: shortPath(firstRunFile(dataFolder)),
    agents: config.SIGHTLINE_LOCAL_REGIONS,
    grpc: ready.grpc,
    logFolder: shortPath(join(dataFolder, 'logs')),
    alertsNote: ready.alertsNote,
  })
}

/** Below the working folder as seen from there, else whole. */
function shortPath(path: string): string {
  const short = relative(process.cwd(), path)
  return short.startsWith('..') ? path : short
}
