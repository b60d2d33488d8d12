import { useQueries, useQuery } from '@tanstack/react-query'
import type { MonitorFilters } from './monitors.ts'
import { monitorsQuery, TOGETHER_ASKED } from './monitors.ts'
import type { ListedMonitor } from './wire.ts'

/** More cannot be looked at together: the list is for them. */
const MOST_PAGES = 5

/** Monitors to be looked at together, up to a thousand.
 *  @param beats latest intervals that each is shown with */
export function useManyMonitors(filters: MonitorFilters, beats: number) {
  const first = useQuery(monitorsQuery(filters, 1, TOGETHER_ASKED, beats))
  const total = first.data?.total ?? 0
  const pages = Math.min(MOST_PAGES, Math.ceil(total / TOGETHER_ASKED))
  const rest = useQueries({
    queries: Array.from({ length: Math.max(0, pages - 1) }, (_, index) =>
      monitorsQuery(filters, index + 2, TOGETHER_ASKED, beats),
    ),
  })
  const monitors: readonly ListedMonitor[] | undefined = first.data && [
    ...first.data.monitors,
    ...rest.flatMap(({ data }) => data?.monitors ?? []),
  ]
  return { query: { ...first, data: monitors, refetch: first.refetch as never }, total }
}
