import type { CheckResult } from '@sightline/shared/gen/probe/v1/result_pb'
import type { Logger } from '@sightline/shared/logger'
import { MAX_SLOT_LATENESS_MS } from '@sightline/shared/protocol'
import { recordedTraceparent, tracedAtTimes } from '@sightline/shared/tracing/trace'
import { presentSharer, workFor } from '../bounds/sharer.ts'
import type { Gate } from '../bounds/gate.ts'
import type { Lanes } from '../bounds/lanes.ts'
import type { LatenessMeter } from './lateness.ts'
import { resultOf } from '../checks/result.ts'
import type { TakeBrowserTurn } from '../checks/checker.ts'
import type { RunCheck } from '../checks/run-check.ts'
import type { CheckJob } from './check-job.ts'
import type { Spool } from '../state/spool.ts'

/** Turns jobs into results in the spool, so many at a time. */
export interface Dispatcher {
  /** Resolves with true when the result is on disk, with false when the job came to nothing. */
  readonly submit: (job: CheckJob) => Promise<boolean>
  /** Slot of the oldest job of the grid whose result is not on disk; null when there is none. */
  readonly oldestSlotMs: () => number | null
  /** Jobs begun or waiting. */
  readonly inFlight: () => number
  readonly checksRun: () => number
  /** Slots given up because they waited too long. */
  readonly missed: () => number
  /** Begins no more checks and waits for the running ones. @param limitMs as long at most */
  readonly stop: (limitMs: number) => Promise<void>
}

/** A check that takes this long moves into the slow lane, and its monitor begins there next time:
 *  targets that stall must not hold up others, nor other monitors of their own host. */
const SLOW_CHECK_MS = 1_000

/** The vote that a recheck was asked for is over by then. A lane may be long: a place in the browser's can
 *  be taken for a whole time limit. */
const MAX_RECHECK_WAIT_MS = 60_000

/** Where a check is: in one lane after the other. */
interface Place {
  /** Gives it up. May be called again. */
  leave: () => void
  /** How long it waited for its places, in ms. */
  waitedMs: number
  /** How late it was begun, in ms. */
  latenessMs: number
  /** When it asked for a page, by `performance.now()`; null: it has not. */
  askedForPageAtMs: number | null
  /** What becomes of its slot because its page's turn did not come; null else. */
  cameTo: 'nothing' | 'open' | null
}

export function createDispatcher(deps: {
  /** Corrected clock in UNIX ms. */
  now: () => number
  lanes: Pick<Lanes, 'quick' | 'slow' | 'browser' | 'stalls'>
  runCheck: RunCheck
  spool: Pick<Spool, 'append'>
  lateness: LatenessMeter
  log: Logger
}): Dispatcher {
  const jobs = new Set<CheckJob>()
  const running = new Set<Promise<boolean>>()
  /** Monitors whose last check was slow. */
  const slowMonitors = new Set<number>()
  /** Ends the waits of checks for their pages. */
  const endsOfWaits = new Set<() => void>()
  let checksRun = 0
  let missed = 0
  let isStopping = false
  let isOver = false

  /** Whether nobody needs the outcome any more, once a check has waited for its place. */
  function isTooLate(job: CheckJob, { waitedMs, latenessMs }: Place): boolean {
    if (job.confirmation && waitedMs > MAX_RECHECK_WAIT_MS) return true
    if (job.attempt !== 0 || latenessMs <= MAX_SLOT_LATENESS_MS) return false
    missed += 1
    return true
  }

  /** For a check that has come so far that it needs a page: it changes to the browser's lane. What it asks before
   *  takes no page's place, as a target that stalls would have it for nothing. */
  function turnFor(job: CheckJob, place: Place): TakeBrowserTurn {
    return () => {
      const askedAtMs = performance.now()
      place.askedForPageAtMs = askedAtMs
      place.leave()
      const { promise, resolve } = Promise.withResolvers<boolean>()
      let hasEnded = false
      const end = (cameTo: Place['cameTo']): void => {
        hasEnded = true
        endsOfWaits.delete(giveUp)
        place.cameTo = cameTo
        resolve(cameTo === null)
      }
      const giveUp = (): void => end('open')
      endsOfWaits.add(giveUp)
      deps.lanes.browser.pass(job.host, job.confirmation, (leave) => {
        if (hasEnded) {
          leave()
          return
        }
        const waitedMs = performance.now() - askedAtMs
        place.leave = leave
        place.waitedMs += waitedMs
        place.latenessMs += waitedMs
        end(isTooLate(job, place) ? 'nothing' : null)
      })
      if (isStopping && !hasEnded) giveUp()
      return promise
    }
  }

  /** @returns what becomes of its slot: a result, nothing, or that the next start runs it */
  async function runJob(job: CheckJob, place: Place): Promise<CheckResult | 'nothing' | 'open'> {
    const startedAtMs = deps.now()
    place.latenessMs = startedAtMs - job.scheduledAtMs
    if (isTooLate(job, place)) return 'nothing'
    if (job.attempt === 0) deps.lateness.record(Math.max(0, place.latenessMs))
    const spec = job.loadSpec()
    if (spec === null) {
      slowMonitors.delete(job.monitorId)
      return 'nothing'
    }
    const beganAtMs = performance.now()
    const waitedBeforeMs = place.waitedMs
    const takeBrowserTurn = turnFor(job, place)
    const facts = { 'monitor.id': job.monitorId, 'check.attempt': job.attempt }
    let span = ''
    const outcome = await tracedAtTimes('check', facts, () => {
      span = recordedTraceparent() ?? ''
      return workFor(spec.sharer, () => deps.runCheck(spec, { takeBrowserTurn }))
    })
    if (place.cameTo !== null) return place.cameTo
    // It could not end because the agent does.
    if (isOver && outcome.status === 'unknown') return 'open'
    checksRun += 1
    // Makes room for the next check: a disk that is slow or full must not hold up checks.
    place.leave()
    const endedAtMs = performance.now()
    const durationMs = endedAtMs - beganAtMs - (place.waitedMs - waitedBeforeMs)
    const inLaneMs = (place.askedForPageAtMs ?? endedAtMs) - beganAtMs
    if (inLaneMs >= SLOW_CHECK_MS) slowMonitors.add(job.monitorId)
    else slowMonitors.delete(job.monitorId)
    const { monitorId, scheduledAtMs, attempt, confirmation } = job
    const slot = { monitorId, scheduledAtMs, attempt, confirmation }
    const { generation } = spec
    const check = { ...slot, startedAtMs, durationMs, generation, traceparent: span }
    return resultOf(check, outcome)
  }

  function logBug(error: unknown, { monitorId }: CheckJob): void {
    deps.log.error({ err: error, monitorId }, 'a check came to nothing by a bug')
  }

  /** A result waits for its disk for up to a second, and all that waits with it outlives the young part of the heap:
   *  the job alone, then. */
  function keep(job: CheckJob, result: CheckResult): Promise<boolean> {
    return deps.spool.append(result).then(
      () => jobs.delete(job),
      (error: unknown) => {
        logBug(error, job)
        jobs.delete(job)
        return false
      },
    )
  }

  /** A place in the quick lane that is given up when the check turns out to be slow and the slow lane
   *  has room, at once when its host stalls: those that wait behind it come by turns of 1 s otherwise, and of
   *  500 the last would begin after 50 s. @returns the way out of whichever lane it is in then */
  function movable(host: string, leaveQuick: () => void): () => void {
    let leave = leaveQuick
    const move = (): void => {
      const leaveSlow = deps.lanes.slow.tryEnter(host)
      if (leaveSlow === null) return
      leave = leaveSlow
      leaveQuick()
    }
    const timer = setTimeout(move, deps.lanes.stalls(host) ? 0 : SLOW_CHECK_MS)
    return () => {
      clearTimeout(timer)
      leave()
    }
  }

  function laneOf({ monitorId, host }: CheckJob): Gate {
    return slowMonitors.has(monitorId) || deps.lanes.stalls(host)
      ? deps.lanes.slow
      : deps.lanes.quick
  }

  async function enter(job: CheckJob, place: Place): Promise<boolean> {
    let end: Awaited<ReturnType<typeof runJob>> = 'nothing'
    try {
      end = await runJob(job, place)
    } catch (error) {
      logBug(error, job)
    }
    place.leave()
    if (typeof end === 'object') return keep(job, end)
    if (end === 'nothing') jobs.delete(job)
    return false
  }

  return {
    submit(job) {
      if (isStopping) return Promise.resolve(false)
      jobs.add(job)
      const finished = Promise.withResolvers<boolean>()
      const askedAtMs = performance.now()
      const lane = laneOf(job)
      // Who waits has to be let in by turns. Most do not, and need not be read for it.
      const sharer = lane.isFull(job.host) ? (job.loadSpec()?.sharer ?? '') : presentSharer()
      const enterLane = (leave: () => void): void => {
        // Stays in `jobs`: the slot is open, and the next start runs it.
        if (isStopping) return
        const waitedMs = performance.now() - askedAtMs
        const way = lane === deps.lanes.quick ? movable(job.host, leave) : leave
        const place: Place = {
          leave: way,
          waitedMs,
          latenessMs: 0,
          askedForPageAtMs: null,
          cameTo: null,
        }
        const entered = enter(job, place)
        running.add(entered)
        void entered.then((isOnDisk) => {
          running.delete(entered)
          finished.resolve(isOnDisk)
        })
      }
      workFor(sharer, () => lane.pass(job.host, job.confirmation, enterLane))
      return finished.promise
    },
    oldestSlotMs() {
      let oldest: number | null = null
      for (const job of jobs) {
        if (job.attempt === 0 && (oldest === null || job.scheduledAtMs < oldest)) {
          oldest = job.scheduledAtMs
        }
      }
      return oldest
    },
    inFlight: () => jobs.size,
    checksRun: () => checksRun,
    missed: () => missed,
    async stop(limitMs) {
      isStopping = true
      for (const end of endsOfWaits) end()
      const limit = Promise.withResolvers<void>()
      const timer = setTimeout(limit.resolve, limitMs)
      await Promise.race([Promise.all(running), limit.promise])
      clearTimeout(timer)
      isOver = true
    },
  }
}
