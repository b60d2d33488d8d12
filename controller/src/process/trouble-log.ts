import type { Logger } from '@sightline/shared/logger'
import { explainDatabaseAnswer } from '../db/database-trouble.ts'

const TELL_EVERY_MS = 60_000

/** Tells of a trouble that may last, or come and go, without filling the log: at once, then once a
 *  minute, and when it is over. */
export interface TroubleLog {
  /** It did not work. Where the database is why, the line says what that is and what to do. @param facts what else belongs into the line */
  readonly met: (error: unknown, facts?: Readonly<Record<string, unknown>>) => void
  /** It worked. */
  readonly over: () => void
}

/** @param words a sentence for each: what could not be done, and that it is done again */
export function createTroubleLog(
  log: Logger,
  words: { readonly met: string; readonly over: string },
): TroubleLog {
  let toldAtMs = -Infinity
  let lasting: { readonly sinceMs: number; failures: number; isTold: boolean } | null = null
  return {
    met(error, facts) {
      const nowMs = performance.now()
      lasting ??= { sinceMs: nowMs, failures: 0, isTold: false }
      lasting.failures += 1
      if (nowMs - toldAtMs < TELL_EVERY_MS) return
      toldAtMs = nowMs
      lasting.isTold = true
      const database = explainDatabaseAnswer(error)
      log.warn(
        {
          err: error,
          failures: lasting.failures,
          ...(database === null ? {} : { database }),
          ...facts,
        },
        words.met,
      )
    },
    over() {
      if (lasting === null) return
      const { sinceMs, failures, isTold } = lasting
      lasting = null
      if (!isTold) return
      log.info({ failures, lastedMs: Math.round(performance.now() - sinceMs) }, words.over)
    },
  }
}
