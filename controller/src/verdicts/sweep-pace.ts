/** Every monitor is looked at so often. */
const SWEEP_EVERY_MS = 30_000
/** Between two slices. */
const REST_MS = 1_000
/** With their rests they take two thirds of the time between two sweeps. */
const SLICES = 20
/** Monitors that the database looks at in 25 to 30 ms. */
const MIN_SLICE = 5_000

/** Which monitors are looked at next, and when. */
export interface Slice {
  readonly atMs: number
  readonly afterId: number
  readonly count: number
}

/** Divides a look at all monitors into slices: at once it took the database 3 s of 100,000 monitors that had 10,000 results a
 *  second, which all came to stand meanwhile, and what they replaced could not be tidied up. Pure but for what it keeps. */
export interface SweepPace {
  readonly next: () => Slice
  /** @param seen what was read of the slice */
  readonly done: (
    seen: { readonly lastId: number | null; readonly count: number },
    nowMs: number,
  ) => void
  /** Begins anew, after the usual time. */
  readonly restart: (nowMs: number) => void
}

/** @param nowMs of a clock that only goes on, as all instants here */
export function createSweepPace(nowMs: number): SweepPace {
  let beganAtMs = nowMs
  let counted = 0
  let count = MIN_SLICE
  let slice: Slice = { atMs: nowMs + SWEEP_EVERY_MS, afterId: 0, count }

  function begin(atMs: number): void {
    counted = 0
    slice = { atMs, afterId: 0, count }
  }

  return {
    next: () => slice,
    done(seen, atMs) {
      if (slice.afterId === 0) beganAtMs = atMs
      counted += seen.count
      if (seen.lastId === null || seen.count < count) {
        count = Math.max(MIN_SLICE, Math.ceil(counted / SLICES))
        begin(Math.max(atMs, beganAtMs + SWEEP_EVERY_MS))
      } else slice = { atMs: atMs + REST_MS, afterId: seen.lastId, count }
    },
    restart: (atMs) => begin(atMs + SWEEP_EVERY_MS),
  }
}
