import { SETTINGS_VERSION } from '@sightline/shared/monitor-types/since'
import type { Logger } from '@sightline/shared/logger'
import type { Database } from '../db/pool.ts'
import type { WorkItemRow, WorkPlaces } from '../db/work-items.ts'
import { claimWorkItems, readNextDueAt } from '../db/work-items.ts'
import type { IngestQueue } from '../ingest/queue.ts'
import type { OpenWork } from '../on-demand/open-work.ts'
import type { Loop } from '../process/loop.ts'
import { startLoop } from '../process/loop.ts'
import { createTroubleLog } from '../process/trouble-log.ts'
import type { Sessions } from '../sessions/agent-session.ts'
import type { UnsealSettings } from './assignment.ts'
import { doForOthers, LOOK_WHEN_FULL_MS } from './do-for-others.ts'
import { sendRechecks } from './send-rechecks.ts'
import { workPlacesOf } from './work-places.ts'

/** Work may also be added by a controller whose notification got lost. */
const LOOK_AT_LEAST_EVERY_MS = 5_000

const RETRY_MS = 1_000

/** Each time is a wait for the disk, and looks at what comes before all others. */
const CLAIM_LIMIT = 1_000

/** While answers of rechecks wait to be judged nothing is handed out, but for what else is due and a few rechecks once in a
 *  while: an agent that sends failures without an end keeps nobody's monitors from being confirmed. */
const ASK_BEHIND_EVERY_MS = 50
const LOOK_BEHIND_EVERY_MS = 1_000
const RECHECKS_BEHIND = 100

/** What is taken in a look, one after the other. Of 10,000 monitors that went down at once all were asked for, and the
 *  answers waited here for longer than one is waited for: what is asked for later is answered in time. */
function portionsOf(
  places: WorkPlaces,
  isBehind: boolean,
): readonly { readonly places: WorkPlaces; readonly limit: number }[] {
  if (!isBehind) return [{ places, limit: CLAIM_LIMIT }]
  const rechecks = { rechecks: places.rechecks, onDemand: [], newcomers: [], inside: [] }
  return [
    { places: { ...places, rechecks: [] }, limit: CLAIM_LIMIT },
    { places: rechecks, limit: RECHECKS_BEHIND },
  ]
}

/** Hands work that is due to this controller's agents. A look is asked for when work was added. */
export function startWorkDispatcher(parts: {
  db: Database
  ingest: Pick<IngestQueue, 'isBehind'>
  sessions: Sessions
  work: OpenWork
  unseal: UnsealSettings
  /** The version of settings that this controller knows; left out: that of its program. */
  knownSettings?: number
  now: () => number
  log: Logger
}): Loop {
  const { db, ingest, sessions, work, knownSettings = SETTINGS_VERSION, now, log } = parts
  const trouble = createTroubleLog(log, {
    met: 'work for agents could not be handed out',
    over: 'work for agents is handed out again',
  })

  let lookedAtMs = -Infinity

  /** @returns how many ms the next look may wait */
  async function handOut(): Promise<number> {
    if (sessions.size === 0) return LOOK_AT_LEAST_EVERY_MS
    const isBehind = ingest.isBehind()
    if (isBehind && performance.now() - lookedAtMs < LOOK_BEHIND_EVERY_MS)
      return ASK_BEHIND_EVERY_MS
    lookedAtMs = performance.now()
    const { places, isAnyFull } = workPlacesOf(sessions, work, knownSettings)
    const handedAtMs = Math.round(now())
    let isMoreLeft = false
    // Each is handed out before the next is taken: what is taken is nobody else's, should the database go away.
    for (const portion of portionsOf(places, isBehind)) {
      const items = await claimWorkItems(db, handedAtMs, portion.places, portion.limit)
      await handOutItems(items, handedAtMs)
      if (items.length === CLAIM_LIMIT) isMoreLeft = true
    }
    if (isMoreLeft) return 0
    const dueAtMs = await readNextDueAt(db, now(), places)
    const waitMs = dueAtMs === null ? LOOK_AT_LEAST_EVERY_MS : Math.max(0, dueAtMs - now())
    if (isBehind) return Math.min(waitMs, ASK_BEHIND_EVERY_MS)
    return isAnyFull ? Math.min(waitMs, LOOK_WHEN_FULL_MS) : waitMs
  }

  async function handOutItems(items: readonly WorkItemRow[], handedAtMs: number): Promise<void> {
    for (const item of items.filter(({ kind }) => kind !== 'recheck')) {
      doForOthers(item, parts).catch((error: unknown) =>
        log.warn({ err: error, kind: item.kind }, 'work for another controller was not answered'),
      )
    }
    const rechecks = items.filter(({ kind }) => kind === 'recheck')
    await sendRechecks(rechecks, handedAtMs, parts)
  }

  async function round(): Promise<number> {
    try {
      const waitMs = await handOut()
      trouble.over()
      return Math.min(waitMs, LOOK_AT_LEAST_EVERY_MS)
    } catch (error: unknown) {
      trouble.met(error)
      return RETRY_MS
    }
  }

  return startLoop(round)
}
