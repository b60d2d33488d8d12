import { responseWords } from '../../words/durations.ts'

interface Hour {
  readonly hour: number
  readonly avgResponseMs: number | null
}

const HEIGHT = 60

/** How high the chart goes, and by which clocks. Pure. */
export function hoursNote(hours: readonly Hour[], zone: string): string {
  const known = hours.flatMap(({ avgResponseMs }) => avgResponseMs ?? [])
  if (known.length === 0) return `No response yet, ${zone}`
  return `0 to ${responseWords(Math.max(...known))}, ${zone}`
}

/** Average response time by hour of the day: when it is busy. */
export function HoursChart({ hours }: { hours: readonly Hour[] }) {
  const most = Math.max(1, ...hours.map(({ avgResponseMs }) => avgResponseMs ?? 0))
  return (
    <figure>
      <ol
        className="flex h-28 items-end gap-px"
        aria-label="Average response time by hour of the day"
      >
        {hours.map(({ hour, avgResponseMs }) => (
          <li key={hour} className="flex h-full flex-1 flex-col justify-end">
            <span className="sr-only">
              {hour}:00: {responseWords(avgResponseMs)}
            </span>
            <svg
              aria-hidden
              viewBox={`0 0 1 ${HEIGHT}`}
              preserveAspectRatio="none"
              className="h-24 w-full text-accent-fill"
            >
              <rect
                y={HEIGHT - ((avgResponseMs ?? 0) / most) * HEIGHT}
                height={((avgResponseMs ?? 0) / most) * HEIGHT}
                width={1}
                fill="currentColor"
                opacity={0.35 + 0.65 * ((avgResponseMs ?? 0) / most)}
              >
                <title>{`${hour}:00 to ${hour + 1}:00: ${responseWords(avgResponseMs)}`}</title>
              </rect>
            </svg>
            <span aria-hidden className="numbers mt-1 text-center text-[0.65rem] text-ink-faint">
              {hour % 6 === 0 ? hour : '\u00a0'}
            </span>
          </li>
        ))}
      </ol>
    </figure>
  )
}
