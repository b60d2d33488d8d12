import { AppError } from '@sightline/shared/errors'
import type { LiveEvent } from './read-events.ts'

/** Followers of one workspace, and at one controller: each is an open connection that takes some 50 kB. */
const MAX_OF_ONE = 50
const MAX_AT_ALL = 500

const LATER = { headers: { 'Retry-After': '30' } } as const

/** Who wants to know what happens in a workspace. */
export interface LiveFollower {
  /** @param events the same list for all who are told the same
   *  @param place where to go on after them; null: as before */
  readonly tell: (events: readonly LiveEvent[], place: string | null) => void
  /** Whoever follows by a key has none. */
  readonly sessionId: number | null
  /** Nothing more comes: connect again. */
  readonly over: () => void
}

/** One of them, and where it is. */
export interface Followed {
  readonly workspaceId: number
  readonly follower: LiveFollower
  /** It is not told its place before it was told what it missed. */
  isCatchingUp: boolean
}

/** Who follows at this controller. */
export type Followers = Set<Followed>

/** @param isStopped nobody may follow any more
 *  @throws AppError tooManyRequests, unavailable where one more is too many */
export function refuseTooMany(all: Followers, workspaceId: number, isStopped: boolean): void {
  if (isStopped || all.size >= MAX_AT_ALL) {
    throw new AppError('unavailable', 'Too many follow what happens here: try again later.', LATER)
  }
  const own = [...all].filter((each) => each.workspaceId === workspaceId)
  if (own.length < MAX_OF_ONE) return
  throw new AppError(
    'tooManyRequests',
    `${MAX_OF_ONE} connections follow the workspace already: close one first.`,
    LATER,
  )
}

/** Those who are signed in by one of some sessions. */
export function ofSessions(all: Followers, ids: readonly number[]): Followed[] {
  return [...all].filter(
    ({ follower: { sessionId } }) => sessionId !== null && ids.includes(sessionId),
  )
}

/** Ends the connections of some. @param those left out: of all */
export function letGo(all: Followers, those: readonly Followed[] = [...all]): void {
  for (const followed of those) all.delete(followed)
  for (const { follower } of those) follower.over()
}
