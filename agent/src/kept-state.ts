import type { Logger } from '@sightline/shared/logger'
import path from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { AgentConfig } from './config.ts'
import type { Clock } from './schedule/clock.ts'
import { createClock } from './schedule/clock.ts'
import { startCheckpoints } from './state/checkpoints.ts'
import { openState, stateFile } from './state/database.ts'
import type { FactStore } from './state/facts.ts'
import { createFactStore } from './state/facts.ts'
import type { Spool } from './state/spool.ts'
import { createSpool } from './state/spool.ts'

/** What outlives the process: facts, results that are not delivered, and how far the clock is off. */
export interface KeptState {
  readonly folder: string
  readonly database: DatabaseSync
  readonly factStore: FactStore
  /** As they were at the start. */
  readonly facts: ReturnType<FactStore['read']>
  readonly clock: Clock
  readonly spool: Spool
  /** Before the last is written. */
  readonly endCheckpoints: () => void
}

/** Opens the state folder of the agent's region.
 *  @throws StateError when it cannot be used */
export function openKeptState(config: AgentConfig, log: Logger): KeptState {
  const folder = path.join(config.SIGHTLINE_DATA_DIR, 'agents', config.SIGHTLINE_REGION)
  const database = openState(folder, (damage) =>
    log.error(
      damage,
      'the state on disk is damaged: a new one has what could be read of it, other results that were not delivered are lost; look at the disk',
    ),
  )
  const endCheckpoints = startCheckpoints(database, stateFile(folder), log)
  const factStore = createFactStore(database)
  const facts = factStore.read()
  const clock = createClock({
    raw: Date.now,
    correctionMs: facts.clockOffsetMs,
    onCorrection(correctionMs) {
      log.warn({ correctionMs }, 'the clock of this machine is off: the schedule is corrected')
      factStore.setClockOffsetMs(correctionMs)
    },
  })
  const spool = createSpool({
    database,
    maxResults: config.SIGHTLINE_SPOOL_MAX_RESULTS,
    maxBytes: config.SIGHTLINE_SPOOL_MAX_MEGABYTES * 1_000_000,
    log,
  })
  return { folder, database, factStore, facts, clock, spool, endCheckpoints }
}
