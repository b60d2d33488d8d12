import type { Queryable } from '../db/pool.ts'
import { isOwnFault, withinSavepoint } from '../db/pool.ts'
import type { JudgedResult, UnjudgedResult } from '../db/unjudged-results.ts'
import {
  claimUnjudged,
  countJudgingFaults,
  deleteUnjudged,
  hastenUnjudged,
  insertUnjudged,
  markResultsLate,
  postponeUnjudged,
  readDueMonitors,
} from '../db/unjudged-results.ts'
import { lockMonitors } from '../db/verdicts.ts'
import { decide } from './decision/decide.ts'
import { toldResults, voteEventOf } from './result-votes.ts'
import { readVoters } from '../votes/voters.ts'
import type { Fault, Rule } from './verdicts.ts'
import { tellRule } from './verdicts.ts'

/** A result whose check ended longer ago than this says nothing about now: its agent was cut off. */
export const LATE_AFTER_MS = 30_000

/** When a result that could not be judged is judged again, and again after that. */
const AGAIN_FIRST_MS = 1_000
const AGAIN_MS = 5_000

/** Monitors judged again in one transaction. */
const AGAIN_MONITORS = 200

/** When what others had locked is judged, where whoever stored it does not do so at once. */
const BUSY_AGAIN_MS = 50

/** When what is kept is judged by the rule's keeper, where whoever kept it is gone. After a second it was judged twice while
 *  thousands of monitors failed: by the keeper, and by whoever kept it and had its turn right then. */
const KEPT_MS = 5_000

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
   *  @param nowMs UNIX ms
   *  @param how.waits whether for monitors that others have locked; else what is of them is kept to be judged
   *  @returns these monitors */
  readonly tell: (
    tx: Queryable,
    results: readonly JudgedResult[],
    nowMs: number,
    how?: { readonly waits: boolean },
  ) => Promise<readonly number[]>
  /** Keeps what the rule will be told of by `tellKept`, in the caller's transaction: should that never come, it is judged
   *  as what could not be judged. */
  readonly keep: (tx: Queryable, results: readonly JudgedResult[], nowMs: number) => Promise<void>
  /** Tells the rule what was kept, in another transaction; what is of monitors that others have locked stays kept, to be
   *  judged at the keeper's next look.
   *  @returns these monitors */
  readonly tellKept: (
    tx: Queryable,
    results: readonly JudgedResult[],
    nowMs: number,
  ) => Promise<readonly number[]>
  /** Tells the rule what it was not told before, of some monitors. What says nothing about now any more becomes late.
   *  @param only of these; left out: of those that are due
   *  @returns whether there may be more */
  readonly tellAgain: (tx: Queryable, nowMs: number, only?: readonly number[]) => Promise<boolean>
}

/** @param parts.rule the decision rule
 *  @param parts.met told of each monitor that cannot be judged
 *  @param parts.readVoters tells whose votes count */
export function createJudge(
  parts: { rule?: Rule; met?: Met; readVoters?: typeof readVoters } = {},
): Judge {
  const { rule = decide, met, readVoters: read = readVoters } = parts

  /** @returns the monitors that could not be judged, and those that others have locked */
  async function tellAll(
    tx: Queryable,
    byMonitor: ReadonlyMap<number, readonly JudgedResult[]>,
    nowMs: number,
    waits: boolean,
  ): Promise<{ faulty: ReadonlySet<number>; busy: readonly number[] }> {
    const busy = new Set<number>()
    const faults = await tellInParts(tx, [...byMonitor.keys()], async (ids) => {
      const events = ids.flatMap((id) => (byMonitor.get(id) ?? []).map(voteEventOf))
      const untold = await tellRule(tx, events, nowMs, { rule, readVoters: read, waits })
      for (const id of untold.busy) busy.add(id)
      return untold.faults
    })
    const [first] = faults
    if (first !== undefined) {
      met?.(first.error, { monitorId: first.monitorId, monitors: faults.length })
    }
    const faulty = new Set(faults.map((fault) => fault.monitorId))
    return { faulty, busy: [...busy].filter((id) => !faulty.has(id)) }
  }

  return {
    async tell(tx, results, nowMs, { waits } = { waits: true }) {
      const byMonitor = toldByMonitor(results)
      if (byMonitor.size === 0) return []
      const { faulty, busy } = await tellAll(tx, byMonitor, nowMs, waits)
      const of = (ids: Iterable<number>) => [...ids].flatMap((id) => byMonitor.get(id) ?? [])
      if (busy.length > 0) await insertUnjudged(tx, of(busy), nowMs + BUSY_AGAIN_MS)
      if (faulty.size === 0) return busy
      await countJudgingFaults(tx, await insertUnjudged(tx, of(faulty), nowMs + AGAIN_FIRST_MS))
      return busy
    },
    async keep(tx, results, nowMs) {
      const kept = [...toldByMonitor(results).values()].flat()
      if (kept.length > 0) await insertUnjudged(tx, kept, nowMs + KEPT_MS)
    },
    async tellKept(tx, results, nowMs) {
      const present = results.filter(
        ({ checkedAtMs, durationMs }) => nowMs <= checkedAtMs + durationMs + LATE_AFTER_MS,
      )
      const byMonitor = toldByMonitor(present)
      if (byMonitor.size === 0) return []
      const { faulty, busy } = await tellAll(tx, byMonitor, nowMs, false)
      const untold = new Set([...faulty, ...busy])
      const done = [...byMonitor].flatMap(([id, its]) => (untold.has(id) ? [] : its))
      if (done.length > 0) await deleteUnjudged(tx, done)
      if (busy.length > 0) await hastenUnjudged(tx, busy, nowMs + BUSY_AGAIN_MS)
      if (faulty.size === 0) return busy
      await postponeUnjudged(tx, [...faulty], nowMs + AGAIN_FIRST_MS)
      const unjudged = [...faulty].flatMap((id) => byMonitor.get(id) ?? [])
      await countJudgingFaults(tx, unjudged.length)
      return busy
    },
    async tellAgain(tx, nowMs, only) {
      const asked = only ?? (await readDueMonitors(tx, nowMs, AGAIN_MONITORS))
      if (asked.length === 0) return false
      const monitorIds = await lockMonitors(tx, asked, { waits: only !== undefined })
      const due = await claimUnjudged(tx, nowMs, { monitorIds, lateAfterMs: LATE_AFTER_MS })
      if (due.length === 0) return false
      const over = due.filter((result) => result.isOver)
      if (over.length > 0) await markResultsLate(tx, over)
      const byMonitor = toldByMonitor(due.filter((result) => !result.isOver))
      const { faulty } = await tellAll(tx, byMonitor, nowMs, true)
      await settle(tx, due, faulty, nowMs)
      return asked.length === AGAIN_MONITORS
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
  tell: (ids: readonly number[]) => Promise<readonly Fault[]>,
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
