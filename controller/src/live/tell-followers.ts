import type { Queryable } from '../db/pool.ts'
import type { TroubleLog } from '../process/trouble-log.ts'
import type { Followed, Followers } from './followers.ts'
import { gather, nothingGathered, sizeOf } from './gathered.ts'
import type { Gathered } from './gathered.ts'
import type { LiveChange } from './live-change.ts'
import type { Owners } from './owners.ts'
import type { LiveEvent } from './read-events.ts'
import { readAgentsEvent, readEvents } from './read-events.ts'

/** More events of one workspace at once are a reset: to read a page anew costs less. */
const MAX_EVENTS = 500
/** Whoever missed more reads anew. */
const MAX_MISSED = 2_000

/** What followers are told from. */
interface TellParts {
  readonly db: Queryable
  readonly owners: Owners
  readonly now: () => number
  readonly trouble: TroubleLog
}

const atTime = (ms: number): { at: string } => ({ at: new Date(ms).toISOString() })

/** Whoever is told it reads anew what it shows. */
const resetAt = (nowMs: number): LiveEvent[] => [{ event: 'reset', data: atTime(nowMs) }]

/** Tells all that what they know may not hold. @param place where they are then */
export function resetAll(all: Followers, place: string | null, nowMs: number): void {
  const events = resetAt(nowMs)
  for (const { follower } of all) follower.tell(events, place)
}

/** Tells each what changed in its workspace.
 *  @param withAgents that of agents too
 *  @param place where they are then; null: as before */
export async function tellAll(
  all: Followers,
  changed: Gathered,
  withAgents: boolean,
  place: string | null,
  { db, now }: Pick<TellParts, 'db' | 'now'>,
): Promise<void> {
  const workspaceIds = [...new Set([...all].map(({ workspaceId }) => workspaceId))]
  const byWorkspace = await readEvents(db, changed, workspaceIds, now())
  const agents = withAgents ? [await readAgentsEvent(db)] : []
  const told = new Map(
    workspaceIds.map((id) => {
      const events = [...(byWorkspace.get(id) ?? []), ...agents]
      return [id, events.length > MAX_EVENTS ? resetAt(now()) : events]
    }),
  )
  for (const { workspaceId, follower, isCatchingUp } of all) {
    const events = told.get(workspaceId)
    // It came meanwhile, and is told by itself what it missed.
    if (events !== undefined) follower.tell(events, isCatchingUp ? null : place)
  }
}

/** Tells one who begins, or comes back, what it does not know.
 *  @param missed what came while it was away; null: nobody knows; "new": it was never here
 *  @param place where it is then: what comes from here on is told to all */
export async function welcome(
  followed: Followed,
  missed: readonly LiveChange[] | 'new' | null,
  place: string | null,
  { db, owners, now, trouble }: TellParts,
): Promise<void> {
  const { workspaceId, follower } = followed
  const isNew = missed === 'new'
  const all = nothingGathered()
  for (const change of isNew ? [] : (missed ?? [])) gather(all, change)
  follower.tell([{ event: 'hello', data: atTime(now()) }], isNew ? place : null)
  try {
    const gathered = await onlyOf(workspaceId, all, owners)
    if (missed === null || sizeOf(gathered) > MAX_MISSED) follower.tell(resetAt(now()), null)
    else {
      const events = await readEvents(db, gathered, [workspaceId], now())
      follower.tell(events.get(workspaceId) ?? [], null)
    }
    follower.tell([await readAgentsEvent(db)], place)
  } catch (error: unknown) {
    trouble.met(error)
    follower.tell(resetAt(now()), place)
  }
  followed.isCatchingUp = false
}

/** What changed, without the monitors of other workspaces. */
async function onlyOf(workspaceId: number, changed: Gathered, owners: Owners): Promise<Gathered> {
  const { monitors, results } = changed
  const own = await owners.among([...monitors, ...results], new Set([workspaceId]))
  const isOwn = (id: number): boolean => own.has(id)
  return {
    ...changed,
    monitors: new Set([...monitors].filter(isOwn)),
    results: new Set([...results].filter(isOwn)),
  }
}
