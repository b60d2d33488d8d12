import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { wallClock } from '../../words/zoned.ts'
import { classes } from '../class-names.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { Card } from '../layout/card.tsx'
import type { DayPart } from './calendar-days.ts'
import { addMonths, byDayOf, weeksOf } from './calendar-days.ts'
import type { Planned } from './planned.ts'
import { Scrolling } from '../layout/scrolling.tsx'

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const MONTH = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** A month with what is planned in it. What is to come can be dragged to another day; its button moves it too. */
export function Calendar({
  planned,
  zone,
  today,
  month,
  isReading,
  note,
  onMonth,
  onOpen,
  onMove,
}: {
  planned: readonly Planned[]
  zone: string
  today: string
  month: string
  /** Whether more of it is still to come. */
  isReading: boolean
  /** What is missing in it; null: nothing. */
  note: string | null
  onMonth: (month: string) => void
  onOpen: (occurrence: Planned) => void
  /** null: nobody here may move it. */
  onMove: ((occurrence: Planned, day: string) => void) | null
}) {
  const [over, setOver] = useState<string | null>(null)
  const title = MONTH.format(new Date(`${month}-01T00:00:00Z`))
  const byDay = byDayOf(planned, zone)
  return (
    <Card
      title={title}
      isFlush
      actions={
        <span className="flex items-center">
          <IconButton name="Month before" onPress={() => onMonth(addMonths(month, -1))}>
            <ChevronLeft aria-hidden />
          </IconButton>
          <IconButton name="Next month" onPress={() => onMonth(addMonths(month, 1))}>
            <ChevronRight aria-hidden />
          </IconButton>
        </span>
      }
    >
      <Scrolling label="Table: Calendar">
        <table aria-busy={isReading} className="w-full table-fixed border-collapse text-xs">
          <caption className="sr-only">
            Planned maintenance in {title}, times of {zone}
          </caption>
          <thead>
            <tr>
              {WEEKDAYS.map((name) => (
                <th
                  key={name}
                  scope="col"
                  className="px-1 py-1.5 text-left font-medium text-ink-faint sm:px-2"
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(month).map((week) => (
              <tr key={week[0]}>
                {week.map((day) => (
                  <td
                    key={day}
                    onDragOver={(event) => {
                      if (onMove === null) return
                      event.preventDefault()
                      setOver(day)
                    }}
                    onDragLeave={() => setOver(null)}
                    onDrop={(event) => {
                      event.preventDefault()
                      setOver(null)
                      const id = event.dataTransfer.getData('text/plain')
                      const dropped = planned.find((occurrence) => occurrence.id === id)
                      if (dropped !== undefined) onMove?.(dropped, day)
                    }}
                    className={classes(
                      'h-24 border-t border-l border-line p-0.5 align-top first:border-l-0 sm:p-1',
                      !day.startsWith(month) && 'bg-canvas text-ink-faint',
                      over === day && 'bg-accent-soft',
                    )}
                  >
                    <span
                      aria-current={day === today ? 'date' : undefined}
                      className="numbers inline-flex size-6 items-center justify-center rounded-full aria-[current]:bg-accent-fill aria-[current]:font-semibold aria-[current]:text-on-accent"
                    >
                      {Number(day.slice(8))}
                    </span>
                    {(byDay.get(day) ?? []).map((part) => (
                      <Chip
                        key={part.planned.id}
                        part={part}
                        zone={zone}
                        // Where it is dropped it begins.
                        mayMove={
                          onMove !== null && part.isFirst && part.planned.status === 'scheduled'
                        }
                        onOpen={() => onOpen(part.planned)}
                      />
                    ))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
      {note === null ? null : (
        <p role="status" className="border-t border-line px-4 py-2 text-xs text-ink-faint">
          {note}
        </p>
      )}
    </Card>
  )
}

/** When it begins; on days after that, when it ends. */
function timeOf({ planned, isFirst, isLast }: DayPart<Planned>, zone: string): string {
  const clock = (at: string) => wallClock(new Date(at), zone).slice(11)
  if (isFirst) return clock(planned.from)
  const end = clock(planned.to)
  return isLast && end !== '00:00' ? `–${end}` : 'all day'
}

function Chip({
  part,
  zone,
  mayMove,
  onOpen,
}: {
  part: DayPart<Planned>
  zone: string
  mayMove: boolean
  onOpen: () => void
}) {
  const occurrence = part.planned
  const isCancelled = occurrence.status === 'cancelled'
  return (
    <button
      type="button"
      draggable={mayMove}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', occurrence.id)
        event.dataTransfer.effectAllowed = 'move'
      }}
      onClick={onOpen}
      className={classes(
        'mt-0.5 block w-full cursor-pointer truncate rounded-md px-1 py-0.5 text-left font-medium sm:px-1.5',
        isCancelled
          ? 'bg-paused-soft text-paused line-through'
          : 'bg-maintenance-soft text-maintenance hover:brightness-95',
      )}
    >
      {part.isFirst ? null : <span className="sr-only">Goes on: </span>}
      <span className="numbers">{timeOf(part, zone)}</span>{' '}
      {/* A phone has no room for it: who presses is told. */}
      <span className="max-sm:sr-only">{occurrence.description}</span>
      {isCancelled ? <span className="sr-only"> (cancelled)</span> : null}
    </button>
  )
}
