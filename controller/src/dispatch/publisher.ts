import type { Assignment } from '@sightline/shared/gen/probe/v1/assignment_pb'
import type { Logger } from '@sightline/shared/logger'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import type { Session, Sessions } from '../sessions/agent-session.ts'
import { readRecentAgents } from '../db/agents.ts'
import type { AssignableMonitor } from '../db/assignments.ts'
import { readAssignable, readAssignablePage } from '../db/assignments.ts'
import type { Database } from '../db/pool.ts'
import { createTroubleLog } from '../process/trouble-log.ts'
import type { UnsealSettings } from './assignment.ts'
import { assignmentOf } from './assignment.ts'
import type { AgentDirectory } from '../schedule/directory.ts'
import { changedRegions, directoryOf, REMEMBER_LOST_MS } from '../schedule/directory.ts'

/** Tells this controller's agents what to check. Everything it decides follows from the database
 *  (which monitors there are, which agents live), so any number of controllers agree. */
export interface Publisher {
  /** An agent connected: it gets its whole set. */
  readonly sessionStarted: (session: Session) => void
  readonly monitorsChanged: (monitorIds: readonly number[]) => void
  /** Reads who lives and moves monitors accordingly. */
  readonly refreshAgents: () => Promise<void>
  /** Changes may have been missed: every agent gets its whole set again. */
  readonly republishAll: () => void
}

/** Monitors read at a time: bounds memory with 100,000 of them. */
const PAGE_SIZE = 2_000

/** Changes are gathered this long, so that a bulk change is one reading. */
const GATHER_MS = 20

const RETRY_MS = 1_000

const MAX_LOGGED_IDS = 20

export function createPublisher(parts: {
  db: Database
  sessions: Sessions
  unseal: UnsealSettings
  now: () => number
  log: Logger
}): Publisher {
  const { db, sessions, unseal, now, log } = parts
  let directory: AgentDirectory = new Map()
  // Changes and moves are sent one after the other, in the order they were read.
  let tail: Promise<void> = Promise.resolve()
  const changedIds = new Set<number>()
  const unbalanced = new Set<string>()
  /** Sessions whose snapshot is on its way, and the monitors that changed meanwhile: they follow it.
   *  A snapshot has a pace of its own, its agent's, and nobody else waits for it. */
  const snapshots = new Map<Session, Set<number>>()
  /** Monitors whose secrets cannot be opened and that were told to the operator. */
  const sealedIds = new Set<number>()
  /** Sessions whose snapshot began before something was missed. */
  const outdated = new WeakSet<Session>()
  let gathering: NodeJS.Timeout | null = null
  const publishing = createTroubleLog(log, {
    met: 'assignments could not be published, trying again',
    over: 'assignments are published again',
  })
  const snapshotting = createTroubleLog(log, {
    met: 'agents did not get their monitors, trying again',
    over: 'agents get their monitors again',
  })

  function enqueue(what: string, work: () => Promise<void>, again: () => void): void {
    tail = tail.then(work).then(publishing.over, (error: unknown) => {
      publishing.met(error, { what })
      setTimeout(again, RETRY_MS).unref()
    })
  }

  function isOpen(session: Session): boolean {
    return sessions.get(session.agentId) === session
  }

  function owns(session: Session, monitor: AssignableMonitor): boolean {
    return directory.get(session.region)?.owner(monitor) === session.agentId
  }

  function handedOverFromMs(region: string): number {
    return directory.get(region)?.handedOverFromMs ?? now()
  }

  function assignmentsOf(
    monitors: readonly AssignableMonitor[],
    region: string,
    fromMs: (monitor: AssignableMonitor) => number,
  ): Assignment[] {
    const assignments = monitors.map((monitor) =>
      assignmentOf(monitor, region, fromMs(monitor), unseal),
    )
    tellOfSealed(assignments)
    return assignments
  }

  /** One line for all of them at once, and no other while they stay sealed: with a lost key it is every
   *  monitor that has a secret. */
  function tellOfSealed(assignments: readonly Assignment[]): void {
    const added: number[] = []
    for (const { monitorId, check } of assignments) {
      if (check?.obstacle === '') sealedIds.delete(monitorId)
      else if (!sealedIds.has(monitorId)) added.push(monitorId)
    }
    if (added.length === 0) return
    for (const id of added) sealedIds.add(id)
    log.error(
      { monitors: added.length, ids: added.slice(0, MAX_LOGGED_IDS) },
      'monitors cannot be checked: their secrets were stored with another SIGHTLINE_SECRET_KEY',
    )
  }

  /** Every new reading goes through here, so that no change of a region is passed over. */
  async function refreshAgents(): Promise<void> {
    const before = directory
    const agents = await readRecentAgents(db, AGENT_LOST_AFTER_MS, REMEMBER_LOST_MS)
    directory = directoryOf(agents, now())
    for (const region of changedRegions(before, directory)) {
      const live = directory.get(region)?.liveIds.length ?? 0
      log.info({ region, agents: live }, 'the agents of a region changed')
      rebalanceLater(region)
    }
  }

  async function sendSnapshot(session: Session): Promise<void> {
    const { region, agentId } = session
    if (directory.get(region)?.liveIds.includes(agentId) !== true) await refreshAgents()
    const fromMs = handedOverFromMs(region)
    await session.whenTaken()
    session.assigned.clear()
    for (let afterId = 0; isOpen(session);) {
      const page = await readAssignablePage(db, region, afterId, PAGE_SIZE)
      const mine = page.filter((monitor) => owns(session, monitor))
      const isLast = page.length < PAGE_SIZE
      session.sendSnapshotPage(
        assignmentsOf(mine, region, () => fromMs),
        isLast,
      )
      if (isLast) return
      afterId = page.at(-1)?.id ?? afterId
      await session.whenTaken()
    }
  }

  /** @param changedMeanwhile monitors that changed during an earlier attempt */
  function sessionStarted(session: Session, changedMeanwhile = new Set<number>()): void {
    if (!isOpen(session)) return
    if (snapshots.has(session)) {
      outdated.add(session)
      return
    }
    snapshots.set(session, changedMeanwhile)
    sendSnapshot(session)
      .then(
        () => {
          snapshots.delete(session)
          snapshotting.over()
          if (outdated.delete(session)) sessionStarted(session)
          if (changedMeanwhile.size > 0) monitorsChanged([...changedMeanwhile])
          // Agents may have come or gone while the pages were read.
          rebalanceLater(session.region)
        },
        (error: unknown) => {
          snapshots.delete(session)
          snapshotting.met(error, { agent: session.agentId })
          setTimeout(() => sessionStarted(session, changedMeanwhile), RETRY_MS).unref()
        },
      )
      .catch((error: unknown) => log.error({ err: error }, 'the publisher has a bug'))
  }

  function membersOf(region: string): Session[] {
    return [...sessions.values()].filter(
      (session) => session.region === region && !snapshots.has(session),
    )
  }

  /** Moves monitors of a region between this controller's agents after agents came or went. */
  async function rebalance(region: string): Promise<void> {
    unbalanced.delete(region)
    const members = membersOf(region)
    const fromMs = handedOverFromMs(region)
    for (let afterId = 0; members.length > 0;) {
      const page = await readAssignablePage(db, region, afterId, PAGE_SIZE)
      const owner = directory.get(region)?.owner ?? (() => null)
      const byOwner = Map.groupBy(page, owner)
      for (const session of members) {
        const mine = byOwner.get(session.agentId) ?? []
        sendDifference(session, page, mine, fromMs)
      }
      if (page.length < PAGE_SIZE) return
      afterId = page.at(-1)?.id ?? afterId
    }
  }

  function sendDifference(
    session: Session,
    page: readonly AssignableMonitor[],
    mine: readonly AssignableMonitor[],
    fromMs: number,
  ): void {
    const keep = new Set(mine.map((monitor) => monitor.id))
    const gained = mine.filter((monitor) => !session.assigned.has(monitor.id))
    const lost = page.filter(({ id }) => session.assigned.has(id) && !keep.has(id))
    sendChanges(
      session,
      assignmentsOf(gained, session.region, () => fromMs),
      lost.map((monitor) => monitor.id),
    )
  }

  /** An agent that does not keep up with changes gets its whole set, when it has taken what waits. */
  function sendChanges(session: Session, upserts: Assignment[], removedIds: number[]): void {
    if (snapshots.has(session)) outdated.add(session)
    else if (session.isBehind()) sessionStarted(session)
    else session.sendAssignments(upserts, removedIds)
  }

  function rebalanceLater(region: string): void {
    if (unbalanced.has(region)) return
    unbalanced.add(region)
    enqueue(
      'moving monitors between agents',
      () => rebalance(region),
      () => rebalanceLater(region),
    )
  }

  async function publishChanges(ids: readonly number[]): Promise<void> {
    const monitors = new Map(
      (await readAssignable(db, ids)).map((monitor) => [monitor.id, monitor]),
    )
    for (const session of sessions.values()) {
      const deferred = snapshots.get(session)
      if (deferred !== undefined) {
        for (const id of ids) deferred.add(id)
        continue
      }
      const mine: AssignableMonitor[] = []
      const removed: number[] = []
      for (const id of ids) {
        const monitor = monitors.get(id)
        if (monitor?.regions.includes(session.region) === true && owns(session, monitor)) {
          mine.push(monitor)
        } else if (session.assigned.has(id)) removed.push(id)
      }
      const upserts = assignmentsOf(mine, session.region, ({ gridSinceMs }) => gridSinceMs)
      sendChanges(session, upserts, removed)
    }
  }

  function publishGathered(): void {
    gathering = null
    const ids = [...changedIds]
    changedIds.clear()
    enqueue(
      'publishing changed monitors',
      async () => {
        for (let from = 0; from < ids.length; from += PAGE_SIZE) {
          await publishChanges(ids.slice(from, from + PAGE_SIZE))
        }
      },
      () => monitorsChanged(ids),
    )
  }

  function monitorsChanged(ids: readonly number[]): void {
    for (const id of ids) changedIds.add(id)
    gathering ??= setTimeout(publishGathered, GATHER_MS)
  }

  return {
    sessionStarted: (session) => sessionStarted(session),
    monitorsChanged,
    refreshAgents,
    republishAll() {
      for (const session of sessions.values()) sessionStarted(session)
    },
  }
}
