import type { Logger } from '@sightline/shared/logger'
import type { Database, Queryable } from '../db/pool.ts'
import { beatRunner, leaveRunner, takeOverJobs } from '../db/job-runners.ts'
import { startLoop } from '../process/loop.ts'
import type { TroubleLog } from '../process/trouble-log.ts'

const ROUND_MS = 2_000

/** A runner of which there is no sign for so long is gone. With a round before and after, its jobs are with others
 *  within 19 s; seven rounds in a row have to fail for it to be thought so in error. */
const GONE_AFTER_MS = 15_000

/** After rounds that failed, or were not due when they ought to have been, others first get the time to show that
 *  they live: a database that was away, or a machine that slept, must not look like the end of all. */
const SETTLE_MS = 6_000

/** Shows others that a runner of jobs lives, and takes over the jobs of those that do not. */
export interface Pulse {
  readonly stop: () => Promise<void>
}

/** @param parts.beats the connections that jobs are taken by: where they do not work, nor does the runner
 *  @param parts.id of the runner, with which the names of its workers begin */
export async function startPulse(parts: {
  id: string
  beats: Queryable
  db: Database
  trouble: Pick<TroubleLog, 'met' | 'over'>
  log: Logger
}): Promise<Pulse> {
  const { id, beats, db, trouble, log } = parts
  let steadySinceMs = Date.now()
  let lastMs = Date.now()

  /** True while nothing keeps this runner from judging others. */
  function isSteady(): boolean {
    const nowMs = Date.now()
    if (Math.abs(nowMs - lastMs) > SETTLE_MS) steadySinceMs = nowMs
    lastMs = nowMs
    return nowMs - steadySinceMs >= SETTLE_MS
  }

  async function round(): Promise<number> {
    try {
      const isAnyGone = await beatRunner(beats, id, GONE_AFTER_MS)
      if (isSteady() && isAnyGone) {
        const jobs = await takeOverJobs(db, id, GONE_AFTER_MS)
        if (jobs > 0)
          log.warn({ jobs }, 'jobs of a controller that is gone are done here or by others')
      }
      trouble.over()
    } catch (error: unknown) {
      steadySinceMs = Date.now()
      trouble.met(error)
    }
    return ROUND_MS
  }

  // Before the first job is taken: of one whose runner nobody knows, nobody would know that it is gone.
  await round()
  const loop = startLoop(round)
  return {
    async stop() {
      await loop.stop()
      await leaveRunner(beats, id).catch(() => undefined)
    },
  }
}
