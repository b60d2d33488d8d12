import { useManyMonitors } from '../../data/many-monitors.ts'
import type { MonitorFilters } from '../../data/monitors.ts'
import type { ListLook } from '../../data/saved-views.ts'
import { numberWords } from '../../words/durations.ts'
import { Loaded } from '../feedback/loaded.tsx'
import { MonitorTiles, TILE_BEATS } from './monitor-tiles.tsx'
import { TagGroups } from './tag-groups.tsx'
import { Wall } from './wall.tsx'

/** Monitors at once on a page, in a look other than the list. */
export function Together({
  look,
  filters,
  empty,
  onLeave,
}: {
  look: Exclude<ListLook, 'list'>
  filters: MonitorFilters
  empty: React.ReactNode
  /** Leaves the wall. */
  onLeave: () => void
}) {
  const { query, total } = useManyMonitors(filters, TILE_BEATS)
  return (
    <Loaded query={query}>
      {(monitors) => (
        <>
          {monitors.length === 0 ? (
            empty
          ) : look === 'groups' ? (
            <TagGroups monitors={monitors} />
          ) : look === 'wall' ? (
            <Wall monitors={monitors} onLeave={onLeave} />
          ) : (
            <MonitorTiles monitors={monitors} />
          )}
          {total > monitors.length ? (
            <p className="mt-4 text-sm text-ink-soft">
              {numberWords(monitors.length)} of {numberWords(total)} are here: the list has them
              all.
            </p>
          ) : null}
        </>
      )}
    </Loaded>
  )
}
