import type { WorkerEvents } from 'graphile-worker'
import type { Turns } from './turns.ts'
import type { VainLooks } from './vain-looks.ts'

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

  events.on('job:start', ({ job }) => {
    turns.took(sharerOf(job.flags))
    endLook()
  })
  events.on('worker:getJob:error', () => endLook())
  events.on('worker:getJob:empty', ({ worker: { workerPool } }) => {
    const isWorthALook = turns.beginRound()
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
    await prepare()
    const heldBack = turns.heldBack()
    vain.begin(askedAtMs, heldBack)
    return heldBack
  }
}

/** The one flag a job has. */
function sharerOf(flags: Readonly<Record<string, true>> | null): string | null {
  return flags === null ? null : (Object.keys(flags)[0] ?? null)
}
