import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@sightline/shared/logger'
import { connectionRefusal, firstReason } from '../db/connection-refusal.ts'
import { explainDatabaseAnswer, explainDatabaseTrouble } from '../db/database-trouble.ts'
import { StartError } from './start-error.ts'

/** How long a start waits for its database to come up (a compose file starts both at once). */
const DATABASE_PATIENCE_MS = 30_000

/** What is asked, and the variable that says where it is. */
export interface Reached {
  readonly variable: string
  readonly name: 'database' | 'pooler'
}

/** Asks a database, or the pooler before it, that may still be coming up.
 *  @throws StartError when it cannot be reached for too long, or not by that address at all, or cannot serve */
export async function untilReached<T>(
  { variable, name }: Reached,
  ask: () => Promise<T>,
  log: Logger,
  patienceMs = DATABASE_PATIENCE_MS,
): Promise<T> {
  const deadlineMs = performance.now() + patienceMs
  for (;;) {
    try {
      return await ask()
    } catch (error: unknown) {
      const refusal = connectionRefusal(error)
      if (refusal !== null) throw new StartError(`${variable}: the ${name} ${refusal}`)
      if (explainDatabaseTrouble(error) === null) throw error
      const reason =
        explainDatabaseAnswer(error) ??
        `${variable}: the ${name} cannot be reached (${firstReason(error)})`
      if (performance.now() > deadlineMs) throw new StartError(reason)
      log.info({ reason }, `waiting for the ${name}`)
      await delay(500)
    }
  }
}
