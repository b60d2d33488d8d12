import type { MonitorStatus } from '@sightline/shared/check-words'
import { timeZone } from '../../data/preferences.ts'
import { durationWords, shortDuration } from '../../words/durations.ts'
import { STATUS_WORDS } from '../../words/statuses.ts'
import { fullTime, markTime, zoneName } from '../../words/times.ts'
import { classes } from '../class-names.ts'
import { STATUS_LOOK } from '../status/status-mark.tsx'
import type { TimelineEntry } from './timeline-geometry.ts'
import { lengthsOf, marksOf, piecesOf } from './timeline-geometry.ts'

/** What is not well is drawn over the rest. */
const ABOVE: ReadonlySet<MonitorStatus> = new Set(['down', 'degraded'])

/** Statuses of a window in one bar, with the times that it spans and how long each lasted. */
export function TimelineBar({
  entries,
  window,
}: {
  entries: readonly TimelineEntry[]
  window: { readonly from: string; readonly to: string }
}) {
  const zone = timeZone.use()
  const pieces = piecesOf(entries, window).sort(
    (a, b) => Number(ABOVE.has(a.status)) - Number(ABOVE.has(b.status)),
  )
  const words = (entry: TimelineEntry): string => {
    const seconds = (Date.parse(entry.to) - Date.parse(entry.from)) / 1_000
    return `${STATUS_WORDS[entry.status].title} for ${durationWords(seconds)} from ${fullTime(new Date(entry.from), zone)}`
  }
  return (
    <>
      <svg
        aria-hidden
        viewBox="0 0 1 1"
        preserveAspectRatio="none"
        className="h-8 w-full overflow-hidden rounded-lg bg-sunken"
      >
        {pieces.map((piece) => (
          <rect
            key={piece.from}
            x={piece.x}
            width={piece.width}
            height={1}
            className={STATUS_LOOK[piece.status].text}
            fill="currentColor"
            opacity={piece.status === 'up' ? 0.75 : 1}
          >
            <title>{words(piece)}</title>
          </rect>
        ))}
      </svg>
      <Axis window={window} zone={zone} />
      <ul aria-label="In all" className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-soft">
        {lengthsOf(entries, window).map(({ status, seconds }) => (
          <li key={status} className="flex items-center gap-1.5">
            <span
              aria-hidden
              className={classes('size-2.5 rounded-xs bg-current', STATUS_LOOK[status].text)}
            />
            {STATUS_WORDS[status].title} <span className="numbers">{shortDuration(seconds)}</span>
          </li>
        ))}
      </ul>
      <ol className="sr-only">
        {entries
          .filter(({ status }) => status !== 'up')
          .map((entry) => (
            <li key={entry.from}>{words(entry)}</li>
          ))}
      </ol>
    </>
  )
}

/** Between its ends only where there is room. */
function Axis({
  window,
  zone,
}: {
  window: { readonly from: string; readonly to: string }
  zone: string
}) {
  const marks = marksOf(window)
  const last = marks.length - 1
  return (
    <p className="numbers mt-1 flex justify-between text-xs text-ink-faint">
      {marks.map((at, index) => (
        <time
          key={at.getTime()}
          dateTime={at.toISOString()}
          className={classes(index > 0 && index < last && 'hidden sm:inline')}
        >
          {markTime(at, zone, window)}
          {index === last ? ` ${zoneName(zone, at)}` : null}
        </time>
      ))}
    </p>
  )
}
