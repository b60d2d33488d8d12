import type { Summary } from '../../data/reports.ts'
import { numberWords, responseWords, shortDuration, uptimeWords } from '../../words/durations.ts'
import { Card } from '../layout/card.tsx'
import { Figure } from '../layout/figure.tsx'

const WELL_FROM = 99.9
const BAD_BELOW = 99

function toneOf(uptime: number | null): 'up' | 'degraded' | 'down' | undefined {
  if (uptime === null) return undefined
  if (uptime >= WELL_FROM) return 'up'
  return uptime >= BAD_BELOW ? 'degraded' : 'down'
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
  const was = (say: (earlier: Summary) => string): string =>
    before === undefined || before.checks.total === 0 ? '' : `, before ${say(before)}`
  const tone = toneOf(uptime)
  return (
    <Card>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-3 lg:grid-cols-6">
        <Figure
          name="Uptime"
          value={uptimeWords(uptime)}
          note={`before ${uptimeWords(previousPeriod.uptime)}`}
          {...(tone === undefined ? {} : { tone })}
        />
        <Figure
          name="Response, average"
          value={responseWords(response.avgMs)}
          note={`before ${responseWords(previousPeriod.avgMs)}`}
        />
        <Figure
          name="Response, 95th percentile"
          value={responseWords(response.p95Ms)}
          note={`at most ${responseWords(response.maxMs)}${was((earlier) => responseWords(earlier.response.p95Ms))}`}
        />
        <Figure
          name="Outages"
          value={numberWords(summary.outageCount)}
          note={`${
            summary.outageCount === 0
              ? 'none'
              : `the longest ${shortDuration(summary.longestOutageSeconds)}`
          }${was(({ outageCount }) => numberWords(outageCount))}`}
        />
        <Figure
          name="Down"
          value={summary.downtimeSeconds === 0 ? 'never' : shortDuration(summary.downtimeSeconds)}
          note={[
            summary.mttrSeconds === null ? '' : `${shortDuration(summary.mttrSeconds)} on average`,
            was(({ downtimeSeconds }) =>
              downtimeSeconds === 0 ? 'never' : shortDuration(downtimeSeconds),
            ),
          ]
            .join('')
            .replace(/^, /, '')}
        />
        <Figure
          name="Checks"
          value={numberWords(checks.total)}
          note={`${numberWords(checks.down)} failed${was((earlier) => numberWords(earlier.checks.down))}`}
        />
      </dl>
    </Card>
  )
}
