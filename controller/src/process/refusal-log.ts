import type { Logger } from '@sightline/shared/logger'
import { forgetFirst } from '../limits/address-bucket.ts'

/** At most one line in this time for who was refused and why. */
const TELL_EVERY_MS = 60_000

/** Who and why, remembered at most; the one heard first is forgotten first. */
const MAX_REMEMBERED = 1_000

/** Tells of refusals: the first at once, then how many there were, not a line each. */
export interface RefusalLog {
  /** @param who fields of the line that name who was refused
   *  @param count how many were refused at once */
  readonly tell: (
    who: Readonly<Record<string, string>>,
    reason: string,
    count: number,
    nowMs: number,
  ) => void
}

/** @param message what happened, for every line */
export function createRefusalLog(log: Logger, message: string): RefusalLog {
  const remembered = new Map<string, { toldAtMs: number; untold: number }>()
  return {
    tell(who, reason, count, nowMs) {
      const key = [...Object.values(who), reason].join(' ')
      const known = remembered.get(key)
      const entry = known ?? { toldAtMs: -Infinity, untold: 0 }
      if (known === undefined) {
        remembered.set(key, entry)
        if (remembered.size > MAX_REMEMBERED) forgetFirst(remembered)
      }
      entry.untold += count
      if (Math.abs(nowMs - entry.toldAtMs) < TELL_EVERY_MS) return
      log.warn({ ...who, reason, refused: entry.untold }, message)
      entry.toldAtMs = nowMs
      entry.untold = 0
    },
  }
}
