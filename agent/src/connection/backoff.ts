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

/** @param random in [0, 1)
 *  @param addresses that are tried in turn: the waits grow when all of them have failed */
export function createBackoff(random: () => number = Math.random, addresses = 1): Backoff {
  let failures = 0
  return {
    nextMs(wasRefused) {
      const rounds = Math.min(Math.floor(failures / addresses), 20)
      const limitMs = Math.min(BASE_MS * 2 ** rounds, wasRefused ? MAX_REFUSED_MS : MAX_MS)
      failures += 1
      return random() * limitMs
    },
    reset() {
      failures = 0
    },
  }
}
