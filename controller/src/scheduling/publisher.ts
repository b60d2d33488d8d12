import type { Logger } from '@sightline/shared/logger'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import type { AgentDirectory } from '../agents/directory.ts'
import { changedRegions, directoryOf, REMEMBER_LOST_MS } from '../agents/directory.ts'
import type { Session, Sessions } from '../agents/session.ts'
import { readRecentAgents } from '../db/agents.ts'
import { readAssignable, readAssignablePage } from '../db/assignments.ts'
import type { Database } from '../db/pool.ts'
import type { UnsealSettings } from './assignment.ts'
import { assignmentOf } from './assignment.ts'
import { ownerOf } from './owner.ts'

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
  /** The latest reading of the agents of every region. */
  readonly directory: () => AgentDirectory
  /** Resolves when everything asked for so far is sent. */
  readonly idle: () => Promise<void>
}

/** Monitors read at a time: bounds memory with 100,000 of them. */
const PAGE_SIZE = 2_000

/** Changes are gathered this long, so that a bulk change is one reading. */
const GATHER_MS = 20

const RETRY_MS = 1_000

export function createPublisher(parts: {
  db: Database
  sessions: Sessions
  unseal: UnsealSettings
  now: () => number
  log: Logger
}): Publisher {
  const { db, sessions, unseal, now, log } = parts
  let directory: AgentDirectory = new Map()
  // One thing at a time: a snapshot and a change must reach an agent in the order they were read.
  let tail: Promise<void> = Promise.resolve()
  const changedIds = new Set<number>()
  let gathering: NodeJS.Timeout | null = null

  function enqueue(what: string, work: () => Promise<void>, again: () => void): void {
    tail = tail.then(work).catch((error: unknown) => {
      log.warn({ err: error }, `${what} failed, trying again`)
      setTimeout(again, RETRY_MS).unref()
    })
  }

  function owned(session: Session, monitorId: number): boolean {
    return ownerOf(monitorId, directory.get(session.region)?.liveIds ?? []) === session.agentId
  }

  function sessionsOf(region: string): Session[] {
    return [...sessions.values()].filter((session) => session.region === region)
  }

  function isOpen(session: Session): boolean {
    return sessions.get(session.agentId) === session
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
    await refreshAgents()
    const handedOverFromMs = directory.get(session.region)?.handedOverFromMs ?? now()
    session.assigned.clear()
    for (let afterId = 0; isOpen(session);) {
      const page = await readAssignablePage(db, session.region, afterId, PAGE_SIZE)
      const mine = page.filter((monitor) => owned(session, monitor.id))
      const last = page.length < PAGE_SIZE
      session.sendSnapshotPage(
        mine.map((monitor) => assignmentOf(monitor, session.region, handedOverFromMs, unseal)),
        last,
      )
      if (last) return
      afterId = page.at(-1)?.id ?? afterId
    }
  }

  /** Moves monitors of a region between this controller's agents after agents came or went. */
  async function rebalance(region: string): Promise<void> {
    const members = sessionsOf(region)
    const handedOverFromMs = directory.get(region)?.handedOverFromMs ?? now()
    for (let afterId = 0; members.length > 0;) {
      const page = await readAssignablePage(db, region, afterId, PAGE_SIZE)
      for (const session of members) {
        const mine = page.filter((monitor) => owned(session, monitor.id))
        const gained = mine.filter((monitor) => !session.assigned.has(monitor.id))
        const keep = new Set(mine.map((monitor) => monitor.id))
        const lost = page.filter(
          (monitor) => session.assigned.has(monitor.id) && !keep.has(monitor.id),
        )
        session.sendAssignments(
          gained.map((monitor) => assignmentOf(monitor, region, handedOverFromMs, unseal)),
          lost.map((monitor) => monitor.id),
        )
      }
      if (page.length < PAGE_SIZE) return
      afterId = page.at(-1)?.id ?? afterId
    }
  }

  async function publishChanges(ids: readonly number[]): Promise<void> {
    const monitors = new Map(
      (await readAssignable(db, ids)).map((monitor) => [monitor.id, monitor]),
    )
    for (const session of sessions.values()) {
      const upserts = []
      const removed = []
      for (const id of ids) {
        const monitor = monitors.get(id)
        if (monitor?.regions.includes(session.region) === true && owned(session, id)) {
          upserts.push(assignmentOf(monitor, session.region, monitor.gridSinceMs, unseal))
        } else if (session.assigned.has(id)) removed.push(id)
      }
      session.sendAssignments(upserts, removed)
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

  function sessionStarted(session: Session): void {
    enqueue(
      'sending an agent its monitors',
      async () => {
        if (isOpen(session)) await sendSnapshot(session)
      },
      () => sessionStarted(session),
    )
  }

  function rebalanceLater(region: string): void {
    enqueue(
      'moving monitors between agents',
      () => rebalance(region),
      () => rebalanceLater(region),
    )
  }

  return {
    sessionStarted,
    monitorsChanged,
    refreshAgents,
    republishAll() {
      for (const session of sessions.values()) sessionStarted(session)
    },
    directory: () => directory,
    idle: () => tail,
  }
}
