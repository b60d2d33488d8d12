import { tellLive } from '../db/live-reads.ts'
import type { Queryable } from '../db/pool.ts'
import type { TroubleLog } from '../process/trouble-log.ts'

/** How often it is told that somebody follows, and how long that holds: results are told by those who store them. */
const TELL_EVERY_MS = 20_000
const HOLDS_MS = 60_000

/** Whether anybody follows, at whichever controller: those with followers tell all of it. */
export interface Following {
  readonly isWanted: () => boolean
  /** A controller told that it has followers. */
  readonly heard: () => void
  /** Tells now, and again as long as there are followers here. */
  readonly tell: () => void
  readonly stop: () => void
}

/** @param hasFollowers whether there are any here */
export function createFollowing(
  db: Queryable,
  hasFollowers: () => boolean,
  trouble: TroubleLog,
): Following {
  let wantedUntilMs = -Infinity
  let timer: NodeJS.Timeout | undefined

  function tell(): void {
    clearTimeout(timer)
    if (!hasFollowers()) return
    tellLive(db, 'following', '').catch((error: unknown) => trouble.met(error))
    timer = setTimeout(tell, TELL_EVERY_MS)
  }

  return {
    isWanted: () => performance.now() < wantedUntilMs,
    heard() {
      wantedUntilMs = performance.now() + HOLDS_MS
    },
    tell,
    stop: () => clearTimeout(timer),
  }
}
