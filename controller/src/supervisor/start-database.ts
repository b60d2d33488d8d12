import { existsSync } from 'node:fs'
import type { KeptDatabase } from './database.ts'
import { databaseFolder, foreignDatabase, keepEmbeddedDatabase } from './database.ts'
import { rememberRunning } from './running.ts'
import { readRuntimeState } from './runtime-file.ts'
import type { StartParts } from './start-parts.ts'

/** Starts the database, where it is one of our own. One that moves takes the controller along.
 *  @throws StartError */
export async function startDatabase(parts: StartParts): Promise<KeptDatabase> {
  const { config, terminal, logs, running } = parts
  const { dataFolder, DATABASE_URL } = config
  if (DATABASE_URL !== undefined) return foreignDatabase(DATABASE_URL)
  const isNew = !existsSync(databaseFolder(dataFolder))
  terminal.step(isNew ? 'Making the database' : 'Starting the database')
  const done = terminal.still(
    isNew
      ? 'Still making the database'
      : 'Still starting the database (recovering after a kill takes a while)',
  )
  try {
    return await keepEmbeddedDatabase({
      dataFolder,
      preferredPort: readRuntimeState(dataFolder)?.databasePort ?? null,
      onLine: (line) => logs.write('postgres', line),
      onDeath: (text) => terminal.warn(text),
      onMove: () => {
        rememberRunning(dataFolder, running)
        running.controller?.restart()
      },
    })
  } finally {
    done()
  }
}
