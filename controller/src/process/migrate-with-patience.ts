import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@sightline/shared/logger'
import { migrate } from '../db/migrate.ts'
import { explainDatabaseTrouble } from '../db/database-trouble.ts'
import { StartError } from './start-error.ts'

/** How long a start waits for its database to come up (a compose file starts both at once). */
const DATABASE_PATIENCE_MS = 30_000

/** Migrates a database that may still be coming up.
 *  @throws StartError when it cannot serve for too long */
export async function migrateWithPatience(url: string, log: Logger): Promise<void> {
  const deadlineMs = performance.now() + DATABASE_PATIENCE_MS
  for (;;) {
    try {
      await migrate(url, log)
      return
    } catch (error: unknown) {
      const reason = explainDatabaseTrouble(error)
      if (reason === null) throw error
      if (performance.now() > deadlineMs) throw new StartError(reason)
      log.info({ reason }, 'waiting for the database')
      await delay(500)
    }
  }
}
