import { setTimeout as delay } from 'node:timers/promises'

/** What a promise gives, or something else when it takes longer. Nothing stays alive for the wait.
 *  @throws what it fails with in that time */
export async function within<T, O>(
  promise: Promise<T>,
  timeoutMs: number,
  otherwise: O,
): Promise<T | O> {
  return Promise.race([promise, delay(timeoutMs, otherwise, { ref: false })])
}
