import type { Queryable } from '../db/pool.ts'
import { isOwnFault, withinSavepoint } from '../db/pool.ts'
import type { JudgedResult, UnjudgedResult } from '../db/unjudged-results.ts'
import {
  claimUnjudged,
  deleteUnjudged,
  insertUnjudged,
  markResultsLate,
  postponeUnjudged,
} from '../db/unjudged-results.ts'
import { decide } from './decision/decide.ts'
import { toldResults, voteEventOf } from './result-votes.ts'
import type { Fault, Rule } from './verdicts.ts'
import { tellRule } from './verdicts.ts'

/** A result whose check ended longer ago than this says nothing about now: its agent was cut off. */
export const LATE_AFTER_MS = 30_000

/** When a result that could not be judged is judged again, and again after that. */
const AGAIN_FIRST_MS = 1_000
const AGAIN_MS = 5_000

/** Monitors judged again in one transaction. */
const AGAIN_MONITORS = 20

/** How often it is tried at once to tell those that can be judged from those that cannot: three monitors of two
 *  thousand take 64 halvings. What is left then is judged later, not refused. */
const MAX_TRIES = 64

/** Told of monitors that cannot be judged now. */
type Met = (error: unknown, facts: Readonly<Record<string, unknown>>) => void

/** Tells the decision rule of results that are stored. Where the rule throws, or a statement of what follows from
 *  it fails, the results of that monitor are kept to be judged again, and of all others nothing is lost. A
 *  database that is away is no fault: it is thrown, and nothing is done. */
export interface Judge {
  /** In the caller's transaction. Each monitor's are told in the order their checks began.
   *  @param nowMs UNIX ms */
  readonly tell: (tx: Queryable, results: readonly JudgedResult[], nowMs: number) => Promise<void>
  /** Tells the rule what it could not judge before, of some monitors. What says nothing about now any more becomes
   *  late.
   *  @returns whether there may be more */
  readonly tellAgain: (tx: Queryable, nowMs: number) => Promise<boolean>
}

/** @param parts.rule the decision rule
 *  @param parts.met told of each monitor that cannot be judged */
export function createJudge(parts: { rule?: Rule; met?: Met } = {}): Judge {
  const { rule = decide, met } = parts

  /** @returns the monitors that could not be judged */
  async function faultsOf(
    tx: Queryable,
    byMonitor: ReadonlyMap<number, readonly JudgedResult[]>,
    nowMs: number,
  ): Promise<ReadonlySet<number>> {
    const faults = await tellInParts(tx, [...byMonitor.keys()], (ids) => {
      const events = ids.flatMap((id) => (byMonitor.get(id) ?? []).map(voteEventOf))
      return tellRule(tx, events, nowMs, rule)
    })
    const [first] = faults
    if (first !== undefined) {
      met?.(first.error, { monitorId: first.monitorId, monitors: faults.length })
    }
    return new Set(faults.map((fault) => fault.monitorId))
  }

  return {
    async tell(tx, results, nowMs) {
      const byMonitor = toldByMonitor(results)
      if (byMonitor.size === 0) return
      const faults = await faultsOf(tx, byMonitor, nowMs)
      const unjudged = [...faults].flatMap((id) => byMonitor.get(id) ?? [])
      if (unjudged.length > 0) await insertUnjudged(tx, unjudged, nowMs + AGAIN_FIRST_MS)
    },
    async tellAgain(tx, nowMs) {
      const limits = { monitors: AGAIN_MONITORS, lateAfterMs: LATE_AFTER_MS }
      const due = await claimUnjudged(tx, nowMs, limits)
      if (due.length === 0) return false
      const over = due.filter((result) => result.isOver)
      if (over.length > 0) await markResultsLate(tx, over)
      const byMonitor = toldByMonitor(due.filter((result) => !result.isOver))
      const faults = await faultsOf(tx, byMonitor, nowMs)
      await settle(tx, due, faults, nowMs)
      return new Set(due.map((result) => result.monitorId)).size === AGAIN_MONITORS
    },
  }
}

function toldByMonitor(results: readonly JudgedResult[]): Map<number, readonly JudgedResult[]> {
  const byMonitor = Map.groupBy(results, (result) => result.monitorId)
  const told = new Map<number, readonly JudgedResult[]>()
  for (const [monitorId, its] of byMonitor) {
    const latest = toldResults(its)
    if (latest.length > 0) told.set(monitorId, latest)
  }
  return told
}

async function settle(
  tx: Queryable,
  due: readonly UnjudgedResult[],
  faults: ReadonlySet<number>,
  nowMs: number,
): Promise<void> {
  const done = due.filter(({ isOver, monitorId }) => isOver || !faults.has(monitorId))
  if (done.length > 0) await deleteUnjudged(tx, done)
  if (faults.size > 0) await postponeUnjudged(tx, [...faults], nowMs + AGAIN_MS)
}

/** Tells the rule of monitors together, and of the halves of them where that fails. The halves are told in the order
 *  of their ids, as whoever locks monitors does. */
async function tellInParts(
  tx: Queryable,
  monitorIds: readonly number[],
  tell: (ids: readonly number[]) => Promise<Fault[]>,
): Promise<Fault[]> {
  const faults: Fault[] = []
  const waiting = [monitorIds.toSorted((a, b) => a - b)]
  let failure: unknown
  for (let tries = 1; ; tries += 1) {
    const part = waiting.pop()
    if (part === undefined || part.length === 0) return faults
    if (tries > MAX_TRIES) {
      const left = [part, ...waiting].flat()
      return [...faults, ...left.map((monitorId) => ({ monitorId, error: failure }))]
    }
    try {
      faults.push(...(await withinSavepoint(tx, () => tell(part))))
    } catch (error: unknown) {
      if (!isOwnFault(error)) throw error
      failure = error
      const [monitorId] = part
      const middle = Math.ceil(part.length / 2)
      if (part.length > 1) waiting.push(part.slice(middle), part.slice(0, middle))
      else if (monitorId !== undefined) faults.push({ monitorId, error })
    }
  }
}
