import { setTimeout as delay } from 'node:timers/promises'

/** What is there, or that it is not yet. */
type Sought<T> = T | undefined | null | false

const SOONEST_MS = 10
const LATEST_MS = 100

/** Asks again and again until there is something, more seldom the longer it takes: what is asked is busy with what is
 *  waited for. @throws after the limit, which is long because machines that run tests are busy, and only a test that
 *  fails waits for it */
export async function eventually<T>(
  ask: () => Sought<T> | Promise<Sought<T>>,
  limitMs = 120_000,
): Promise<T> {
  const startedMs = performance.now()
  for (;;) {
    const found = await ask()
    if (found !== undefined && found !== null && found !== false) return found
    const tookMs = performance.now() - startedMs
    if (tookMs > limitMs) throw new Error(`not within ${limitMs} ms: ${ask.toString()}`)
    await delay(Math.min(Math.max(tookMs / 10, SOONEST_MS), LATEST_MS))
  }
}
