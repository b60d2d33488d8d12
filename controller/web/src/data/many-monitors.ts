import { useQueries, useQuery } from '@tanstack/react-query'
import type { MonitorFilters } from './monitors.ts'
import { monitorsQuery } from './monitors.ts'
import type { ListedMonitor } from './wire.ts'

/** As many as the API gives at once. */
const PER = 200
/** More cannot be looked at together: the list is for them. */
const MOST_PAGES = 5

/** Monitors to be looked at together, up to a thousand.
 *  @param beats latest intervals that each is shown with */
export function useManyMonitors(filters: MonitorFilters, beats: number) {
  const first = useQuery(monitorsQuery(filters, 1, PER, beats))
  const total = first.data?.total ?? 0
  const pages = Math.min(MOST_PAGES, Math.ceil(total / PER))
  const rest = useQueries({
    queries: Array.from({ length: Math.max(0, pages - 1) }, (_, index) =>
      monitorsQuery(filters, index + 2, PER, beats),
    ),
  })
  const monitors: readonly ListedMonitor[] | undefined = first.data && [
    ...first.data.monitors,
    ...rest.flatMap(({ data }) => data?.monitors ?? []),
  ]
  return { query: { ...first, data: monitors, refetch: first.refetch as never }, total }
}
