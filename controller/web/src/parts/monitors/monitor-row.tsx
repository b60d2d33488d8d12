import { memo } from 'react'
import { SHOWN_BEATS } from '../../data/monitor-pages.ts'
import type { ListedMonitor } from '../../data/wire.ts'
import { responseWords, uptimeWords } from '../../words/durations.ts'
import { STATUS_WORDS } from '../../words/statuses.ts'
import { BeatBar } from '../charts/beat-bar.tsx'
import { Checkbox } from '../controls/checkbox.tsx'
import { StatusMark } from '../status/status-mark.tsx'
import { Since } from '../time.tsx'
import { MonitorLink } from './monitor-link.tsx'

/** Columns of the list; on narrow screens name and status alone, and the bar below them. */
export const COLUMNS =
  'grid grid-cols-[auto_1fr_auto] content-center items-center gap-x-3 gap-y-1.5 px-3 sm:px-4 lg:grid-cols-[2.9rem_minmax(12rem,1.4fr)_minmax(10rem,1fr)_5.5rem_5.5rem_6rem]'

/** What is said below the name: why it is not well, or where it is. */
function second({ status, statusReason, url }: ListedMonitor): string {
  return status === 'up' || statusReason === null ? url : statusReason
}

/** Drawn anew only when something of it is other: while a list scrolls most of its rows stay as they are. */
export const MonitorRow = memo(function MonitorRow({
  monitor,
  isPicked,
  onPick,
}: {
  monitor: ListedMonitor
  isPicked: boolean
  /** null: nobody here may do anything with it. */
  onPick: ((id: string, isPicked: boolean) => void) | null
}) {
  return (
    <>
      <span role="cell" className="flex items-center gap-3">
        {onPick === null ? null : (
          <Checkbox
            aria-label={`Pick ${monitor.name}`}
            isSelected={isPicked}
            onChange={(isOn) => onPick(monitor.id, isOn)}
          />
        )}
        <StatusMark status={monitor.status} className="size-[1.1rem]" />
      </span>
      <span role="cell" className="min-w-0">
        <MonitorLink
          id={monitor.id}
          className="block truncate text-sm font-medium hover:text-accent"
        >
          {monitor.name}
        </MonitorLink>
        <span className="block truncate text-xs text-ink-faint" title={second(monitor)}>
          {second(monitor)}
        </span>
      </span>
      <span role="cell" className="order-last col-span-2 col-start-2 lg:order-none lg:col-auto">
        {monitor.beats === undefined ? null : (
          <BeatBar packed={monitor.beats} places={SHOWN_BEATS} className="h-4 lg:h-7" />
        )}
      </span>
      <span role="cell" className="numbers hidden text-right text-sm lg:block">
        {responseWords(monitor.responseMs)}
      </span>
      <span role="cell" className="numbers hidden text-right text-sm lg:block">
        {uptimeWords(monitor.uptime30d)}
      </span>
      <span role="cell" className="text-right text-xs text-ink-soft">
        {STATUS_WORDS[monitor.status].title}
        <span className="block text-ink-faint">
          <Since from={monitor.statusSince} isShort />
        </span>
      </span>
    </>
  )
})
