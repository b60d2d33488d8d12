import type { Database } from '../db/pool.ts'
import { readPassedSince } from '../db/region-states.ts'
import type { IncomingResult } from '../db/results.ts'
import { SLOT_MARGIN_MS } from '../db/slot-margin.ts'
import type { JudgedResult } from '../db/unjudged-results.ts'
import { readPassing } from '../db/unjudged-results.ts'
import { readUnsteady } from '../db/verdicts.ts'
import type { Judge } from '../verdicts/judge.ts'
import { LATE_AFTER_MS } from '../verdicts/judge.ts'
import { bearsOnStatus } from '../verdicts/result-votes.ts'
import { keyOf } from './result-row.ts'

/** Passing results of others that are read of a monitor: of one moment each of its regions has a few. */
const MAX_PASSING = 50

/** What a batch that is committed held, and what the rule was told of it. */
export interface Decided {
  readonly rows: readonly IncomingResult[]
  readonly told: readonly IncomingResult[]
  /** Those told that were not up, of monitors of which nobody was told what passed before. */
  readonly doubted: readonly IncomingResult[]
}

/** Tells the rule what neither of two transactions could see of the other. Passing results of a monitor that is up and
 *  unsuspected are told to nobody; a failure that another transaction commits at that moment has not seen them. Whoever
 *  commits second sees what the first committed: its own passing results of monitors that are suspected by then, and
 *  for its own failures what others passed since they began. Telling the same twice does no harm.
 *  When this fails the batch is committed again: its own passing results are looked at then. */
export async function lookAgain(
  db: Database,
  decided: Decided,
  now: () => number,
  judge: Judge,
): Promise<void> {
  const results = [...(await ownPassing(db, decided)), ...(await othersPassing(db, decided))]
  if (results.length === 0) return
  await db.transaction((tx) => {
    const nowMs = now()
    const present = results.filter(
      ({ checkedAtMs, durationMs }) => nowMs <= checkedAtMs + durationMs + LATE_AFTER_MS,
    )
    return judge.tell(tx, present, nowMs)
  })
}

async function ownPassing(db: Database, { rows, told }: Decided): Promise<IncomingResult[]> {
  const isTold = new Set(told)
  const passing = rows.filter(
    (row) => row.status === 'up' && bearsOnStatus(row) && !isTold.has(row),
  )
  if (passing.length === 0) return []
  const ids = [...new Set(passing.map((row) => row.monitorId))]
  const unsteady = new Set(await readUnsteady(db, ids))
  return passing.filter((row) => unsteady.has(row.monitorId))
}

async function othersPassing(db: Database, { doubted, told }: Decided): Promise<JudgedResult[]> {
  const since = new Map<number, number>()
  for (const { monitorId, checkedAtMs, ...row } of doubted) {
    if (!bearsOnStatus(row)) continue
    since.set(monitorId, Math.min(checkedAtMs, since.get(monitorId) ?? Infinity))
  }
  if (since.size === 0) return []
  // Nearly always none: what others passed lies before the failure, and looking through results costs more.
  const passed = new Map(
    (await readPassedSince(db, since)).map((id) => [id, since.get(id) ?? Infinity]),
  )
  if (passed.size === 0) return []
  const fromMs = Math.min(...passed.values()) - SLOT_MARGIN_MS
  const known = new Set(told.map(keyOf))
  const results = await readPassing(db, passed, fromMs, MAX_PASSING)
  return results.filter((result) => !known.has(keyOf(result)))
}
