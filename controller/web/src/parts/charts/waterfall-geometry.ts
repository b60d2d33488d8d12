interface Timed {
  readonly startTime: number
  readonly endTime: number | null
}

/** A bar, in shares of the axis. */
export interface Span {
  readonly x: number
  readonly width: number
}

/** Narrower ones could not be seen. */
const MIN_WIDTH = 0.004

/** The whole load in ms: to the end of what ended last, or to the last milestone. Pure. */
export function lengthOf(
  requests: readonly Timed[],
  milestones: readonly (number | null)[],
): number {
  const ends = requests.map(({ startTime, endTime }) => endTime ?? startTime)
  return Math.max(1, ...ends, ...milestones.map((ms) => ms ?? 0))
}

/** Where a request stands on the axis. What did not end reaches its end. Pure. */
export function spanOf({ startTime, endTime }: Timed, lengthMs: number): Span {
  const x = Math.min(1 - MIN_WIDTH, Math.max(0, startTime / lengthMs))
  const end = endTime === null ? 1 : endTime / lengthMs
  return { x, width: Math.min(1 - x, Math.max(MIN_WIDTH, end - x)) }
}
