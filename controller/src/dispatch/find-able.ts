import type { Session, Sessions } from '../sessions/agent-session.ts'
import { canDo } from '../sessions/work-word.ts'
import { mayVote } from '../votes/may-vote.ts'

/** The agents of a region that can do what a word stands for (`workWord`). */
export type FindAble = (region: string, word: string) => readonly Session[]

/** Finds agents that can do work in a place and whose word counts. Found once for all that is handed out together: for each
 *  recheck anew it was a fifth of what a controller with 1,000 agents did while 10,000 monitors were confirmed down. */
export function createFinder(sessions: Sessions): FindAble {
  const byRegion = Map.groupBy(
    [...sessions.values()].filter((session) => mayVote(session)),
    ({ region }) => region,
  )
  const found = new Map<string, readonly Session[]>()
  return (region, word) => {
    const place = `${region} ${word}`
    const able =
      found.get(place) ?? (byRegion.get(region) ?? []).filter((session) => canDo(session, word))
    found.set(place, able)
    return able
  }
}
