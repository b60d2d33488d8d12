import type { Logger } from '@sightline/shared/logger'
import { tellLive } from '../db/live-reads.ts'
import type { Queryable } from '../db/pool.ts'
import { createTroubleLog } from '../process/trouble-log.ts'
import { takeSome } from './gathered.ts'

/** How often monitors are told of which results came. */
const EVERY_MS = 1_000
/** A message holds 8,000 bytes: so many numbers of ten digits. */
const IDS_OF_A_MESSAGE = 700
const MESSAGES_AT_ONCE = 3
/** Monitors that wait to be told; results of more are told with their next one. */
const MAX_WAITING = 100_000

/** Tells all controllers of which monitors results were stored here, while somebody follows: once a second, whatever
 *  their number, and nothing at all while nobody does. */
export interface ResultTicks {
  readonly stored: (results: readonly { readonly monitorId: number }[]) => void
  readonly stop: () => void
}

/** @param isWanted whether anybody follows, at whichever controller */
export function createResultTicks(
  db: Queryable,
  isWanted: () => boolean,
  log: Logger,
): ResultTicks {
  const waiting = new Set<number>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const trouble = createTroubleLog(log, {
    met: 'who follows could not be told of results',
    over: 'who follows is told of results again',
  })

  async function send(): Promise<void> {
    try {
      for (let sent = 0; sent < MESSAGES_AT_ONCE && waiting.size > 0; sent += 1) {
        await tellLive(db, 'results', takeSome(waiting, IDS_OF_A_MESSAGE).join(','))
      }
      trouble.over()
    } catch (error: unknown) {
      // The next result of the same monitor tells it again.
      trouble.met(error)
    }
    timer = undefined
    if (waiting.size > 0) plan()
  }

  function plan(): void {
    if (isStopped) return
    timer ??= setTimeout(() => void send(), EVERY_MS)
  }

  return {
    stored(results) {
      if (!isWanted()) return
      for (const { monitorId } of results) {
        if (waiting.size < MAX_WAITING) waiting.add(monitorId)
      }
      plan()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
