import type { CheckResult } from '@sightline/shared/gen/probe/v1/result_pb'
import type { Logger } from '@sightline/shared/logger'
import { createCanWait } from '../can-wait.ts'
import { isDamage } from '../damage.ts'
import type { EncodedResult } from './spooled-result.ts'
import { encodedResult } from './spooled-result.ts'

/** How long results that say nothing new gather for one transaction, which is one message then. A commit or a message
 *  costs more than the results in it: at 100 checks a second, with 50 ms here and 100 ms more before they were sent,
 *  one took 0.88 ms of processor time of the agent, 0.22 of the controller and 0.16 of the database; like this 0.66,
 *  0.11 and 0.11. Until then the slots of these results count as open, so the next start runs them. */
export const GROUP_MS = 1_000
/** So many do not wait: their transaction holds up the event loop for about 2 ms. */
export const GROUP_RESULTS = 100
/** One that somebody may wait for is sent at once, and on disk before that. */
export const URGENT_GROUP_MS = 2
/** Wait before writing again after the disk refused (full, read-only). */
const RETRY_MS = 1_000
/** Results held in memory while the disk refuses; beyond it the oldest go. */
const MAX_PENDING = 20_000

interface Pending {
  /** Encoded at once: as an object it would be a tenth of what a check leaves to the old part of the heap. */
  readonly result: EncodedResult
  readonly taken: () => void
}

/** Results that are not on disk yet. */
export interface PendingResults {
  /** Resolves when the result is on disk, or lost. @throws when it can never be written */
  readonly append: (result: CheckResult) => Promise<void>
  /** Writes what is pending now. */
  readonly flush: () => void
  /** Writes what is pending now, and what comes from now on at once. */
  readonly stopWaiting: () => void
}

/** @param to.write puts results on disk, all or none; @throws while the disk refuses, and is asked again. What it throws of a
 *  damaged file ends the process
 *  @param to.written is told when that worked, after those who appended
 *  @param to.lost is told how many went because the disk refused for long */
export function createPendingResults(to: {
  readonly write: (batch: readonly { readonly result: EncodedResult }[]) => void
  readonly written: () => void
  readonly lost: (results: number, why: string) => void
  readonly log: Logger
}): PendingResults {
  const { write, written, lost, log } = to
  let pending: Pending[] = []
  let timer: NodeJS.Timeout | null = null
  let timerDueAtMs = 0
  let isRefused = false
  let waitsNoMore = false
  const canWait = createCanWait()

  function schedule(delayMs: number): void {
    const dueAtMs = performance.now() + delayMs
    if (timer !== null && dueAtMs >= timerDueAtMs) return
    if (timer !== null) clearTimeout(timer)
    timerDueAtMs = dueAtMs
    timer = setTimeout(flush, delayMs)
  }

  function flush(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (pending.length === 0) return
    const batch = pending
    try {
      write(batch)
    } catch (error) {
      // The next start sets the file aside.
      if (isDamage(error)) throw error
      if (!isRefused) log.error({ err: error }, 'results cannot be written to disk; trying again')
      isRefused = true
      const excess = pending.length - MAX_PENDING
      if (excess > 0) {
        for (const { taken } of pending.splice(0, excess)) taken()
        lost(excess, 'the disk refuses results: the oldest are dropped')
      }
      schedule(RETRY_MS)
      return
    }
    if (isRefused) log.info('results are written to disk again')
    isRefused = false
    pending = []
    for (const { taken } of batch) taken()
    written()
  }

  return {
    append(result) {
      return new Promise((taken) => {
        pending.push({ result: encodedResult(result), taken })
        const mayWait = canWait(result) && !waitsNoMore && pending.length < GROUP_RESULTS
        // While the disk refuses, its own pace holds.
        if (!isRefused) schedule(mayWait ? GROUP_MS : URGENT_GROUP_MS)
      })
    },
    flush,
    stopWaiting() {
      waitsNoMore = true
      flush()
    },
  }
}
