import type { WorkerEvents, WorkerPool } from 'graphile-worker'
import { IDLE_LOOK_MS } from './idle-look.ts'

/** What the library is told instead: each of a lane's workers would look that often, and those of all
 *  lanes are 29, which was a half of what a controller at rest took. */
export const NEVER_MS = 86_400_000

/** Each look locks every free queue and keeps the one connection for a millisecond: sooner, those of five
 *  lanes stood before the mail that a job just found was to lead to. */
const MIN_LOOK_AGAIN_MS = 100

/** Whatever a notification told of, its workers were woken for. */
const NOTIFIED_MS = 1_000

/** Has the workers of one lane look for jobs when there may be some: one when jobs are seen to wait; another as soon as one
 *  has found a job that nobody was notified of; and those that found none soon again, if jobs were added or done a moment ago, the
 *  longer ago, the later. Whoever takes a job has all free queues locked for an instant, and others who
 *  look in it, in this lane or another, find nothing: what is there would wait for 2 s (of 96 mails the
 *  slowest came 6 s late, and does within 1 s like this).
 *  @param events of one lane's workers
 *  @param joinIdleLook has a worker look when jobs were seen to wait, until what it returns is called */
export function rouseWorkers(
  events: WorkerEvents,
  joinIdleLook: (look: () => void) => () => void,
): void {
  let activeAtMs = -Infinity
  let notifiedAtMs = -Infinity
  let timer: NodeJS.Timeout | null = null
  let leaveIdleLook = (): void => {}
  let isEnding = false

  const noteActivity = (): void => {
    activeAtMs = performance.now()
  }
  const look = (pool: WorkerPool): void => {
    if (!isEnding) pool.nudge(1)
  }
  const end = (): void => {
    isEnding = true
    leaveIdleLook()
  }
  events.on('pool:create', ({ workerPool }) => {
    leaveIdleLook = joinIdleLook(() => look(workerPool))
  })
  events.on('pool:listen:notification', () => {
    notifiedAtMs = performance.now()
    noteActivity()
  })
  events.on('job:start', ({ worker }) => {
    if (performance.now() - notifiedAtMs > NOTIFIED_MS) look(worker.workerPool)
  })
  events.on('job:complete', noteActivity)
  events.on('pool:gracefulShutdown', end)
  events.on('pool:forcefulShutdown', end)
  events.on('pool:release', end)
  events.on('worker:getJob:empty', ({ worker: { workerPool } }) => {
    const quietMs = performance.now() - activeAtMs
    if (timer !== null || quietMs > IDLE_LOOK_MS) return
    const lookOnce = (): void => {
      timer = null
      look(workerPool)
    }
    timer = setTimeout(lookOnce, Math.max(MIN_LOOK_AGAIN_MS, quietMs)).unref()
  })
}
