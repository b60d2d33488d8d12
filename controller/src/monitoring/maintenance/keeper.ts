import type { Logger } from '@sightline/shared/logger'
import { claimMaintenance, readNextMaintenanceLook } from '../../db/maintenance-agenda.ts'
import type { Database } from '../../db/pool.ts'
import type { Loop } from '../../loop.ts'
import { startLoop } from '../../loop.ts'
import { settle } from './settle.ts'

/** A window that was just made may begin sooner than any other. */
const LOOK_AT_LEAST_EVERY_MS = 1_000

const RETRY_MS = 1_000

/** Begins and ends maintenance at its instants. Every controller has one: a workspace is claimed by
 *  whoever comes first. */
export function startMaintenanceKeeper(parts: {
  db: Database
  now: () => number
  log: Logger
}): Loop {
  const { db, now, log } = parts

  /** Every workspace that waits has one turn, so that a large one does not hold up the others.
   *  @returns whether all went well */
  async function takeTurns(): Promise<boolean> {
    const had: number[] = []
    let isAllWell = true
    for (;;) {
      let claimed: number | null = null
      try {
        await db.transaction(async (tx) => {
          const at = new Date(now())
          claimed = await claimMaintenance(tx, at, had)
          if (claimed !== null) await settle(tx, claimed, at)
        })
      } catch (error: unknown) {
        if (claimed === null) throw error
        log.error({ err: error, workspaceId: claimed }, 'the maintenance of a workspace is stuck')
        isAllWell = false
      }
      if (claimed === null) return isAllWell
      had.push(claimed)
    }
  }

  async function round(): Promise<number> {
    try {
      if (!(await takeTurns())) return RETRY_MS
      const next = await readNextMaintenanceLook(db)
      const waitMs = next === null ? Infinity : next.getTime() - now()
      return Math.max(0, Math.min(waitMs, LOOK_AT_LEAST_EVERY_MS))
    } catch (error: unknown) {
      log.warn({ err: error }, 'maintenance windows could not be looked after')
      return RETRY_MS
    }
  }

  return startLoop(round)
}
