import type { Logger } from '@sightline/shared/logger'
import type { FactStore } from './facts.ts'

const REMEMBER_PROGRESS_MS = 1_000

/** Remembers how far the schedule was run, every second: the next start goes on there. */
export interface Progress {
  readonly remember: () => void
  readonly stop: () => void
}

/** @param ranThroughMs every slot before this instant was run, or skipped */
export function keepProgress(
  factStore: Pick<FactStore, 'setRanThroughMs'>,
  ranThroughMs: () => number,
  log: Logger,
): Progress {
  function remember(): void {
    try {
      factStore.setRanThroughMs(ranThroughMs())
    } catch (error) {
      // The spool tells the operator; the next second tries again.
      log.debug({ err: error }, 'progress cannot be written')
    }
  }

  const timer = setInterval(remember, REMEMBER_PROGRESS_MS)
  return { remember, stop: () => clearInterval(timer) }
}
