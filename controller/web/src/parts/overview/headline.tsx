import { Link } from '@tanstack/react-router'
import type { Overview } from '../../data/outages.ts'
import { countWords, numberWords, uptimeWords } from '../../words/durations.ts'
import { STATUS_ORDER, STATUS_WORDS } from '../../words/statuses.ts'
import { Card } from '../layout/card.tsx'
import { Figure } from '../layout/figure.tsx'
import { StatusMark } from '../status/status-mark.tsx'

const SPANS: Readonly<Record<number, string>> = { 1: '24 hours', 7: '7 days', 30: '30 days' }

function sentence({ byStatus, total }: Overview['monitors']): string {
  const those = (count: number): string => countWords(count, 'monitor is', 'monitors are')
  if (byStatus.down > 0) return `${those(byStatus.down)} down`
  if (byStatus.degraded > 0) return `${those(byStatus.degraded)} degraded`
  if (byStatus.unknown > 0) return `Nothing is known of ${countWords(byStatus.unknown, 'monitor')}`
  return total === byStatus.paused ? 'Everything is paused' : 'Everything is well'
}

/** How it stands, in a sentence, and how many are what. */
export function Headline({ overview }: { overview: Overview }) {
  const { byStatus } = overview.monitors
  const worst = STATUS_ORDER.find((status) => byStatus[status] > 0) ?? 'up'
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-6">
        <div className="min-w-0">
          <p className="flex items-center gap-3 text-xl font-semibold tracking-tight">
            <StatusMark status={worst} isNamed className="size-6" />
            {sentence(overview.monitors)}
          </p>
          <ul aria-label="Monitors by status" className="mt-3 flex flex-wrap gap-x-4 gap-y-1">
            {STATUS_ORDER.filter((status) => byStatus[status] > 0).map((status) => (
              <li key={status}>
                <Link
                  to="/monitors"
                  search={{ status } as never}
                  className="inline-flex items-center gap-1.5 text-sm text-ink-soft hover:text-accent"
                >
                  <StatusMark status={status} isNamed className="size-3.5" />
                  <span className="numbers font-medium">{numberWords(byStatus[status])}</span>
                  {STATUS_WORDS[status].title.toLowerCase()}
                </Link>
              </li>
            ))}
          </ul>
        </div>
        <dl className="flex flex-wrap gap-x-8 gap-y-3">
          {overview.uptime.map(({ days, uptime, previous }) => (
            <Figure
              key={days}
              name={`Uptime, ${SPANS[days] ?? `${days} days`}`}
              value={uptimeWords(uptime)}
              note={previous === null ? undefined : `before ${uptimeWords(previous)}`}
            />
          ))}
        </dl>
      </div>
    </Card>
  )
}
