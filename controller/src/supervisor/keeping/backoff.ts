const FIRST_MS = 500
const LONGEST_MS = 30_000

/** A life this long shows that the trouble is over. */
const RESET_AFTER_MS = 60_000

/** Says how long to wait before something that ended is started again. */
export interface Backoff {
  /** 0.5 s, doubling up to 30 s. @param livedMs how long it ran before it ended */
  readonly next: (livedMs: number) => number
}

export function createBackoff(): Backoff {
  let nextMs = FIRST_MS
  return {
    next(livedMs) {
      const waitMs = livedMs >= RESET_AFTER_MS ? FIRST_MS : nextMs
      nextMs = Math.min(LONGEST_MS, waitMs * 2)
      return waitMs
    },
  }
}
