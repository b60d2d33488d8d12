import { join, relative } from 'node:path'
import { isEveryAddress } from '../../process/openable-url.ts'
import type { ControllerReady } from '../ready-message.ts'
import type { StartParts } from '../start-parts.ts'
import { withDatabase } from '../start-parts.ts'
import { readDiskNote } from './disk-note.ts'
import { firstRunFile, keepFirstRun } from './first-run.ts'
import { greeting } from './greeting.ts'

/** Tells the terminal that everything runs and where, and keeps what a first start made.
 *  @param startedAt by performance.now() */
export async function greet(
  parts: StartParts,
  ready: ControllerReady,
  startedAt: number,
): Promise<void> {
  const { config, terminal } = parts
  const { dataFolder } = config
  await withDatabase(parts, async (db) => {
    const note = await readDiskNote(db, config)
    if (note !== null) terminal.warn(note)
    const first = await keepFirstRun(db, {
      dataFolder,
      ready,
      publicUrl: config.SIGHTLINE_PUBLIC_URL ?? ready.url,
      isOwnDatabase: config.DATABASE_URL === undefined,
      now: new Date(),
    })
    const told = greeting({
      url: ready.url,
      seconds: (performance.now() - startedAt) / 1_000,
      first,
      firstRunFile: shortPath(firstRunFile(dataFolder)),
      agents: config.SIGHTLINE_LOCAL_REGIONS,
      grpc: ready.grpc,
      logFolder: shortPath(join(dataFolder, 'logs')),
      isUrlLocal: config.SIGHTLINE_PUBLIC_URL === undefined && isEveryAddress(config.HOST),
      alertsNote: ready.alertsNote,
    })
    terminal.say(told)
  })
}

/** Below the working folder as seen from there, else whole. */
function shortPath(path: string): string {
  const short = relative(process.cwd(), path)
  return short.startsWith('..') ? path : short
}
