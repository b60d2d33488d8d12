import { kindsNeeding } from '@sightline/shared/work-kinds'
import type { WorkPlaces } from '../db/work-items.ts'
import type { OpenWork } from '../on-demand/open-work.ts'
import type { Session, Sessions } from '../sessions/agent-session.ts'
import { wordsOf } from '../sessions/work-word.ts'
import { mayVote } from '../votes/may-vote.ts'

/** What this controller's agents can do now: rechecks always where their word counts, work on demand
 *  where they have room, if only for those who have nothing there.
 *  @param knownSettings the version of settings that this controller knows
 *  @returns also whether there is more that they can do on demand */
export function workPlacesOf(
  sessions: Sessions,
  work: Pick<OpenWork, 'room' | 'sharers'>,
  knownSettings: number,
): { readonly places: WorkPlaces; readonly isAnyFull: boolean } {
  const rechecks = new Set<string>()
  const free = new Set<string>()
  const inside = new Set<string>()
  const all = new Set<string>()

  function add(session: Session, capability: string, isHeard: boolean): void {
    const words = wordsOf(session, capability, knownSettings)
    const hasRoom = kindsNeeding(capability).some((kind) => work.room(session, kind) > 0)
    for (const place of words.map((word) => `${session.region} ${word}`)) {
      all.add(place)
      if (isHeard) rechecks.add(place)
      if (hasRoom) free.add(place)
      else for (const sharer of work.sharers(session)) inside.add(`${place} ${sharer}`)
    }
  }

  for (const session of sessions.values()) {
    const isHeard = mayVote(session)
    for (const capability of session.capabilities) add(session, capability, isHeard)
  }
  const newcomers = [...all].filter((place) => !free.has(place))
  const places = {
    rechecks: [...rechecks],
    onDemand: [...free],
    newcomers,
    inside: [...inside],
  }
  return { places, isAnyFull: newcomers.length > 0 }
}
