import type { Logger } from '@sightline/shared/logger'
import type { Queryable } from '../db/pool.ts'
import { createTroubleLog } from '../process/trouble-log.ts'
import type { Followers, LiveFollower } from './followers.ts'
import { letGo, ofSessions, refuseTooMany } from './followers.ts'
import { createFollowing } from './following.ts'
import { gather, isNothing, nothingGathered, putBack, sizeOf, splitOff } from './gathered.ts'
import { parseLiveChange } from './live-change.ts'
import { createLiveLog } from './live-log.ts'
import type { ResultTicks } from './result-ticks.ts'
import { createResultTicks } from './result-ticks.ts'
import { createRhythm } from './rhythm.ts'
import { resetAll, tellAll, welcome } from './tell-followers.ts'

/** Monitors read at once, those with another status first; of mere results so many a second, those that wait longest
 *  first: a list is as fresh as its monitors are many. */
const MAX_READ = { monitors: 2_000, results: 200 } as const
/** What may wait while the database is away. */
const MAX_WAITING = 100_000

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
  let isStopped = false
  const trouble = createTroubleLog(log, {
    met: 'what changed could not be read for those who follow: it is tried again',
    over: 'who follows is told what changes again',
  })
  const following = createFollowing(db, () => all.size > 0, trouble)
  const { isWanted } = following
  const ticks = createResultTicks(db, isWanted, log)
  const isDue = (): boolean => all.size > 0 && (agentsWait || placeWaits || !isNothing(waiting))
  const rhythm = createRhythm(isDue, tell)

  function reset(): void {
    waiting = nothingGathered()
    resetAll(all, past.place(), now())
  }

  async function tell(): Promise<void> {
    const withAgents = agentsWait
    agentsWait = false
    placeWaits = false
    const { taken, left } = splitOff(waiting, MAX_READ)
    waiting = left
    // Where monitors are left their change lies before the place.
    const place = waiting.monitors.size === 0 ? past.place() : null
    try {
      await tellAll(all, taken, withAgents, place, parts)
      trouble.over()
    } catch (error: unknown) {
      trouble.met(error)
      putBack(waiting, taken)
      agentsWait ||= withAgents
      if (sizeOf(waiting) > MAX_WAITING) reset()
    }
  }

  return {
    heard(payload) {
      const change = parseLiveChange(payload)
      if (change === null) return
      if (change.kind === 'following') {
        // Nobody told of results in between.
        if (!isWanted()) past.forget()
        following.heard()
        placeWaits = true
      }
      if (change.kind === 'sessions') letGo(all, ofSessions(all, change.sessionIds))
      if (isWanted()) past.add(change, performance.now())
      if (all.size > 0) gather(waiting, change)
      rhythm.plan()
    },
    resumed() {
      past.forget()
      reset()
      following.tell()
    },
    agentsChanged() {
      agentsWait = true
      rhythm.plan()
    },
    letGo: () => letGo(all),
    resultsStored: ticks.stored,
    follow(workspaceId, since, follower) {
      refuseTooMany(all, workspaceId, isStopped)
      const followed = { workspaceId, follower, isCatchingUp: true }
      all.add(followed)
      if (all.size === 1) following.tell()
      // Of a time in which nobody followed not everything was told.
      const missed = since === null ? 'new' : isWanted() ? past.since(since) : null
      void welcome(followed, missed, past.place(), { db, now, trouble })
      return () => {
        all.delete(followed)
        if (all.size > 0) return
        waiting = nothingGathered()
        rhythm.cancel()
      }
    },
    place: past.place,
    stop() {
      isStopped = true
      ticks.stop()
      rhythm.cancel()
      following.stop()
      letGo(all)
    },
  }
}
