import type { MonitorStatus } from '@sightline/shared/check-words'

interface Grouped {
  readonly name: string
  readonly status: MonitorStatus
  readonly tags: readonly string[]
}

/** Monitors that share a tag. */
export interface TagGroup<M> {
  /** null: those without any. */
  readonly tag: string | null
  /** The worst of theirs. */
  readonly status: MonitorStatus
  readonly counts: ReadonlyMap<MonitorStatus, number>
  readonly monitors: readonly M[]
  /** Nothing in it needs people. */
  readonly isWell: boolean
}

const WELL: ReadonlySet<MonitorStatus> = new Set(['up', 'maintenance', 'paused'])

/** Monitors by tag, each with the state of the worst: what is not well first, then by name, those without a tag last.
 *  One with several tags is in each of their groups. Pure.
 *  @param order statuses, the most urgent first */
export function tagGroups<M extends Grouped>(
  monitors: readonly M[],
  order: readonly MonitorStatus[],
): TagGroup<M>[] {
  const byTag = new Map<string | null, M[]>()
  for (const monitor of monitors) {
    const tags = monitor.tags.length === 0 ? [null] : monitor.tags
    for (const tag of tags) byTag.set(tag, [...(byTag.get(tag) ?? []), monitor])
  }
  const rank = (status: MonitorStatus): number => order.indexOf(status)
  return [...byTag]
    .map(([tag, those]) => {
      const sorted = those.toSorted(
        (a, b) => rank(a.status) - rank(b.status) || a.name.localeCompare(b.name),
      )
      const counts = new Map<MonitorStatus, number>()
      for (const { status } of sorted) counts.set(status, (counts.get(status) ?? 0) + 1)
      const status = sorted[0]?.status ?? 'pending'
      const isWell = sorted.every((monitor) => WELL.has(monitor.status))
      return { tag, status, counts, monitors: sorted, isWell }
    })
    .sort(
      (a, b) =>
        Number(a.tag === null) - Number(b.tag === null) ||
        Number(a.isWell) - Number(b.isWell) ||
        rank(a.status) - rank(b.status) ||
        (a.tag ?? '').localeCompare(b.tag ?? ''),
    )
}
