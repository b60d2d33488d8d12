import { existsSync } from 'node:fs'
import { keepEmbeddedDatabase } from './keeping/keep-database.ts'
import { databaseFolder } from './postgres/cluster.ts'
import { noteRunning } from './running.ts'
import { readRuntimeState } from './runtime-file.ts'
import type { StartParts } from './start-parts.ts'

/** Starts the database, where it is one of our own. One that moves takes the controller along.
 *  @throws StartError */
export async function startDatabase({
  config,
  terminal,
  logs,
  running,
}: StartParts): Promise<void> {
  const { dataFolder, DATABASE_URL } = config
  if (DATABASE_URL !== undefined) {
    // Not ours to start or stop.
    running.database = { url: () => DATABASE_URL, port: () => null, stop: async () => {} }
    return
  }
  const folder = databaseFolder(dataFolder)
  const [step, still] = existsSync(folder)
    ? [
        'Starting the database',
        'Still starting the database (recovering after a kill takes a while)',
      ]
    : ['Making the database', 'Still making the database']
  const database = keepEmbeddedDatabase({
    folder,
    preferredPort: readRuntimeState(dataFolder)?.databasePort ?? null,
    onLine: (line) => logs.write('postgres', line),
    warn: terminal.warn,
    onMove() {
      noteRunning(dataFolder, running, terminal.warn)
      running.controller?.restart()
    },
  })
  running.database = database
  await terminal.during(step, still, database.ready)
}
