import { enterGate } from '../bounds/enter-gate.ts'
import { createFairLine } from '../bounds/fair-line.ts'
import type { Gate } from '../bounds/gate.ts'
import { presentSharer } from '../bounds/sharer.ts'

/** Waits for a place of the browser's lane. @returns what gives it up; it must be called once
 *  @throws WorkRefusal when the time of whoever waits is over before */
export type TakeBrowserTurn = (host: string, signal: AbortSignal) => Promise<() => void>

/** Turns of crawls in the browser's lane. While a page waits for the lane it has none of the crawls' places: one whose
 *  host is busy there would keep the pages of all other hosts from theirs.
 *  @param total of the lane's places that crawls may have at once */
export function createBrowserTurns(lane: Gate, total: number): TakeBrowserTurn {
  /** Those that wait until a page of a crawl has ended. */
  const waiting = createFairLine<() => void>()
  let open = 0

  function end(leaveLane: () => void): void {
    open -= 1
    leaveLane()
    // Each tries anew: the one whose turn it is may have to wait for its host.
    const woken = Array.from({ length: waiting.size() }, () => waiting.take())
    for (const wake of woken) wake?.()
  }

  /** Ends also with the signal. */
  async function someEnd(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const wake = (): void => resolve()
    signal.addEventListener('abort', wake, { once: true })
    waiting.push(presentSharer(), wake)
    await promise
    signal.removeEventListener('abort', wake)
  }

  return async (host, signal) => {
    for (;;) {
      if (open >= total) await someEnd(signal)
      const leaveLane = await enterGate(lane, host, signal)
      if (open < total) {
        open += 1
        return () => end(leaveLane)
      }
      leaveLane()
    }
  }
}
