import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useDeferredValue, useLayoutEffect, useState } from 'react'
import { ROWS_ASKED, useMonitorRows } from '../../data/monitor-pages.ts'
import { useIsWide } from '../../data/use-is-wide.ts'
import type { MonitorFilters } from '../../data/monitors.ts'
import { classes } from '../class-names.ts'
import { ErrorState } from '../feedback/error-state.tsx'
import { Skeleton, SkeletonRows } from '../feedback/skeleton.tsx'
import { COLUMNS, MonitorRow } from './monitor-row.tsx'

const ROW_PX = 60
/** On narrow screens the bar stands below the name. */
const NARROW_ROW_PX = 80
/** Rows that are ready beyond those seen; none of them is waited for when the list is shown first. */
const BEYOND = 12
const BEYOND_AT_FIRST = 0
const NAMES = ['State', 'Monitor', 'Lately', 'Response', 'Uptime 30 d', 'Since']
/** Before it is known how many there are. */
const FIRST_ROWS = 30

/** The first row of those that are asked for together with one: what is seen changes with them, not with each row. */
const firstAsked = (index: number): number => index - (index % ROWS_ASKED)

/** Any number of monitors; only rows that are near the window are drawn, and asked for. */
export function MonitorList({
  filters,
  picked,
  onPick,
  empty,
}: {
  filters: MonitorFilters
  picked: ReadonlySet<string>
  /** null: nobody here may do anything with them. */
  onPick: ((id: string, isPicked: boolean) => void) | null
  /** Shown when there is none. */
  empty: React.ReactNode
}) {
  const rowPx = useIsWide() ? ROW_PX : NARROW_ROW_PX
  const [seen, setSeen] = useState({ first: 0, last: firstAsked(FIRST_ROWS) })
  const rows = useMonitorRows(filters, seen.first, seen.last)
  // What cannot be read further down does not take away what is above it.
  const of = JSON.stringify(filters)
  const [last, setLast] = useState({ of, total: rows.total })
  const isOther = of !== last.of || (rows.total !== undefined && rows.total !== last.total)
  if (isOther && !rows.isPlaceholder) setLast({ of, total: rows.total })
  const known = rows.total ?? (of === last.of ? last.total : undefined)
  // The first rows are drawn in pieces: the browser answers to people in between.
  const isThere = useDeferredValue(known !== undefined)
  const beyond = useDeferredValue(BEYOND, BEYOND_AT_FIRST)
  const total = known ?? 0
  // The compiler is not used here, and rows are few.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useWindowVirtualizer({
    count: total,
    estimateSize: () => rowPx,
    overscan: beyond,
    onChange({ range }) {
      const next = {
        first: firstAsked(range?.startIndex ?? 0),
        last: firstAsked((range?.endIndex ?? 0) + BEYOND),
      }
      if (next.first !== seen.first || next.last !== seen.last) setSeen(next)
    },
  })
  // It keeps the heights that it was told first.
  useLayoutEffect(() => virtual.measure(), [virtual, rowPx])
  if (known === undefined || !isThere) {
    if (known === undefined && rows.error !== null)
      return <ErrorState error={rows.error} onRetry={rows.refetch} />
    return <SkeletonRows rows={10} />
  }
  if (total === 0) return empty
  return (
    <>
      <div
        role="table"
        aria-label="Monitors"
        aria-rowcount={total + 1}
        className={classes(
          'overflow-hidden rounded-xl border border-line bg-surface',
          rows.isPlaceholder && 'opacity-60',
        )}
      >
        <div role="rowgroup">
          <div
            role="row"
            aria-rowindex={1}
            className={classes(
              COLUMNS,
              'hidden h-9 border-b border-line text-xs text-ink-faint lg:grid',
            )}
          >
            {NAMES.map((name, index) => (
              <span
                key={name}
                role="columnheader"
                className={classes('font-medium', index > 2 && 'text-right')}
              >
                {index === 0 ? <span className="sr-only">{name}</span> : name}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const monitor = rows.rowAt(index)
            return (
              <div
                key={monitor?.id ?? index}
                role="row"
                aria-rowindex={index + 2}
                className={classes(
                  COLUMNS,
                  'absolute inset-x-0 top-0 border-b border-line last:border-b-0 hover:bg-hover',
                )}
                style={{ height: rowPx, transform: `translateY(${start}px)` }}
              >
                {monitor === undefined ? (
                  <Skeleton className="col-span-full h-8" />
                ) : (
                  <MonitorRow monitor={monitor} isPicked={picked.has(monitor.id)} onPick={onPick} />
                )}
              </div>
            )
          })}
        </div>
      </div>
      {rows.error === null ? null : (
        <div className="sticky bottom-4 mt-4">
          <ErrorState error={rows.error} onRetry={rows.refetch} />
        </div>
      )}
    </>
  )
}
