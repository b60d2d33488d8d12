import { setTimeout as delay } from 'node:timers/promises'
import { createBackoff } from './backoff.ts'

/** Something that is kept running until it is stopped. */
export interface Kept<Told> {
  /** What it tells when it is ready for the first time.
   *  @throws what kept it from that; it is not started again then, unless that is insisted on */
  readonly ready: Promise<Told>
  /** From now on it is started again even if it never was ready. */
  readonly insist: () => void
  /** It is not started again. */
  readonly letGo: () => void
}

/** Runs something again, ever more slowly, whenever it ended by itself.
 *  @param given.life one run, from its start to its end: calls `ready` when it works and returns how it ended, in
 *    words after its name; one that throws counts as ended
 *  @param given.warn tells the operator what becomes of it */
export function keepRunning<Told>(given: {
  name: string
  life: (ready: (told: Told) => void, stopping: AbortSignal) => Promise<string>
  warn: (text: string) => void
}): Kept<Told> {
  const { name, life, warn } = given
  const stopping = new AbortController()
  const first = Promise.withResolvers<Told>()
  // Whoever stops before it is ready never looks at it.
  first.promise.catch(() => undefined)
  let isReady = false
  let isInsistedOn = false

  function ready(told: Told): void {
    if (isReady) warn(`The ${name} is back`)
    isReady = true
    first.resolve(told)
  }

  function reasonOf(error: unknown): string {
    first.reject(error)
    return `could not be started: ${error instanceof Error ? error.message : String(error)}`
  }

  async function keep(): Promise<void> {
    const backoff = createBackoff()
    for (;;) {
      const startedAt = performance.now()
      const how = await life(ready, stopping.signal).catch(reasonOf)
      if (stopping.signal.aborted || !(isReady || isInsistedOn)) return
      const waitMs = backoff.next(performance.now() - startedAt)
      warn(`The ${name} ${how}; starting it again in ${waitMs / 1_000} s`)
      await delay(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
    }
  }

  void keep()
  return {
    ready: first.promise,
    insist() {
      isInsistedOn = true
    },
    letGo: () => stopping.abort(),
  }
}
