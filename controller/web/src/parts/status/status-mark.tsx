import type { MonitorStatus } from '@sightline/shared/check-words'
import { STATUS_WORDS } from '../../words/statuses.ts'
import { classes } from '../class-names.ts'

/** Colour and shape of a status: told apart without the colour too. */
export const STATUS_LOOK: Readonly<Record<MonitorStatus, { text: string; chip: string }>> = {
  up: { text: 'text-up', chip: 'bg-up-soft text-up' },
  degraded: { text: 'text-degraded', chip: 'bg-degraded-soft text-degraded' },
  down: { text: 'text-down', chip: 'bg-down-soft text-down' },
  unknown: { text: 'text-unknown', chip: 'bg-unknown-soft text-unknown' },
  maintenance: { text: 'text-maintenance', chip: 'bg-maintenance-soft text-maintenance' },
  paused: { text: 'text-paused', chip: 'bg-paused-soft text-paused' },
  pending: { text: 'text-pending', chip: 'bg-pending-soft text-pending' },
}

const SHAPES: Readonly<Record<MonitorStatus, string>> = {
  // A tick, a triangle, a cross, a question mark, a spanner's bar, two bars, three dots.
  up: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm3.6 5.3-4.2 4.4a.8.8 0 0 1-1.1 0L4.4 8.9a.8.8 0 1 1 1.1-1.1l1.3 1.2 3.6-3.8a.8.8 0 1 1 1.2 1.1Z',
  degraded:
    'M8.9 1.8a1 1 0 0 0-1.8 0l-6 11.4A1 1 0 0 0 2 14.7h12a1 1 0 0 0 .9-1.5l-6-11.4ZM8 5.6c.5 0 .9.4.8.9l-.2 3a.6.6 0 0 1-1.2 0l-.2-3c0-.5.3-.9.8-.9Zm0 5.3a.9.9 0 1 1 0 1.8.9.9 0 0 1 0-1.8Z',
  down: 'M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1L5.1 1Zm.3 4.4a.8.8 0 0 0 0 1.1L6.9 8 5.4 9.5a.8.8 0 1 0 1.1 1.1L8 9.1l1.5 1.5a.8.8 0 1 0 1.1-1.1L9.1 8l1.5-1.5a.8.8 0 1 0-1.1-1.1L8 6.9 6.5 5.4a.8.8 0 0 0-1.1 0Z',
  unknown:
    'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm0 10a.9.9 0 1 1 0 1.8.9.9 0 0 1 0-1.8Zm0-7.5c1.5 0 2.6 1 2.6 2.4 0 1-.5 1.5-1.2 2-.5.4-.7.6-.7 1.1a.7.7 0 0 1-1.4 0c0-1.2.7-1.8 1.3-2.2.5-.4.6-.5.6-.9 0-.5-.5-1-1.2-1-.6 0-1 .3-1.2.8a.7.7 0 1 1-1.3-.5C5.8 4.1 6.8 3.5 8 3.5Z',
  maintenance:
    'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1ZM4.8 7.2h6.4a.8.8 0 0 1 0 1.6H4.8a.8.8 0 0 1 0-1.6Z',
  paused:
    'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1ZM6.2 5c.4 0 .8.3.8.8v4.4a.8.8 0 0 1-1.6 0V5.8c0-.5.4-.8.8-.8Zm3.6 0c.4 0 .8.3.8.8v4.4a.8.8 0 0 1-1.6 0V5.8c0-.5.4-.8.8-.8Z',
  pending:
    'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1ZM4.8 7.1a.9.9 0 1 1 0 1.8.9.9 0 0 1 0-1.8Zm3.2 0a.9.9 0 1 1 0 1.8.9.9 0 0 1 0-1.8Zm3.2 0a.9.9 0 1 1 0 1.8.9.9 0 0 1 0-1.8Z',
}

/** The sign of a status. Its name is read out unless it stands beside it. */
export function StatusMark({
  status,
  isNamed = false,
  className,
}: {
  status: MonitorStatus
  isNamed?: boolean
  className?: string
}) {
  const name = isNamed
    ? { 'aria-hidden': true }
    : { role: 'img', 'aria-label': STATUS_WORDS[status].title }
  return (
    <svg
      {...name}
      viewBox="0 0 16 16"
      fill="currentColor"
      className={classes('size-4 shrink-0', STATUS_LOOK[status].text, className)}
    >
      <path fillRule="evenodd" d={SHAPES[status]} />
    </svg>
  )
}

/** A status with its name. */
export function StatusChip({ status }: { status: MonitorStatus }) {
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1.5 rounded-full py-0.5 pr-2.5 pl-1.5 text-xs font-semibold whitespace-nowrap',
        STATUS_LOOK[status].chip,
      )}
    >
      <StatusMark status={status} isNamed className="size-3.5" />
      {STATUS_WORDS[status].title}
    </span>
  )
}
