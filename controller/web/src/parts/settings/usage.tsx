import { useQuery } from '@tanstack/react-query'
import { plansQuery, usageQuery } from '../../data/account.ts'
import { numberWords } from '../../words/durations.ts'
import { dayWords } from '../../words/times.ts'
import { FormError } from '../feedback/form-error.tsx'
import { Loaded } from '../feedback/loaded.tsx'
import { Card } from '../layout/card.tsx'
import { Figure } from '../layout/figure.tsx'
import { Time } from '../time.tsx'

/** @param limit null: there is none; undefined: it is not read */
const limitWords = (limit: number | null | undefined, unit = ''): string => {
  if (limit === undefined) return '–'
  return limit === null ? 'no limit' : `${numberWords(limit)}${unit}`
}

/** The plan, and the calls of the API that count. */
export function Usage() {
  const usage = useQuery(usageQuery)
  const plans = useQuery(plansQuery)
  return (
    <Loaded query={usage}>
      {({ used, dailyLimit, tier, resetsAt, byDay, byEndpoint }) => {
        const plan = plans.data?.find((each) => each.tier === tier)
        return (
          <div className="space-y-4">
            <Card title="Plan">
              <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
                <Figure
                  name="Plan"
                  value={<span className="inline-block first-letter:uppercase">{tier}</span>}
                />
                <Figure
                  name="Calls today"
                  value={numberWords(used)}
                  note={dailyLimit === null ? 'no limit' : `of ${numberWords(dailyLimit)}`}
                />
                <Figure name="Monitors at most" value={limitWords(plan?.maxMonitors)} />
                <Figure
                  name="Shortest interval"
                  value={limitWords(plan?.minIntervalMinutes, ' min')}
                />
              </dl>
              <FormError text={plans.data === undefined ? plans.error?.message : undefined} />
              <p className="mt-3 text-xs text-ink-faint">
                Calls by keys count, what is done in the app does not. The count starts anew{' '}
                <Time at={resetsAt} form="relative" />.
              </p>
            </Card>
            <Card title="Calls of the last 30 days">
              {byDay.some(({ used: calls }) => calls > 0) ? (
                <Bars days={byDay} />
              ) : (
                <p className="text-sm text-ink-soft">
                  There were none.{' '}
                  <a href="/docs" className="text-accent hover:underline">
                    What the API can do
                  </a>
                </p>
              )}
            </Card>
            {byEndpoint.length === 0 ? null : (
              <Card title="Today by endpoint" isFlush>
                <table className="w-full text-sm">
                  <caption className="sr-only">Calls of today by endpoint</caption>
                  <tbody>
                    {byEndpoint.map(({ endpoint, used: calls }) => (
                      <tr key={endpoint} className="border-t border-line">
                        <th
                          scope="row"
                          className="px-4 py-2 text-left font-mono text-xs font-normal break-all"
                        >
                          {endpoint}
                        </th>
                        <td className="px-4 py-2 text-right">{numberWords(calls)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </Card>
            )}
          </div>
        )
      }}
    </Loaded>
  )
}

function Bars({ days }: { days: readonly { date: string; used: number }[] }) {
  const most = Math.max(1, ...days.map(({ used }) => used))
  const shown = days.toReversed()
  return (
    <>
      <svg
        role="img"
        aria-label={`Calls by day: ${numberWords(most)} at most`}
        viewBox={`0 0 ${shown.length * 10} 60`}
        preserveAspectRatio="none"
        className="h-24 w-full text-accent-fill"
      >
        {shown.map(({ date, used }, index) => (
          <rect
            key={date}
            x={index * 10 + 1}
            width={8}
            y={60 - Math.max(1, (used / most) * 58)}
            height={Math.max(1, (used / most) * 58)}
            rx={1}
            fill="currentColor"
            opacity={used === 0 ? 0.25 : 1}
          >
            <title>{`${dayWords(date)}: ${numberWords(used)}`}</title>
          </rect>
        ))}
      </svg>
      <p aria-hidden className="mt-1 flex justify-between gap-2 text-xs text-ink-faint">
        <span>{shown[0] === undefined ? '' : dayWords(shown[0].date)}</span>
        <span>at most {numberWords(most)} a day</span>
        <span>today</span>
      </p>
    </>
  )
}
