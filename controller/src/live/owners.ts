import { readMonitorOwners } from '../db/live-reads.ts'
import type { Queryable } from '../db/pool.ts'

/** Whose monitors are, which never changes: each is asked for once while somebody follows. Of 100,000 monitors that is
 *  some 4 MB. */
export interface Owners {
  /** Those of some monitors that belong to some workspaces.
   *  @returns the workspace of each, by the monitor */
  readonly among: (
    monitorIds: readonly number[],
    workspaceIds: ReadonlySet<number>,
  ) => Promise<ReadonlyMap<number, number>>
  readonly forget: () => void
}

export function createOwners(db: Queryable): Owners {
  const known = new Map<number, number>()
  return {
    async among(monitorIds, workspaceIds) {
      const unknown = monitorIds.filter((id) => !known.has(id))
      if (unknown.length > 0) {
        for (const row of await readMonitorOwners(db, unknown)) known.set(row.id, row.workspaceId)
      }
      const found = new Map<number, number>()
      for (const id of monitorIds) {
        const workspaceId = known.get(id)
        if (workspaceId !== undefined && workspaceIds.has(workspaceId)) found.set(id, workspaceId)
      }
      return found
    },
    forget: () => known.clear(),
  }
}
