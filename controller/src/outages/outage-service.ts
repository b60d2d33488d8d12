import type { Database } from '../db/pool.ts'
import type { OutageActor } from './act-on-outage.ts'
import { acknowledge, addNote, mute, removeNote } from './act-on-outage.ts'
import type { OverviewContext } from './overview.ts'
import { getOverview } from './overview.ts'
import { createOverallUptimes } from './overall-uptime.ts'
import { getOutage, getOutageScreenshot, listOutages } from './read-outages.ts'

/** What the API tells of the outages of a workspace and does about them; each call throws AppError for what it
 *  refuses. */
export type OutageService = ReturnType<typeof createOutageService>

/** @param readsOf the database for a workspace's reads, which take turns with those of others */
export function createOutageService(
  context: OverviewContext,
  readsOf: (workspaceId: number) => Database,
) {
  const reading = (workspaceId: number): OverviewContext => ({
    ...context,
    db: readsOf(workspaceId),
  })
  const uptimes = createOverallUptimes(readsOf, context.now)
  return {
    list: (workspaceId: number, ...asked: Rest<typeof listOutages>) =>
      listOutages(reading(workspaceId), workspaceId, ...asked),
    get: (workspaceId: number, id: string) => getOutage(reading(workspaceId), workspaceId, id),
    screenshot: (workspaceId: number, id: string) =>
      getOutageScreenshot(reading(workspaceId), workspaceId, id),
    overview: (workspaceId: number) => getOverview(reading(workspaceId), workspaceId, uptimes),
    acknowledge: (actor: OutageActor, id: string) => acknowledge(context, actor, id),
    mute: (actor: OutageActor, ...asked: Rest<typeof mute>) => mute(context, actor, ...asked),
    addNote: (actor: OutageActor, ...asked: Rest<typeof addNote>) =>
      addNote(context, actor, ...asked),
    removeNote: (actor: OutageActor, ...asked: Rest<typeof removeNote>) =>
      removeNote(context, actor, ...asked),
  } as const
}

/** What a service takes besides its context and whose it is. */
type Rest<F> = F extends (context: never, whose: never, ...rest: infer R) => unknown ? R : never
