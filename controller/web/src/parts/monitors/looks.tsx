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
      {(monitors) => {
        if (monitors.length === 0) return empty
        const rest =
          total > monitors.length ? (
            <p className="mt-4 text-sm text-ink-soft">
              {numberWords(monitors.length)} of {numberWords(total)} are here: the list has them
              all.
            </p>
          ) : null
        if (look === 'wall')
          return <Wall monitors={monitors} filters={filters} rest={rest} onLeave={onLeave} />
        return (
          <>
            {look === 'groups' ? (
              <TagGroups monitors={monitors} />
            ) : (
              <MonitorTiles monitors={monitors} />
            )}
            {rest}
          </>
        )
      }}
    </Loaded>
  )
}
