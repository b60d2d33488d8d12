import type { Database } from '../db/pool.ts'
import { createFairGate } from './fair-gate.ts'

/** Connections for reports at once, of the five that requests have: a report asks up to five things side by
 *  side, each of which may take seconds, and what is no report must not wait for that. One workspace leaves
 *  one to the others. Beyond three, two cores do not make a report any quicker. What one workspace may have
 *  wait is that of a hundred reports; few programs wait longer than 20 s for an answer. */
const LIMITS = { places: 4, ofOne: 3, waiting: 2_000, waitingOfOne: 500, waitMs: 20_000 } as const

/** The database as the reports of a sharer have it: sharers take turns.
 *  @param db of the requests */
export function shareReads(db: Database): (sharer: string) => Database {
  const gate = createFairGate(LIMITS, 'reports are being read')
  return (sharer) => ({
    ...db,
    query: (statement, values) => gate.pass(sharer, () => db.query(statement, values)),
    transaction: (work) => gate.pass(sharer, () => db.transaction(work)),
    snapshot: (read) => gate.pass(sharer, () => db.snapshot(read)),
  })
}
