/** Thousands of agents that lost a controller for a moment come back over a second, and long before
 *  they count as lost. */
const BASE_MS = 1_000
const MAX_MS = 10_000
/** A refusal needs a person: asking every few seconds only fills two logs. */
const MAX_REFUSED_MS = 30_000

/** How long to wait before connecting again. */
export interface Backoff {
  /** @param wasRefused the controller said no, rather than not being there
   *  @returns ms, with full jitter: agents that lost a controller together do not come back together */
  readonly nextMs: (wasRefused: boolean) => number
  /** The connection was good: begin small again. */
  readonly reset: () => void
}

/** @param random in [0, 1) */
export function createBackoff(random: () => number = Math.random): Backoff {
  let failures = 0
  return {
    nextMs(wasRefused) {
      const limitMs = Math.min(BASE_MS * 2 ** failures, wasRefused ? MAX_REFUSED_MS : MAX_MS)
      failures = Math.min(failures + 1, 20)
      return random() * limitMs
    },
    reset() {
      failures = 0
    },
  }
}
