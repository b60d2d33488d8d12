import type { MonitorStatus } from '@sightline/shared/check-words'
import { timeZone } from '../../data/preferences.ts'
import { durationWords } from '../../words/durations.ts'
import { STATUS_WORDS } from '../../words/statuses.ts'
import { fullTime } from '../../words/times.ts'
import { STATUS_LOOK } from '../status/status-mark.tsx'
import type { TimelineEntry } from './timeline-geometry.ts'
import { piecesOf } from './timeline-geometry.ts'

/** What is not well is drawn over the rest. */
const ABOVE: ReadonlySet<MonitorStatus> = new Set(['down', 'degraded'])

/** Statuses of a window in one bar. */
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
