import type { Logger } from '@sightline/shared/logger'
import { claimMaintenance, readNextMaintenanceLook } from '../db/maintenance-agenda.ts'
import type { Database } from '../db/pool.ts'
import { isDatabaseUnavailable } from '../db/pool.ts'
import type { Loop } from '../process/loop.ts'
import { startLoop } from '../process/loop.ts'
import { createTroubleLog } from '../process/trouble-log.ts'
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

  /** Workspaces that could not be settled: each is logged once, and tried again with every round. */
  const stuck = new Set<number>()
  const trouble = createTroubleLog(log, {
    met: 'maintenance windows could not be looked after',
    over: 'maintenance windows are looked after again',
  })

  /** Every workspace that waits has one turn, so that a large one does not hold up the others. */
  async function takeTurns(): Promise<void> {
    const left: number[] = []
    for (;;) {
      let claimed: number | null = null
      try {
        const isSettled = await db.transaction(async (tx) => {
          const at = new Date(now())
          claimed = await claimMaintenance(tx, at, left)
          return claimed !== null && (await settle(tx, claimed, at))
        })
        if (claimed === null) return
        stuck.delete(claimed)
        if (!isSettled) left.push(claimed)
      } catch (error: unknown) {
        if (claimed === null || isDatabaseUnavailable(error)) throw error
        if (!stuck.has(claimed)) {
          log.error({ err: error, workspaceId: claimed }, 'maintenance of a workspace is stuck')
        }
        stuck.add(claimed)
        left.push(claimed)
      }
    }
  }

  async function round(): Promise<number> {
    try {
      // Nothing is due nearly always: asking takes one statement, claiming three.
      let next = await readNextMaintenanceLook(db)
      if (next !== null && next.getTime() <= now()) {
        await takeTurns()
        next = await readNextMaintenanceLook(db)
      }
      trouble.over()
      if (stuck.size > 0) return RETRY_MS
      const waitMs = next === null ? Infinity : next.getTime() - now()
      return Math.max(0, Math.min(waitMs, LOOK_AT_LEAST_EVERY_MS))
    } catch (error: unknown) {
      trouble.met(error)
      return RETRY_MS
    }
  }

  return startLoop(round)
}
