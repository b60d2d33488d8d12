import type { Summary } from '../../data/reports.ts'
import { numberWords, responseWords, shortDuration, uptimeWords } from '../../words/durations.ts'
import { Skeleton } from '../feedback/skeleton.tsx'
import { Card } from '../layout/card.tsx'
import { Figure } from '../layout/figure.tsx'

const WELL_FROM = 99.9
const BAD_BELOW = 99

function toneOf(uptime: number | null): 'up' | 'degraded' | 'down' | undefined {
  if (uptime === null) return undefined
  if (uptime >= WELL_FROM) return 'up'
  return uptime >= BAD_BELOW ? 'degraded' : 'down'
}

const downWords = ({ downtimeSeconds }: Summary): string =>
  downtimeSeconds === 0 ? 'never' : shortDuration(downtimeSeconds)

/** Nothing where there was nothing. */
const beforeWords = (value: number | null, say: (value: number) => string): string | undefined =>
  value === null ? undefined : `before ${say(value)}`

const FIGURES = 'grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-3 lg:grid-cols-6'
const NAMES = [
  'Uptime',
  'Response, average',
  'Response, 95th percentile',
  'Outages',
  'Down',
  'Failed checks',
]
const WAITING = <Skeleton className="h-4 w-24" />

/** Their names, before the figures are there. */
export function FiguresPlace() {
  return (
    <Card>
      <dl className={FIGURES}>
        {NAMES.map((name) => (
          <Figure key={name} name={name} value={'\u00a0'} note={WAITING} />
        ))}
      </dl>
    </Card>
  )
}

/** A period in figures, each beside the period before it.
 *  @param before undefined: it is not there yet */
export function SummaryFigures({
  summary,
  before,
}: {
  summary: Summary
  before: Summary | undefined
}) {
  const { uptime, response, previousPeriod, checks } = summary
  /** How it was before, then what else is said of it. */
  const notes = (say: (earlier: Summary) => string, ...rest: readonly string[]): string => {
    const isKnown = before !== undefined && before.checks.total > 0
    return [...(isKnown ? [`before ${say(before)}`] : []), ...rest].join(', ')
  }
  const tone = toneOf(uptime)
  return (
    <Card>
      <dl className={FIGURES}>
        <Figure
          name="Uptime"
          value={uptimeWords(uptime)}
          note={beforeWords(previousPeriod.uptime, uptimeWords)}
          {...(tone === undefined ? {} : { tone })}
        />
        <Figure
          name="Response, average"
          value={responseWords(response.avgMs)}
          note={beforeWords(previousPeriod.avgMs, responseWords)}
        />
        <Figure
          name="Response, 95th percentile"
          value={responseWords(response.p95Ms)}
          note={notes(
            (earlier) => responseWords(earlier.response.p95Ms),
            ...(response.maxMs === null ? [] : [`at most ${responseWords(response.maxMs)}`]),
          )}
        />
        <Figure
          name="Outages"
          value={numberWords(summary.outageCount)}
          note={notes(
            ({ outageCount }) => numberWords(outageCount),
            ...(summary.outageCount === 0
              ? []
              : [`the longest ${shortDuration(summary.longestOutageSeconds)}`]),
          )}
        />
        <Figure
          name="Down"
          value={downWords(summary)}
          note={notes(
            downWords,
            ...(summary.mttrSeconds === null
              ? []
              : [`${shortDuration(summary.mttrSeconds)} on average`]),
          )}
        />
        <Figure
          name="Failed checks"
          value={numberWords(checks.down)}
          note={notes(
            (earlier) => numberWords(earlier.checks.down),
            `of ${numberWords(checks.total)}`,
          )}
        />
      </dl>
    </Card>
  )
}
