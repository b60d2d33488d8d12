import { createLogger } from '@sightline/shared/logger'
import type { Database } from '../db/pool.ts'
import { openDatabase } from '../db/pool.ts'
import type { SupervisorConfig } from './config.ts'
import type { Logs } from './logs/logs.ts'
import type { Running } from './running.ts'
import type { Terminal } from './terminal.ts'

/** What each step of a start works with. */
export interface StartParts {
  readonly config: SupervisorConfig
  readonly environment: NodeJS.ProcessEnv
  readonly terminal: Terminal
  readonly logs: Logs
  readonly running: Running
}

/** Runs `work` with the database, for a look or two. */
export async function withDatabase<T>(
  { running }: Pick<StartParts, 'running'>,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const url = running.database?.url() ?? ''
  const db = openDatabase(url, createLogger('supervisor', 'silent'), { max: 2 })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
