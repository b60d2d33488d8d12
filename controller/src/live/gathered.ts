import type { LiveChange, OutageChange, WindowChange } from './live-change.ts'

/** What changed since it was told last, each thing once. */
export interface Gathered {
  /** Monitors with another status, or other settings. */
  readonly monitors: Set<number>
  /** Monitors of which nothing but results came. */
  readonly results: Set<number>
  /** Monitors that were deleted, by workspace. */
  readonly gone: Map<number, Set<string>>
  /** What became of outages, in the order it happened. */
  readonly outages: Map<number, Set<OutageChange>>
  readonly alerts: Set<number>
  /** What became of maintenance windows last, by workspace. */
  readonly windows: Map<number, Map<string, WindowChange>>
}

export function nothingGathered(): Gathered {
  return {
    monitors: new Set(),
    results: new Set(),
    gone: new Map(),
    outages: new Map(),
    alerts: new Set(),
    windows: new Map(),
  }
}

export function isNothing(gathered: Gathered): boolean {
  return Object.values(gathered).every(({ size }) => size === 0)
}

/** How many things there are to tell of. */
export function sizeOf({ monitors, results, gone, outages, alerts }: Gathered): number {
  const deleted = [...gone.values()].reduce((sum, ids) => sum + ids.size, 0)
  return monitors.size + results.size + deleted + outages.size + alerts.size
}

/** Adds a change. */
export function gather(into: Gathered, change: LiveChange): void {
  switch (change.kind) {
    case 'monitors':
      for (const id of change.monitorIds) into.monitors.add(id)
      break
    case 'results':
      for (const id of change.monitorIds) into.results.add(id)
      break
    case 'gone':
      for (const id of change.publicIds) setOf(into.gone, change.workspaceId).add(id)
      break
    case 'outage':
      for (const id of change.outageIds) setOf(into.outages, id).add(change.change)
      break
    case 'alert':
      into.alerts.add(change.alertId)
      break
    case 'maintenance': {
      const windows = into.windows.get(change.workspaceId) ?? new Map<string, WindowChange>()
      // A window that is made to begin now is changed as well.
      if (change.change !== 'changed' || !windows.has(change.publicId)) {
        windows.set(change.publicId, change.change)
      }
      into.windows.set(change.workspaceId, windows)
      break
    }
    case 'sessions':
    case 'following':
      break
  }
}

function setOf<K, V>(map: Map<K, Set<V>>, key: K): Set<V> {
  const found = map.get(key) ?? new Set<V>()
  map.set(key, found)
  return found
}

/** Puts back what could not be told, before what came meanwhile. */
export function putBack(waiting: Gathered, taken: Gathered): void {
  for (const id of taken.monitors) waiting.monitors.add(id)
  for (const id of taken.results) waiting.results.add(id)
  for (const [id, changes] of taken.outages) {
    waiting.outages.set(id, new Set([...changes, ...(waiting.outages.get(id) ?? [])]))
  }
  for (const id of taken.alerts) waiting.alerts.add(id)
  for (const [id, ids] of taken.gone) {
    waiting.gone.set(id, new Set([...ids, ...(waiting.gone.get(id) ?? [])]))
  }
  for (const [id, windows] of taken.windows) {
    waiting.windows.set(id, new Map([...windows, ...(waiting.windows.get(id) ?? [])]))
  }
}

/** Takes out the first ones. */
export function takeSome<T>(from: Set<T>, limit: number): T[] {
  const taken: T[] = []
  for (const thing of from) {
    if (taken.length === limit) break
    taken.push(thing)
    from.delete(thing)
  }
  return taken
}
