import { setTimeout as delay } from 'node:timers/promises'
import type { WorkerEvents } from 'graphile-worker'
import type { Turns } from './turns.ts'
import type { VainLooks } from './vain-looks.ts'

/** A look in vain passes over all jobs of other lanes, and is asked for whenever any job is added: while 2,000 outages
 *  were planned, looks of lanes with nothing to do took half of what the database could give. So a lane rests so many
 *  times as long as its last look in vain took. Not where that took the few ms that it takes while few jobs wait: an
 *  alert would be told the later. */
const REST_TIMES = 9
const MAX_REST_MS = 250
const MIN_REST_MS = 60

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

  events.on('job:start', ({ job }) => {
    turns.took(sharerOf(job.flags))
    endLook()
  })
  events.on('worker:getJob:error', () => endLook())
  events.on('worker:getJob:empty', ({ worker: { workerPool } }) => {
    const isWorthALook = turns.beginRound()
    const nowMs = performance.now()
    const tookMs = nowMs - begunAtMs
    if (!vain.isKnown()) restUntilMs = nowMs + Math.min(MAX_REST_MS, REST_TIMES * tookMs)
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
