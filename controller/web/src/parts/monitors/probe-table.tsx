import type { Probes } from '../../data/reports.ts'
import { countWords, numberWords, responseWords, uptimeWords } from '../../words/durations.ts'
import { RegionMap } from '../charts/region-map.tsx'
import { SpanBar } from '../charts/span-bar.tsx'
import { Card } from '../layout/card.tsx'
import { StatusMark } from '../status/status-mark.tsx'
import { Time } from '../time.tsx'
import { Scrolling } from '../layout/scrolling.tsx'

const CELL = 'px-2 py-2.5 text-right whitespace-nowrap sm:px-4'
/** What a phone has no room for: when it was checked stands below the name there. */
const WIDE_CELL = `${CELL} hidden sm:table-cell`

/** A monitor by location. */
export function ProbeTable({ probes: { probes, quorum } }: { probes: Probes }) {
  // A few that took very long bring the average beyond what most stayed below.
  const most = Math.max(
    1,
    ...probes.flatMap(({ avgResponseMs, p95Ms }) => [avgResponseMs ?? 0, p95Ms ?? 0]),
  )
  return (
    <Card
      title="Locations"
      isFlush
      actions={
        <span className="text-xs text-ink-faint">
          {quorum.of === 0
            ? 'No location can check it now'
            : `Down when ${quorum.required} of ${quorum.of} fail`}
        </span>
      }
    >
      <RegionMap
        regions={probes.map(({ region, name, lastStatus, avgResponseMs }) => ({
          region,
          name,
          status: lastStatus ?? 'pending',
          text: responseWords(avgResponseMs),
        }))}
      />
      <Scrolling label="Table: Locations">
        <table className="w-full text-sm">
          <caption className="sr-only">Checks by location</caption>
          <thead className="text-xs text-ink-faint">
            <tr>
              <th scope="col" className="px-4 py-2 text-left font-medium">
                Location
              </th>
              <th scope="col" className={`${WIDE_CELL} font-medium`}>
                Last check
              </th>
              <th scope="col" className={`${CELL} font-medium`}>
                Average
              </th>
              <th scope="col" className={`${CELL} font-medium`}>
                95th
              </th>
              <td className="hidden w-1/4 min-w-32 px-4 py-2 text-left md:table-cell" aria-hidden>
                0 to {responseWords(most)}
              </td>
              <th scope="col" className={`${CELL} pr-4 font-medium`}>
                Passed
              </th>
              <th scope="col" className={`${WIDE_CELL} font-medium`}>
                Checks
              </th>
            </tr>
          </thead>
          <tbody>
            {probes.map((probe) => (
              <tr key={probe.region} className="border-t border-line align-top">
                <th scope="row" className="max-w-80 py-2.5 pr-2 pl-4 text-left font-normal sm:pr-4">
                  <span className="flex gap-2 font-medium">
                    <StatusMark status={probe.lastStatus ?? 'pending'} className="mt-0.5" />
                    <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
                      {probe.name}
                      <span className="font-mono text-xs font-normal whitespace-nowrap text-ink-faint">
                        {probe.region}
                      </span>
                    </span>
                  </span>
                  <span className="mt-0.5 block text-xs text-ink-soft sm:hidden">
                    {countWords(probe.checks, 'check')}, the last{' '}
                    <Time at={probe.lastCheckedAt} form="past" />
                  </span>
                  {probe.lastError === null && probe.note === null ? null : (
                    <span className="mt-0.5 block text-xs break-words text-ink-soft">
                      {probe.lastError ?? probe.note}
                    </span>
                  )}
                </th>
                <td className={WIDE_CELL}>
                  <Time at={probe.lastCheckedAt} form="past" />
                </td>
                <td className={CELL}>{responseWords(probe.avgResponseMs)}</td>
                <td className={CELL}>{responseWords(probe.p95Ms)}</td>
                <td className="hidden px-4 py-2.5 md:table-cell" aria-hidden>
                  {probe.avgResponseMs === null ? null : (
                    <SpanBar
                      from={probe.avgResponseMs}
                      to={probe.p95Ms ?? probe.avgResponseMs}
                      most={most}
                    />
                  )}
                </td>
                <td className={`${CELL} pr-4`}>{uptimeWords(probe.uptime)}</td>
                <td className={WIDE_CELL}>{numberWords(probe.checks)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
    </Card>
  )
}
