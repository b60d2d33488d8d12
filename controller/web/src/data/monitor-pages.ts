import { useQueries } from '@tanstack/react-query'
import type { MonitorFilters } from './monitors.ts'
import { monitorsQuery } from './monitors.ts'
import type { ListedMonitor } from './wire.ts'

/** Rows that are asked for at once. */
const PER = 100
/** Intervals shown of each. */
const BEATS = 40

/** A page of rows.
 *  @param page from 0 */
const monitorRowsQuery = (filters: MonitorFilters, page: number) =>
  monitorsQuery(filters, page + 1, PER, BEATS)

/** Rows of a list of any length: those pages are asked for that are looked at.
 *  @param first index of the first row that is seen, from 0
 *  @param last index of the last */
export function useMonitorRows(filters: MonitorFilters, first: number, last: number) {
  const from = Math.floor(Math.max(0, first) / PER)
  const to = Math.floor(Math.max(0, last) / PER)
  const pages = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const queries = useQueries({
    queries: pages.map((page) => monitorRowsQuery(filters, page)),
  })
  const known = queries.find(({ data }) => data !== undefined)
  return {
    total: known?.data?.total,
    /** Why rows are missing; null: none is, or they are yet to come. */
    error: queries.find(({ error, data }) => error !== null && data === undefined)?.error ?? null,
    isPlaceholder: known?.isPlaceholderData ?? false,
    refetch: () => queries.forEach((query) => void query.refetch()),
    /** undefined: it is not there yet. */
    rowAt(index: number): ListedMonitor | undefined {
      const page = Math.floor(index / PER) - from
      return queries[page]?.data?.monitors[index % PER]
    },
  }
}

export { BEATS as SHOWN_BEATS, PER as ROWS_ASKED }
