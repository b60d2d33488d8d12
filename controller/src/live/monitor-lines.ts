import type { Gathered } from './gathered.ts'
import { createLines } from './lines.ts'
import type { Owners } from './owners.ts'

type Monitors = Pick<Gathered, 'monitors' | 'results'>

/** Monitors that are to be told of, which are read one by one: so many at once that those of one large workspace, which
 *  perhaps nobody follows, would keep all others waiting for minutes. */
export interface MonitorLines {
  /** Has monitors wait; those that nobody follows are left out.
   *  @param followed the workspaces that somebody follows */
  readonly put: (heard: Monitors, followed: ReadonlySet<number>) => Promise<void>
  /** Takes what is told now, by turns of the workspaces. Those with another status are told of with their results. */
  readonly take: (limits: { readonly monitors: number; readonly results: number }) => Monitors
  readonly size: () => number
  /** Whether any with another status wait. */
  readonly hasChanged: () => boolean
  readonly clear: () => void
}

export function createMonitorLines(owners: Owners): MonitorLines {
  const changed = createLines()
  const results = createLines()
  return {
    async put(heard, followed) {
      const whose = await owners.among([...heard.monitors, ...heard.results], followed)
      for (const lines of [changed, results]) lines.keepOnly(followed)
      for (const id of heard.monitors) {
        const workspaceId = whose.get(id)
        if (workspaceId === undefined) continue
        changed.add(workspaceId, id)
        results.remove(workspaceId, id)
      }
      for (const id of heard.results) {
        const workspaceId = whose.get(id)
        if (workspaceId === undefined || changed.has(workspaceId, id)) continue
        results.add(workspaceId, id)
      }
    },
    take: (limits) => ({
      monitors: new Set(changed.take(limits.monitors)),
      results: new Set(results.take(limits.results)),
    }),
    size: () => changed.size() + results.size(),
    hasChanged: () => changed.size() > 0,
    clear() {
      changed.clear()
      results.clear()
    },
  }
}
