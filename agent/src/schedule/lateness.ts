const WINDOW_MS = 60_000
/** 10,000 monitors a minute fit; with more, the last ones of the minute are judged. */
const MAX_SAMPLES = 10_000

/** How late slots were begun over the last minute. */
export interface LatenessMeter {
  readonly record: (latenessMs: number) => void
  /** 99th percentile in ms; 0 when nothing ran. */
  readonly p99Ms: () => number
}

/** @param nowMs a clock that never jumps */
export function createLatenessMeter(nowMs: () => number = () => performance.now()): LatenessMeter {
  const values = new Float64Array(MAX_SAMPLES)
  const takenAtMs = new Float64Array(MAX_SAMPLES).fill(Number.NEGATIVE_INFINITY)
  let next = 0
  return {
    record(latenessMs) {
      values[next] = latenessMs
      takenAtMs[next] = nowMs()
      next = (next + 1) % MAX_SAMPLES
    },
    p99Ms() {
      const since = nowMs() - WINDOW_MS
      const recent = values.filter((_, index) => (takenAtMs[index] ?? 0) >= since).sort()
      return recent[Math.ceil(recent.length * 0.99) - 1] ?? 0
    },
  }
}
