/** When the packets of one check go out. Durations in ms. */
export interface PingPlan {
  readonly packetIntervalMs: number
  /** Time a packet is given at least before its silence counts. */
  readonly minWaitMs: number
}

/** What the last packet is left with for its answer, where the time limit allows it. */
export const LAST_WAIT_MS = 2_000

/** Fits all packets into the time that is left: the last one keeps 2 s for its answer, or half of the
 *  time when that is less, and the interval shrinks to what remains.
 *  @param leftMs time until the check's limit */
export function planPing(
  settings: { packets: number; packetIntervalMs: number },
  leftMs: number,
): PingPlan {
  const waitMs = Math.min(LAST_WAIT_MS, leftMs / 2)
  const fittingMs = Math.max(0, leftMs - waitMs) / Math.max(1, settings.packets - 1)
  return {
    packetIntervalMs: Math.min(settings.packetIntervalMs, Math.floor(fittingMs)),
    // Half of it: timers and a full pipe may delay a packet a little.
    minWaitMs: waitMs / 2,
  }
}
