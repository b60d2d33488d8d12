import { setTimeout as delay } from 'node:timers/promises'
import type { WorkerEvents } from 'graphile-worker'
import type { Turns } from './turns.ts'
import type { VainLooks } from './vain-looks.ts'

/** A look in vain passes over all jobs of other lanes: while 2,000 outages are told, looks took the database as much as
 *  all else did. So a lane rests so many times as long as its looks in vain took lately. Not where that is the few ms
 *  that they take while few jobs wait: an alert would be told the later. */
const REST_TIMES = 9
const MAX_REST_MS = 250
const MIN_REST_MS = 60

/** The quickest of so many counts: on a machine that is busy for an instant, with the first screenshots of outages, one
 *  took 80 ms, and the next alert was told 0.3 s late. */
const LATELY = 3

/** Shares a lane between the workspaces whose jobs wait in it: one that has its share, or had its turn, is
 *  passed over until others had theirs. Jobs say whose they are by a flag (`NewJob.sharer`).
 *  @param events of the lane's workers
 *  @param vain what its connections know of looks that need not be made
 *  @param prepare what is to be done before each look, while no other goes on
 *  @returns the flags of jobs that are not to be taken now, for each look at the jobs. One look goes on at a
 *    time, because the next depends on what it finds; more would wait for the one connection anyway. */
export function shareLane(
  events: WorkerEvents,
  turns: Turns,
  vain: VainLooks,
  prepare: () => Promise<void>,
): () => Promise<string[]> {
  let lastLook: Promise<void> = Promise.resolve()
  let endLook = (): void => {}
  let begunAtMs = 0
  let restUntilMs = 0
  let tookLatelyMs: number[] = []

  events.on('job:start', ({ job }) => {
    turns.took(sharerOf(job.flags))
    endLook()
  })
  events.on('worker:getJob:error', () => endLook())
  events.on('worker:getJob:empty', ({ worker: { workerPool } }) => {
    const isWorthALook = turns.beginRound()
    const nowMs = performance.now()
    if (!vain.isKnown()) {
      tookLatelyMs = [...tookLatelyMs, nowMs - begunAtMs].slice(-LATELY)
      restUntilMs = nowMs + Math.min(MAX_REST_MS, REST_TIMES * Math.min(...tookLatelyMs))
    }
    vain.wasVain()
    endLook()
    if (isWorthALook) workerPool.nudge(1)
  })
  events.on('job:complete', ({ job }) => turns.gaveBack(sharerOf(job.flags)))

  return async () => {
    const askedAtMs = performance.now()
    const before = lastLook
    const { promise, resolve } = Promise.withResolvers<void>()
    lastLook = promise
    await before
    endLook = resolve
    const restMs = restUntilMs - performance.now()
    if (restMs > MIN_REST_MS) await delay(restMs)
    await prepare()
    begunAtMs = performance.now()
    const heldBack = turns.heldBack()
    vain.begin(askedAtMs, heldBack)
    return heldBack
  }
}

/** The one flag a job has. */
function sharerOf(flags: Readonly<Record<string, true>> | null): string | null {
  return flags === null ? null : (Object.keys(flags)[0] ?? null)
}
