import { timeZone } from '../../data/preferences.ts'
import { fullTime } from '../../words/times.ts'
import { Card } from '../layout/card.tsx'
import type { CourseEvent } from './course-events.ts'

const DOTS: Readonly<Record<CourseEvent['tone'], string>> = {
  down: 'bg-down',
  up: 'bg-up',
  degraded: 'bg-degraded',
  unknown: 'bg-unknown',
  told: 'bg-accent-fill',
  note: 'bg-unknown',
}

/** What happened, in its order. */
export function Course({ events }: { events: readonly CourseEvent[] }) {
  const zone = timeZone.use()
  return (
    <Card title="What happened">
      <ol className="relative space-y-3 border-l-2 border-line pl-5">
        {events.map(({ at, tone, title, text }, index) => (
          // Two things can happen at one instant.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${at} ${index}`} className="relative text-sm">
            <span
              aria-hidden
              className={`absolute top-1.5 -left-[1.62rem] size-2.5 rounded-full border-2 border-surface ${DOTS[tone]}`}
            />
            <span className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="font-medium break-words">{title}</span>
              <time dateTime={at} title={at} className="text-xs text-ink-faint">
                {fullTime(new Date(at), zone)}
              </time>
            </span>
            {text === null ? null : (
              <span className="block text-xs break-words whitespace-pre-wrap text-ink-soft">
                {text}
              </span>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}
