import { useQuery } from '@tanstack/react-query'
import type { MonitorFilters } from '../../data/monitors.ts'
import { monitorCountsQuery } from '../../data/monitors.ts'
import { numberWords } from '../../words/durations.ts'
import { STATUS_ORDER, STATUS_WORDS } from '../../words/statuses.ts'
import { classes } from '../class-names.ts'
import { StatusMark } from '../status/status-mark.tsx'

/** How many have each status; a press shows those alone.
 *  It asks for its counts itself: they belong to nothing else on the page. */
export function StatusFilter({
  filters,
  onChange,
}: {
  filters: MonitorFilters
  onChange: (status: string | undefined) => void
}) {
  const { type, tag, region, search } = filters
  const { data: counts, isPending } = useQuery(monitorCountsQuery({ type, tag, region, search }))
  if (isPending) return <div className="h-8" />
  return (
    <ul
      aria-label="By status"
      // On a phone one line of any length: what is below it stays where it is while the counts come.
      className="-mx-4 flex gap-1.5 overflow-x-auto px-4 sm:mx-0 sm:flex-wrap sm:overflow-visible sm:px-0"
    >
      {STATUS_ORDER.map((status) => {
        const count = counts?.[status]
        const isPicked = filters.status === status
        if (count === 0 && !isPicked) return null
        return (
          <li key={status} className="shrink-0">
            <button
              type="button"
              aria-pressed={isPicked}
              onClick={() => onChange(isPicked ? undefined : status)}
              className={classes(
                'inline-flex h-8 cursor-pointer items-center gap-1.5 rounded-full border px-3 text-xs font-medium transition-colors',
                isPicked
                  ? 'border-accent bg-accent-soft text-ink'
                  : 'border-line bg-surface text-ink-soft hover:bg-hover',
              )}
            >
              <StatusMark status={status} isNamed className="size-3.5" />
              {STATUS_WORDS[status].title}
              <span className="numbers text-ink-faint">
                {count === undefined ? '' : numberWords(count)}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
