import type { Logger } from '@sightline/shared/logger'
import type { DatabaseSync } from 'node:sqlite'
import { createAssignmentStore } from '../state/assignment-store.ts'
import type { Spool } from '../state/spool.ts'
import type { Assignments } from './assignments.ts'
import { createAssignments } from './assignments.ts'
import { assignedJob } from './check-job.ts'
import type { Dispatcher } from './dispatch.ts'
import type { Ticker } from './ticker.ts'
import { createTicker } from './ticker.ts'

/** Puts assignments, their ticks and the dispatcher together: a slot that is due is submitted, and so is a
 *  check beside the grid.
 *  @param parts.ranThroughMs slots before this were run; null when the agent never ran */
export function createSchedule(parts: {
  database: DatabaseSync
  now: () => number
  spool: Pick<Spool, 'slotsSince'>
  dispatcher: Pick<Dispatcher, 'submit'>
  ranThroughMs: number | null
  log: Logger
}): { readonly ticker: Ticker; readonly assignments: Assignments } {
  const { database, now, spool, dispatcher, log } = parts

  // Slots since the last start whose results are here already are not run again.
  const spooledSlots = new Set(
    spool
      .slotsSince(parts.ranThroughMs ?? 0)
      .map(({ monitorId, scheduledAtMs }) => `${monitorId} ${scheduledAtMs}`),
  )

  function submit(monitorId: number, scheduledAtMs: number, attempt: 0 | 1): Promise<boolean> {
    return dispatcher.submit(assignedJob(assignments, { monitorId, scheduledAtMs, attempt }))
  }

  async function runOnce(monitorId: number, runAtMs: number): Promise<void> {
    const isOnDisk = await submit(monitorId, runAtMs, 1)
    if (isOnDisk) assignments.ranOnce(monitorId, runAtMs)
  }

  const ticker = createTicker({
    now,
    fire(monitorId, slotMs) {
      if (spooledSlots.size > 0 && spooledSlots.delete(`${monitorId} ${slotMs}`)) return
      void submit(monitorId, slotMs, 0)
    },
  })
  const assignments = createAssignments({
    database,
    store: createAssignmentStore(database),
    ticker,
    now,
    runOnce: (monitorId, runAtMs) => void runOnce(monitorId, runAtMs),
    log,
  })
  return { ticker, assignments }
}
