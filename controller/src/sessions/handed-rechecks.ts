import { forgetFirst } from '../limits/address-bucket.ts'
import type { RecheckKey } from '../db/handed-rechecks.ts'

/** Rechecks remembered of a stream at most: a recheck is answered within seconds or never. */
export const MAX_HANDED = 20_000

/** The rechecks whose results an agent may send: those handed to it on this stream, and those its region
 *  had not answered when the stream began, since the one before may have broken meanwhile. */
export interface HandedRechecks {
  readonly add: (key: RecheckKey) => void
  /** True however often a result is sent again. */
  readonly has: (key: RecheckKey) => boolean
}

/** @param open handed out before, the newest first */
export function createHandedRechecks(open: readonly RecheckKey[]): HandedRechecks {
  const handed = new Map<string, true>()
  const nameOf = ({ monitorId, scheduledAtMs, attempt }: RecheckKey): string =>
    `${monitorId}/${scheduledAtMs}/${attempt}`
  for (const key of open.toReversed()) handed.set(nameOf(key), true)
  return {
    add(key) {
      handed.set(nameOf(key), true)
      if (handed.size > MAX_HANDED) forgetFirst(handed)
    },
    has: (key) => handed.has(nameOf(key)),
  }
}
