import { takeSome } from './gathered.ts'

/** Numbers of things that wait, in a line for each workspace. */
export interface Lines {
  readonly add: (workspaceId: number, id: number) => void
  readonly remove: (workspaceId: number, id: number) => void
  readonly has: (workspaceId: number, id: number) => boolean
  /** Forgets the lines of all other workspaces. */
  readonly keepOnly: (workspaceIds: ReadonlySet<number>) => void
  /** Takes so many at most, by turns of the workspaces, of each those that wait longest. */
  readonly take: (limit: number) => number[]
  readonly size: () => number
  readonly clear: () => void
}

export function createLines(): Lines {
  /** In the order of their turns. */
  const lines = new Map<number, Set<number>>()

  return {
    add(workspaceId, id) {
      const line = lines.get(workspaceId)
      if (line === undefined) lines.set(workspaceId, new Set([id]))
      else line.add(id)
    },
    remove: (workspaceId, id) => void lines.get(workspaceId)?.delete(id),
    has: (workspaceId, id) => lines.get(workspaceId)?.has(id) === true,
    keepOnly(workspaceIds) {
      for (const id of lines.keys()) if (!workspaceIds.has(id)) lines.delete(id)
    },
    take(limit) {
      const taken: number[] = []
      const share = Math.max(1, Math.floor(limit / lines.size))
      for (const [workspaceId, line] of lines) {
        if (taken.length === limit) break
        taken.push(...takeSome(line, Math.min(share, limit - taken.length)))
        // Whoever had a turn comes last in the same walk, if more of it waits.
        lines.delete(workspaceId)
        if (line.size > 0) lines.set(workspaceId, line)
      }
      return taken
    },
    size: () => [...lines.values()].reduce((sum, line) => sum + line.size, 0),
    clear: () => lines.clear(),
  }
}
