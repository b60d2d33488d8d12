import type { Logger } from '@sightline/shared/logger'
import type { Database } from '../db/pool.ts'
import { createInTurn } from '../process/in-turn.ts'
import { startLoop } from '../process/loop.ts'
import { createTroubleLog } from '../process/trouble-log.ts'
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

const RETRY_MS = 1_000

/** How often everything is compared with everything, whatever was heard. */
const RECONCILE_MS = 60_000

/** Begins at once.
 *  @param deps.agentsMoved told when agents of a region came or went, at whichever controller */
export function startPublisher(deps: {
  db: Database
  sessions: Sessions
  unseal: UnsealSettings
  agentsMoved?: () => void
  now: () => number
  log: Logger
}): Publisher {
  const { db, sessions, unseal, now, log } = deps
  const trouble = createTroubleLog(log, {
    met: 'assignments could not be published, trying again',
    over: 'assignments are published again',
  })
  // What changes the index, and what is sent by it, take turns. Snapshots go on beside them.
  const inTurn = createInTurn()
  const index = createRegionIndex(db)
  const catchUp = createCatchUp(db, index)
  const agents = createLiveAgents({ db, sessions, now, changed: agentsChanged, log })
  const makeAssignments = createMakeAssignments(unseal, log)
  const snapshots = createSnapshots({
    isOpen: (session) => sessions.get(session.agentId) === session,
    send: (session) => sendShare({ ...parts, catchUp, inTurn }, session),
    // Monitors may have changed, and agents come or gone, while it was under way.
    sent: (session) => moveLater(session.region),
    log,
  })
  const parts: Publishing = { db, sessions, index, agents, snapshots, makeAssignments }
  const needsAnew = createHeldCheck(log)
  const unbalanced = new Set<string>()
  const monitorsChanged = createGather(changed)

  /** @param again asks for the work once more, a while after it failed */
  function publish(what: string, work: () => Promise<void>, again: () => void): void {
    inTurn(work).then(trouble.over, (error: unknown) => {
      trouble.met(error, { what })
      setTimeout(again, RETRY_MS).unref()
    })
  }

  function changed(ids: readonly number[]): void {
    const again = (): void => monitorsChanged(ids)
    publish('publishing changed monitors', () => publishChanges(parts, ids), again)
  }

  function agentsChanged(region: string): void {
    moveLater(region)
    deps.agentsMoved?.()
  }

  function moveLater(region: string): void {
    if (unbalanced.has(region)) return
    unbalanced.add(region)
    const move = (): Promise<void> => {
      unbalanced.delete(region)
      return moveMonitors(parts, region)
    }
    publish('moving monitors between agents', move, () => moveLater(region))
  }

  async function round(): Promise<number> {
    try {
      await inTurn(() => reconcile(parts, catchUp, needsAnew))
      trouble.over()
      return RECONCILE_MS
    } catch (error: unknown) {
      trouble.met(error, { what: 'comparing what agents hold' })
      return RETRY_MS
    }
  }

  const loop = startLoop(round)
  return {
    sessionStarted: snapshots.start,
    monitorsChanged,
    refreshAgents: agents.refresh,
    catchUp: loop.look,
    stop: loop.stop,
  }
}
