import type { Logger } from '@sightline/shared/logger'
import type { Queryable } from '../db/pool.ts'
import { createTroubleLog } from '../process/trouble-log.ts'
import type { Followers, LiveFollower } from './followers.ts'
import { letGo, makeRoom, ofSessions } from './followers.ts'
import { createFollowing } from './following.ts'
import type { Gathered } from './gathered.ts'
import { gather, isNothing, nothingGathered, putBack, sizeOf } from './gathered.ts'
import { parseLiveChange } from './live-change.ts'
import type { LastingAnswers } from './lasting-answers.ts'
import { createLastingAnswers } from './lasting-answers.ts'
import { createLiveLog } from './live-log.ts'
import { createMonitorLines } from './monitor-lines.ts'
import { createOwners } from './owners.ts'
import type { ResultTicks } from './result-ticks.ts'
import { createResultTicks } from './result-ticks.ts'
import { createRhythm } from './rhythm.ts'
import { resetAll, tellAll, welcome } from './tell-followers.ts'

/** Monitors read at once, those with another status first; of mere results so many a second, by turns of the workspaces
 *  and of each those that wait longest: a list is as fresh as its monitors are many. */
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
  /** Has another answer end when whoever asked may ask no more. */
  readonly endWith: LastingAnswers['add']
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
  /** As it was heard; of monitors it is found out in their turn who follows them. */
  let waiting = nothingGathered()
  const owners = createOwners(db)
  const lines = createMonitorLines(owners)
  const lasting = createLastingAnswers()
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
  const isDue = (): boolean =>
    all.size > 0 && (agentsWait || placeWaits || !isNothing(waiting) || lines.size() > 0)
  const rhythm = createRhythm(isDue, tell)

  function reset(): void {
    waiting = nothingGathered()
    lines.clear()
    resetAll(all, past.place(), now())
  }

  async function tell(): Promise<void> {
    const withAgents = agentsWait
    agentsWait = false
    placeWaits = false
    let taken: Gathered = waiting
    waiting = nothingGathered()
    const place = past.place()
    try {
      await lines.put(taken, new Set(Array.from(all, ({ workspaceId }) => workspaceId)))
      taken = { ...taken, ...lines.take(MAX_READ) }
      // Where monitors are left their change lies before the place.
      await tellAll(all, taken, withAgents, lines.hasChanged() ? null : place, parts)
      trouble.over()
    } catch (error: unknown) {
      trouble.met(error)
      putBack(waiting, taken)
      agentsWait ||= withAgents
      if (sizeOf(waiting) + lines.size() > MAX_WAITING) reset()
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
      if (change.kind === 'sessions') {
        letGo(all, ofSessions(all, change.sessionIds))
        lasting.endOf(change.sessionIds)
      }
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
    letGo() {
      letGo(all)
      lasting.endAll()
    },
    resultsStored: ticks.stored,
    endWith: lasting.add,
    follow(workspaceId, since, follower) {
      makeRoom(all, { workspaceId, personId: follower.personId }, isStopped)
      const followed = { workspaceId, follower, isCatchingUp: true }
      all.add(followed)
      if (all.size === 1) following.tell()
      // Of a time in which nobody followed not everything was told.
      const missed = since === null ? 'new' : isWanted() ? past.since(since) : null
      void welcome(followed, missed, past.place(), { db, owners, now, trouble })
      return () => {
        all.delete(followed)
        if (all.size > 0) return
        waiting = nothingGathered()
        lines.clear()
        owners.forget()
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
