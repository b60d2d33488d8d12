import type { WorkerEvents } from 'graphile-worker'

/** A worker that found nothing looks again after this long by itself. */
const IDLE_LOOK_MS = 2_000

const MIN_LOOK_AGAIN_MS = 20

/** Makes workers that found no job look again soon, if jobs were added or done a moment ago; the longer
 *  ago, the later. Whoever takes a job has all free queues locked for an instant, and others who look in
 *  it, in this lane or another, find nothing: what is there would wait for 2 s (of 96 mails the slowest
 *  came 6 s late, and does within 1 s like this).
 *  @param events of one lane's workers */
export function lookAgain(events: WorkerEvents): void {
  let activeAtMs = -Infinity
  let timer: NodeJS.Timeout | null = null
  let isEnding = false

  const noteActivity = (): void => {
    activeAtMs = performance.now()
  }
  events.on('pool:listen:notification', noteActivity)
  events.on('job:complete', noteActivity)
  events.on('pool:gracefulShutdown', () => {
    isEnding = true
  })
  events.on('worker:getJob:empty', ({ worker: { workerPool } }) => {
    const quietMs = performance.now() - activeAtMs
    if (timer !== null || quietMs > IDLE_LOOK_MS) return
    const look = (): void => {
      timer = null
      if (!isEnding) workerPool.nudge(1)
    }
    timer = setTimeout(look, Math.max(MIN_LOOK_AGAIN_MS, quietMs)).unref()
  })
}
