import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useMemo } from 'react'
import { monitorQuery } from '../data/monitors.ts'
import type { Period, TimeWindow } from '../data/time-window.ts'
import { windowAsked } from '../data/window-asked.ts'
import {
  hoursQuery,
  outagesOfQuery,
  probesQuery,
  resultsQuery,
  summaryQuery,
} from '../data/reports.ts'
import { PERIODS, windowBefore, windowOf } from '../data/time-window.ts'
import { usePermissions } from '../data/me.ts'
import { timeZone } from '../data/preferences.ts'
import { useKeys } from '../data/use-keys.ts'
import { usePageSearch } from '../data/use-search.ts'
import type { Monitor } from '../data/wire.ts'
import { HoursChart, hoursNote } from '../parts/charts/hours-chart.tsx'
import { TimelineBar } from '../parts/charts/timeline-bar.tsx'
import { Button } from '../parts/controls/button.tsx'
import { Segments } from '../parts/controls/segments.tsx'
import { isFinal } from '../parts/feedback/error-state.tsx'
import { Loaded } from '../parts/feedback/loaded.tsx'
import { Card } from '../parts/layout/card.tsx'
import { Page } from '../parts/layout/page.tsx'
import { CheckFacts } from '../parts/monitors/check-facts.tsx'
import { MonitorActions } from '../parts/monitors/monitor-actions.tsx'
import { OutageRows } from '../parts/monitors/outage-rows.tsx'
import { ProbeTable } from '../parts/monitors/probe-table.tsx'
import { ResultTable } from '../parts/monitors/result-table.tsx'
import { FiguresPlace, SummaryFigures } from '../parts/monitors/summary-figures.tsx'
import { ToldAlerts } from '../parts/monitors/told-alerts.tsx'
import { UnheardNote } from '../parts/monitors/unheard-note.tsx'
import { Pager } from '../parts/pager.tsx'
import { StatusChip } from '../parts/status/status-mark.tsx'
import { Since, Time, TimeSpan, useNow } from '../parts/time.tsx'
import { Response, Week } from './monitor-response.tsx'

const CHOICES = (Object.keys(PERIODS) as Period[]).map((value) => ({
  value,
  text: PERIODS[value].text,
}))
const isPeriod = (text: string | undefined): text is Period =>
  text !== undefined && Object.hasOwn(PERIODS, text)

/** Of outages and of checks. */
const PER_PAGE = 25

/** One monitor: how it is and why, how it was, and from where. */
export default function MonitorPage() {
  const { monitorId = '' } = useParams({ strict: false })
  const query = useQuery(monitorQuery(monitorId))
  const { manageMonitoring } = usePermissions()
  // One that is gone would go on as it was.
  const monitor = isFinal(query.error) ? undefined : query.data
  return (
    <Page
      title={monitor?.name ?? 'Monitor'}
      above={
        <Link to="/monitors" className="inline-flex items-center gap-1 hover:text-ink">
          <ChevronLeft aria-hidden className="size-4" />
          Monitors
        </Link>
      }
      lead={monitor === undefined ? null : <span className="break-all">{monitor.url}</span>}
      actions={
        monitor !== undefined && manageMonitoring ? <MonitorActions monitor={monitor} /> : null
      }
    >
      <Loaded query={{ ...query, data: monitor, refetch: query.refetch }}>
        {(present) => <Body monitor={present} />}
      </Loaded>
    </Page>
  )
}

/** Of another span of time the first pages are shown. */
const FIRST = { page: undefined, outages: undefined } as const
const UNZOOMED = { from: undefined, to: undefined, ...FIRST } as const

function Body({ monitor }: { monitor: Monitor }) {
  const { search, change } = usePageSearch()
  const period = isPeriod(search['period']) ? search['period'] : '24h'
  const present = useNow()
  const asked = useMemo(() => windowAsked(search), [search])
  const wanted = asked ?? windowOf(period, present, monitor)
  // The same one until its minute is over.
  const window = useMemo(() => ({ from: wanted.from, to: wanted.to }), [wanted.from, wanted.to])
  const show = (value: Period) => change({ period: value, ...UNZOOMED })
  useKeys((key) => {
    const choice = CHOICES[Number(key) - 1]
    if (choice !== undefined) show(choice.value)
    return choice !== undefined
  })
  return (
    <div className="space-y-5">
      <State monitor={monitor} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segments
          label="Period, by the keys 1 to 5"
          choices={CHOICES}
          value={period}
          onChange={show}
        />
        {asked === null ? null : (
          <Button isSmall onPress={() => change(UNZOOMED)}>
            <TimeSpan from={window.from} to={window.to} />: show all
          </Button>
        )}
      </div>
      <Reports
        monitor={monitor}
        period={period}
        window={window}
        onZoom={(from, to) =>
          change({
            from: new Date(from * 1_000).toISOString(),
            to: new Date(to * 1_000).toISOString(),
            ...FIRST,
          })
        }
      />
    </div>
  )
}

function State({ monitor }: { monitor: Monitor }) {
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <StatusChip status={monitor.status} />
        <span className="text-ink-soft">
          for <Since from={monitor.statusSince} />
        </span>
        <span className="text-ink-faint">
          Last check <Time at={monitor.lastCheckedAt} form="past" />
          {monitor.nextCheckAt === null ? null : (
            <>
              , next <Time at={monitor.nextCheckAt} form="relative" />
            </>
          )}
        </span>
        {monitor.confirming ? <span className="text-degraded">Being confirmed now</span> : null}
        {monitor.flapping ? <span className="text-degraded">Goes up and down</span> : null}
      </div>
      {monitor.statusReason === null ? null : (
        <p className="mt-2 max-w-prose text-sm break-words">{monitor.statusReason}</p>
      )}
      <CheckFacts monitor={monitor} />
      {monitor.currentOutageId === null ? null : (
        <Link
          to="/outages/$outageId"
          params={{ outageId: monitor.currentOutageId }}
          className="mt-2 inline-block text-sm font-medium text-accent hover:underline"
        >
          Why, with the evidence
        </Link>
      )}
      {monitor.alerts.reachesNobody ? <UnheardNote monitorId={monitor.id} /> : null}
    </Card>
  )
}

function Reports({
  monitor,
  period,
  window,
  onZoom,
}: {
  monitor: Monitor
  period: Period
  window: TimeWindow
  onZoom: (from: number, to: number) => void
}) {
  const { id } = monitor
  const { search, change } = usePageSearch()
  const page = pageOf(search['outages'])
  const zone = timeZone.use()
  const summary = useQuery(summaryQuery(id, window))
  const before = useQuery(summaryQuery(id, windowBefore(window)))
  const outages = useQuery(outagesOfQuery(id, window, page, PER_PAGE))
  const probes = useQuery(probesQuery(id, window))
  const hours = useQuery(hoursQuery(id, window, zone))
  return (
    <>
      <Loaded query={summary} waiting={<FiguresPlace />}>
        {(data) => <SummaryFigures summary={data} before={before.data} />}
      </Loaded>
      <Response monitor={monitor} window={window} onZoom={onZoom} />
      <Loaded query={outages}>
        {({ timeline, outages: list, total }) => (
          <Card title="Status" isFlush>
            <div className="px-4 pb-4">
              <TimelineBar entries={timeline} window={window} />
            </div>
            {list.length === 0 ? null : <OutageRows outages={list} />}
            <Pager
              of="outages"
              page={page}
              per={PER_PAGE}
              total={total}
              onGo={(next) => change({ outages: String(next) })}
            />
          </Card>
        )}
      </Loaded>
      <div className="far-down">
        <Loaded query={probes}>{(data) => <ProbeTable probes={data} />}</Loaded>
      </div>
      <div className="far-down">
        <Loaded query={hours}>
          {(data) => (
            <Card
              title="Response by hour of the day"
              actions={
                <span className="text-xs text-ink-faint">{hoursNote(data.hours, zone)}</span>
              }
            >
              <HoursChart hours={data.hours} />
            </Card>
          )}
        </Loaded>
      </div>
      <div className="far-down">
        <Week id={id} to={window.to} days={PERIODS[period].days} />
      </div>
      <div className="far-down">
        <ToldAlerts monitorId={id} />
      </div>
      <div className="far-down">
        <Checks id={id} window={window} />
      </div>
    </>
  )
}

const pageOf = (asked: string | undefined): number => Math.max(1, Number(asked) || 1)

function Checks({ id, window }: { id: string; window: TimeWindow }) {
  const { search, change } = usePageSearch()
  const page = pageOf(search['page'])
  const query = useQuery(resultsQuery(id, window, page, PER_PAGE))
  return (
    <Loaded query={query}>
      {({ results, total }) => (
        <Card title="Checks" isFlush>
          <ResultTable results={results} />
          <Pager
            of="checks"
            page={page}
            per={PER_PAGE}
            total={total}
            onGo={(next) => change({ page: String(next) })}
          />
        </Card>
      )}
    </Loaded>
  )
}
