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

/** Where a moment stands on the axis, as a share of it. Pure. */
export const shareOf = (ms: number, lengthMs: number): number =>
  Math.min(1, Math.max(0, ms / lengthMs))

/** Where a request stands on the axis. What did not end reaches its end. Pure. */
export function spanOf({ startTime, endTime }: Timed, lengthMs: number): Span {
  const x = Math.min(1 - MIN_WIDTH, Math.max(0, startTime / lengthMs))
  const end = endTime === null ? 1 : endTime / lengthMs
  return { x, width: Math.min(1 - x, Math.max(MIN_WIDTH, end - x)) }
}

/** A place of the strip. */
export interface Still<F> {
  /** Where it ends on the axis: the picture is what was seen then. */
  readonly toMs: number
  /** null: nothing had been drawn yet. */
  readonly frame: F | null
  /** It is another picture than the one before. */
  readonly isNew: boolean
}

/** What was seen at the end of each of so many equal parts of the axis: the last shows how the load ended. Pure.
 *  @param frames in the order of their times */
export function stillsOf<F extends { readonly atMs: number }>(
  frames: readonly F[],
  lengthMs: number,
  count: number,
): Still<F>[] {
  let before: F | null = null
  return Array.from({ length: count }, (_, index) => {
    const isLast = index === count - 1
    const toMs = ((index + 1) * lengthMs) / count
    const frame = frames.findLast(({ atMs }) => isLast || atMs <= toMs) ?? null
    const isNew = frame !== before
    before = frame
    return { toMs, frame, isNew }
  })
}
