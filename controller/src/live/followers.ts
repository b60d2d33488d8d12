import { AppError } from '@sightline/shared/errors'
import { whoGivesWay } from '../limits/who-gives-way.ts'
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
  /** Whose session or key it is. */
  readonly personId: number
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

/** Makes room for one more. Where a workspace has all its connections, or the controller, who has most of them gives way to
 *  who has fewer: neither a workspace nor a person keeps others out. Who is let go connects again.
 *  @param isStopped nobody may follow any more
 *  @throws AppError tooManyRequests, unavailable where the one who comes is one too many */
export function makeRoom(
  all: Followers,
  { workspaceId, personId }: Pick<Followed, 'workspaceId'> & Pick<LiveFollower, 'personId'>,
  isStopped: boolean,
): void {
  if (isStopped) throw new AppError('unavailable', TOO_MANY, LATER)
  const own = [...all].filter((each) => each.workspaceId === workspaceId)
  if (own.length >= MAX_OF_ONE) {
    const [first] = whoGivesWay(own, personOf, personId)
    const problem = `${MAX_OF_ONE} connections follow the workspace already: close one first.`
    if (first === undefined) throw new AppError('tooManyRequests', problem, LATER)
    letGo(all, [first])
  }
  if (all.size < MAX_AT_ALL) return
  const those = whoGivesWay(all, workspaceOf, workspaceId)
  const [first] = [...whoGivesWay(those, personOf, null), ...those]
  if (first !== undefined) letGo(all, [first])
  else if (own.length === 0) throw new AppError('unavailable', TOO_MANY, LATER)
  else throw new AppError('tooManyRequests', allTaken(own.length), LATER)
}

const TOO_MANY = 'Too many follow what happens here: try again later.'

const allTaken = (own: number): string =>
  `All ${MAX_AT_ALL} connections that may follow workspaces here are taken, ${own} of them by this one, and no other has more than its share: close one first, or try again later.`

const workspaceOf = (each: Followed): number => each.workspaceId
const personOf = ({ follower }: Followed): number | null => follower.personId

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
