import type { Logger } from '@sightline/shared/logger'
import type { Database, Queryable } from '../db/pool.ts'
import { isOwnFault } from '../db/pool.ts'
import { readAwaited } from '../db/awaited-rechecks.ts'
import {
  claimDueMonitors,
  postponeLook,
  postponeLooks,
  readNextLook,
  readSilentMonitors,
} from '../db/verdicts.ts'
import type { Loop } from '../process/loop.ts'
import { startLoop } from '../process/loop.ts'
import { createTroubleLog } from '../process/trouble-log.ts'
import { ANSWER_SLACK_MS } from './decision/quorum.ts'
import { KNOWN_FOR } from './decision/votes.ts'
import type { Judge } from './judge.ts'
import type { SweepPace } from './sweep-pace.ts'
import { createSweepPace } from './sweep-pace.ts'
import { applyEvents } from './verdicts.ts'

/** Another controller, or a batch of results, may have set an instant that is earlier than what was
 *  read last. */
const LOOK_AT_LEAST_EVERY_MS = 500

const RETRY_MS = 1_000

/** Monitors of one transaction: their rows are locked while it runs. */
const BATCH = 200

/** After so many wanted to be looked at at once, it is seen for so long whether their rechecks wait for us: a region that
 *  was not asked yet is none that keeps silent. Of 10,000 monitors that went down most were asked for twice, which took more
 *  than the outage, and then called unknown. */
const CROWD_MS = 60_000
const AWAITED = { movedWithinMs: 5_000, againMs: 10_000, slackMs: ANSWER_SLACK_MS } as const

/** Transactions in which results are judged again in a round: monitors that are due do not wait for more. */
const MAX_JUDGED_AGAIN = 10

/** A monitor that cannot be judged is looked at again after this time. */
const LOOK_AGAIN_MS = 60_000

/** A rule that asks for an instant that has passed must not keep a processor busy. */
const LOOK_AT_MOST_EVERY_MS = 50

/** Lets the decision rule look at monitors when it wants to although no result came (a confirmation
 *  that nobody answers, an outage between slow slots, the end of flapping), and at monitors of which
 *  nothing was heard for long. Results that could not be judged when they came are judged again. Every controller does this; what one has claimed the others pass over. */
export function startRuleKeeper(parts: {
  db: Database
  judge: Judge
  /** Told when no result waits to be judged again. */
  allJudged: () => void
  now: () => number
  log: Logger
  /** That nothing is known any more is told since the exact instant, however late it is noticed. After a start, or after the
   *  database was away, agents first get the time between two sweeps to hand in what they kept. */
  pace?: SweepPace | undefined
}): Loop {
  const { db, judge, allJudged, now, log, pace = createSweepPace(performance.now()) } = parts
  let crowdedAtMs = -Infinity
  const trouble = createTroubleLog(log, {
    met: 'the decision rule could not look at monitors',
    over: 'the decision rule looks at monitors again',
  })

  function tick(monitorIds: readonly number[]) {
    const atMs = now()
    return monitorIds.map((monitorId) => ({ monitorId, event: { kind: 'tick' as const, atMs } }))
  }

  /** Looks at each for itself, so that one that cannot be judged does not hold up the others. */
  async function lookAtEach(monitorIds: readonly number[]): Promise<void> {
    for (const monitorId of monitorIds) {
      try {
        await db.transaction((tx) => applyEvents(tx, tick([monitorId]), now()))
      } catch (error: unknown) {
        if (!isOwnFault(error)) throw error
        log.error({ err: error, monitorId }, 'the decision rule cannot look at a monitor')
        await postponeLook(db, monitorId, now() + LOOK_AGAIN_MS)
      }
    }
  }

  /** @returns the monitors that are looked at later, since answers of theirs may still come */
  async function putOffAwaited(tx: Queryable, due: readonly number[]): Promise<Set<number>> {
    if (performance.now() - crowdedAtMs > CROWD_MS) return new Set()
    const awaited = await readAwaited(tx, due, now(), AWAITED)
    if (awaited.length > 0) await postponeLooks(tx, awaited)
    return new Set(awaited.map(({ monitorId }) => monitorId))
  }

  /** @param areKept whether there are results that the rule was not told of yet: what some of them say of a monitor it is
   *    told before it looks. Of 10,000 outages those were asked for again, and confirmed after 30 s, whose answers were there
   *    when their time was over. */
  async function lookAtDue(areKept: boolean): Promise<void> {
    for (;;) {
      let due: readonly number[] = []
      try {
        await db.transaction(async (tx) => {
          due = await claimDueMonitors(tx, now(), BATCH)
          if (due.length === 0) return
          if (areKept) await judge.tellAgain(tx, now(), due)
          if (due.length === BATCH) crowdedAtMs = performance.now()
          const awaited = await putOffAwaited(tx, due)
          await applyEvents(tx, tick(due.filter((id) => !awaited.has(id))), now())
        })
      } catch (error: unknown) {
        if (!isOwnFault(error)) throw error
        await lookAtEach(due)
      }
      if (due.length < BATCH) return
    }
  }

  async function sweep(): Promise<void> {
    const slice = pace.next()
    if (performance.now() < slice.atMs) return
    const silent = await readSilentMonitors(db, now(), KNOWN_FOR, slice)
    for (let from = 0; from < silent.monitorIds.length; from += BATCH) {
      const ids = silent.monitorIds.slice(from, from + BATCH)
      try {
        await db.transaction((tx) => applyEvents(tx, tick(ids), now()))
      } catch (error: unknown) {
        if (!isOwnFault(error)) throw error
        await lookAtEach(ids)
      }
    }
    pace.done(silent, performance.now())
  }

  async function judgeAgain(): Promise<void> {
    for (let done = 0; done < MAX_JUDGED_AGAIN; done += 1) {
      const again = (tx: Queryable) => judge.tellAgain(tx, now())
      if (!(await db.transaction(again, { isFlushedAfter: true }))) return
    }
  }

  async function round(): Promise<number> {
    try {
      await sweep()
      // Nothing is due nearly always: asking takes one statement, claiming four.
      let next = await readNextLook(db)
      const isDue = (atMs: number | null): boolean => atMs !== null && atMs <= now()
      const isLookDue = isDue(next.lookAtMs)
      const isJudgingDue = isDue(next.judgeAtMs)
      if (isLookDue) await lookAtDue(next.judgeAtMs !== null)
      if (isJudgingDue) await judgeAgain()
      if (isLookDue || isJudgingDue) next = await readNextLook(db)
      if (next.judgeAtMs === null) allJudged()
      trouble.over()
      const nextMs = Math.min(next.lookAtMs ?? Infinity, next.judgeAtMs ?? Infinity)
      return Math.min(LOOK_AT_LEAST_EVERY_MS, Math.max(LOOK_AT_MOST_EVERY_MS, nextMs - now()))
    } catch (error: unknown) {
      trouble.met(error)
      pace.restart(performance.now())
      return RETRY_MS
    }
  }

  return startLoop(round)
}
