import type { Logger } from '@sightline/shared/logger'
import { tellLive } from '../db/live-reads.ts'
import type { Queryable } from '../db/pool.ts'
import { createTroubleLog } from '../process/trouble-log.ts'
import type { Followed, Followers, LiveFollower } from './followers.ts'
import { letGo, ofSessions, refuseTooMany } from './followers.ts'
import type { Gathered } from './gathered.ts'
import { gather, isNothing, nothingGathered, putBack, sizeOf, splitOff } from './gathered.ts'
import { parseLiveChange } from './live-change.ts'
import { createLiveLog } from './live-log.ts'
import type { LiveEvent } from './read-events.ts'
import { readAgentsEvent, readEvents } from './read-events.ts'
import type { ResultTicks } from './result-ticks.ts'
import { createResultTicks } from './result-ticks.ts'

/** Changes of one thing are told together, once in this time. */
const TELL_EVERY_MS = 1_000
/** The first change after a quiet time waits so long for those that come with it. */
const COMPANY_MS = 50

/** Monitors read at once, those with another status first; of mere results so many a second, those that wait longest
 *  first: a list is as fresh as its monitors are many. */
const MAX_READ = { monitors: 2_000, results: 200 } as const
/** More events of one workspace at once are a reset: to read a page anew costs less. */
const MAX_EVENTS = 500
/** Whoever missed more reads anew. */
const MAX_MISSED = 2_000
/** What may wait while the database is away. */
const MAX_WAITING = 100_000

/** How often it is told that somebody follows, and how long that holds: results are told by those who store them. */
const FOLLOWING_EVERY_MS = 20_000
const FOLLOWING_HOLDS_MS = 60_000

/** What changes in workspaces, told to those who follow, whichever controller it happens at. */
export interface LiveHub {
  /** A message of the database's channel "live". */
  readonly heard: (payload: string) => void
  /** Messages may have been missed. */
  readonly resumed: () => void
  /** Agents of some region came or went. */
  readonly agentsChanged: () => void
  /** Who may read what may have changed: everybody has to ask again. */
  readonly letGo: () => void
  readonly resultsStored: ResultTicks['stored']
  /** @param place where the follower was; null: it begins
   *  @returns what to call when it leaves
   *  @throws AppError tooManyRequests, unavailable */
  readonly follow: (workspaceId: number, place: string | null, follower: LiveFollower) => () => void
  readonly place: () => string | null
  readonly stop: () => void
}

/** Makes a hub that asks the database once a second at most for all who follow, and nothing without any. */
export function createLiveHub(parts: { db: Queryable; now: () => number; log: Logger }): LiveHub {
  const { db, now, log } = parts
  const all: Followers = new Set()
  const past = createLiveLog()
  let waiting = nothingGathered()
  let agentsWait = false
  let placeWaits = false
  let wantedUntilMs = -Infinity
  let toldAtMs = -Infinity
  let timer: NodeJS.Timeout | undefined
  let announcing: NodeJS.Timeout | undefined
  let isTelling = false
  let isStopped = false
  const trouble = createTroubleLog(log, {
    met: 'what changed could not be read for those who follow: it is tried again',
    over: 'who follows is told what changes again',
  })
  const isWanted = (): boolean => performance.now() < wantedUntilMs
  const ticks = createResultTicks(db, isWanted, log)

  const atNow = (): { at: string } => ({ at: new Date(now()).toISOString() })
  const resetEvents = (): LiveEvent[] => [{ event: 'reset', data: atNow() }]

  function resetAll(): void {
    waiting = nothingGathered()
    const events = resetEvents()
    for (const { follower } of all) follower.tell(events, past.place())
  }

  function plan(): void {
    if (isStopped || isTelling || all.size === 0 || timer !== undefined) return
    if (isNothing(waiting) && !agentsWait && !placeWaits) return
    const waitMs = Math.max(COMPANY_MS, toldAtMs + TELL_EVERY_MS - performance.now())
    timer = setTimeout(() => void tell(), waitMs)
  }

  async function tell(): Promise<void> {
    timer = undefined
    isTelling = true
    toldAtMs = performance.now()
    const withAgents = agentsWait
    agentsWait = false
    placeWaits = false
    const { taken, left } = splitOff(waiting, MAX_READ)
    waiting = left
    // Where monitors are left their change lies before the place.
    const place = waiting.monitors.size === 0 ? past.place() : null
    try {
      await tellAll(taken, withAgents, place)
      trouble.over()
    } catch (error: unknown) {
      trouble.met(error)
      putBack(waiting, taken)
      agentsWait ||= withAgents
      if (sizeOf(waiting) > MAX_WAITING) resetAll()
    }
    isTelling = false
    plan()
  }

  async function tellAll(
    taken: Gathered,
    withAgents: boolean,
    place: string | null,
  ): Promise<void> {
    const workspaceIds = [...new Set([...all].map(({ workspaceId }) => workspaceId))]
    const byWorkspace = await readEvents(db, taken, workspaceIds, now())
    const agents = withAgents ? [await readAgentsEvent(db)] : []
    const told = new Map(
      workspaceIds.map((id) => {
        const events = [...(byWorkspace.get(id) ?? []), ...agents]
        return [id, events.length > MAX_EVENTS ? resetEvents() : events]
      }),
    )
    for (const { workspaceId, follower, isCatchingUp } of all) {
      const events = told.get(workspaceId)
      // It came meanwhile, and is told by itself what it missed.
      if (events !== undefined) follower.tell(events, isCatchingUp ? null : place)
    }
  }

  /** Tells one who begins, or comes back, what it does not know. */
  async function welcome(followed: Followed, since: string | null): Promise<void> {
    const { workspaceId, follower } = followed
    // What comes from here on is told to all.
    const place = past.place()
    // Of a time in which nobody followed not everything was told.
    const missed = since === null ? [] : isWanted() ? past.since(since) : null
    const gathered = nothingGathered()
    for (const change of missed ?? []) gather(gathered, change)
    follower.tell([{ event: 'hello', data: atNow() }], since === null ? place : null)
    try {
      if (missed === null || sizeOf(gathered) > MAX_MISSED) follower.tell(resetEvents(), null)
      else {
        const events = await readEvents(db, gathered, [workspaceId], now())
        follower.tell(events.get(workspaceId) ?? [], null)
      }
      follower.tell([await readAgentsEvent(db)], place)
    } catch (error: unknown) {
      trouble.met(error)
      follower.tell(resetEvents(), place)
    }
    followed.isCatchingUp = false
  }

  function announce(): void {
    clearTimeout(announcing)
    if (all.size === 0 || isStopped) return
    tellLive(db, 'following', '').catch((error: unknown) => trouble.met(error))
    announcing = setTimeout(announce, FOLLOWING_EVERY_MS)
  }

  return {
    heard(payload) {
      const change = parseLiveChange(payload)
      if (change === null) return
      if (change.kind === 'following') {
        // Nobody told of results in between.
        if (!isWanted()) past.forget()
        wantedUntilMs = performance.now() + FOLLOWING_HOLDS_MS
        placeWaits = true
      }
      if (change.kind === 'sessions') letGo(all, ofSessions(all, change.sessionIds))
      if (isWanted()) past.add(change, performance.now())
      if (all.size > 0) gather(waiting, change)
      plan()
    },
    resumed() {
      past.forget()
      resetAll()
      announce()
    },
    agentsChanged() {
      agentsWait = true
      plan()
    },
    letGo: () => letGo(all),
    resultsStored: ticks.stored,
    follow(workspaceId, since, follower) {
      refuseTooMany(all, workspaceId, isStopped)
      const followed = { workspaceId, follower, isCatchingUp: true }
      all.add(followed)
      if (all.size === 1) announce()
      void welcome(followed, since)
      return () => {
        all.delete(followed)
        if (all.size > 0) return
        waiting = nothingGathered()
        clearTimeout(timer)
        timer = undefined
      }
    },
    place: past.place,
    stop() {
      isStopped = true
      ticks.stop()
      clearTimeout(timer)
      clearTimeout(announcing)
      letGo(all)
    },
  }
}
