import type { Logger } from '@sightline/shared/logger'
import type { Database } from '../db/pool.ts'
import type { IngestQueue } from '../ingest/queue.ts'
import { startLoop } from '../process/loop.ts'
import type { Standstill } from '../process/standstill.ts'
import type { Session, Sessions } from '../sessions/agent-session.ts'
import type { UnsealSettings } from './assignment.ts'
import { createCatchUp } from './ownership/catch-up.ts'
import { createGather } from './gather.ts'
import { createHeldCheck } from './held-check.ts'
import { createLiveAgents } from './ownership/live-agents.ts'
import { createMakeAssignments } from './make-assignments.ts'
import { moveMonitors } from './move-monitors.ts'
import { publishChanges } from './publish-changes.ts'
import type { Publishing } from './publishing.ts'
import { reconcile } from './reconcile.ts'
import { createRegionIndex } from './ownership/region-index.ts'
import { createRegionMoves } from './region-moves.ts'
import { createRetriedWork } from './retried-work.ts'
import { sendShare } from './send-share.ts'
import { createSnapshots } from './snapshots.ts'

/** Tells this controller's agents what to check. Everything it decides follows from the database
 *  (which monitors there are, which agents live), so any number of controllers agree. */
export interface Publisher {
  /** An agent connected: it gets its whole set. */
  readonly sessionStarted: (session: Session) => void
  readonly monitorsChanged: (monitorIds: readonly number[]) => void
  /** Reads who lives and moves monitors accordingly. */
  readonly refreshAgents: () => Promise<void>
  /** Changes may have been missed: they are read, and told to whom they concern. */
  readonly catchUp: () => void
  readonly stop: () => Promise<void>
}

/** How often everything is compared with everything, whatever was heard. */
const RECONCILE_MS = 60_000

/** While answers of rechecks wait to be judged, that waits for them, but not for ever: it takes a controller 2 s with 100,000
 *  monitors in six regions. */
const PUT_OFF_MS = 5_000
const MOST_PUT_OFF_MS = 300_000

/** Begins at once.
 *  @param deps.agentsMoved told when agents of a region came or went, at whichever controller */
export function startPublisher(deps: {
  db: Database
  sessions: Sessions
  unseal: UnsealSettings
  standstill: Pick<Standstill, 'settledAtMs'>
  ingest: Pick<IngestQueue, 'isBehind'>
  agentsMoved?: () => void
  now: () => number
  log: Logger
}): Publisher {
  const { db, sessions, unseal, standstill, now, log } = deps
  // What changes the index, and what is sent by it, take turns. Snapshots go on beside them.
  const work = createRetriedWork(log)
  const index = createRegionIndex(db)
  const catchUp = createCatchUp(db, index)
  const moveLater = createRegionMoves(work, (region) => moveMonitors(parts, region))
  const agentsChanged = (region: string): void => {
    moveLater(region)
    deps.agentsMoved?.()
  }
  const agents = createLiveAgents({ db, sessions, standstill, now, changed: agentsChanged, log })
  const makeAssignments = createMakeAssignments(unseal, log)
  const snapshots = createSnapshots({
    isOpen: (session) => sessions.get(session.agentId) === session,
    send: (session) => sendShare({ ...parts, catchUp, inTurn: work.inTurn }, session),
    // Monitors may have changed, and agents come or gone, while it was under way.
    sent: (session) => moveLater(session.region),
    log,
  })
  const parts: Publishing = { db, sessions, index, agents, snapshots, makeAssignments }
  const monitorsChanged = createGather((ids) => {
    const publish = (): Promise<void> => publishChanges(parts, ids)
    work.publish('publishing changed monitors', publish, () => monitorsChanged(ids))
  })
  const needsAnew = createHeldCheck(log)
  const compare = (): Promise<void> => reconcile(parts, catchUp, needsAnew)
  let isAskedFor = true
  let comparedAtMs = -Infinity
  const loop = startLoop(() => {
    const mayWait = !isAskedFor && performance.now() - comparedAtMs < MOST_PUT_OFF_MS
    if (mayWait && deps.ingest.isBehind()) return Promise.resolve(PUT_OFF_MS)
    isAskedFor = false
    comparedAtMs = performance.now()
    return work.round('comparing what agents hold', compare, RECONCILE_MS)
  })
  return {
    sessionStarted: snapshots.start,
    monitorsChanged,
    refreshAgents: agents.refresh,
    catchUp() {
      isAskedFor = true
      loop.look()
    },
    stop: loop.stop,
  }
}
