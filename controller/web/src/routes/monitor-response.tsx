import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { timeZone } from '../data/preferences.ts'
import type { TimeWindow } from '../data/time-window.ts'
import { performanceQuery, resultsQuery } from '../data/reports.ts'
import { usePageSearch } from '../data/use-search.ts'
import type { Monitor } from '../data/wire.ts'
import { ChartPlace, ResponseChart } from '../parts/charts/response-chart.tsx'
import {
  intervalFor,
  isEachDrawn,
  MAX_DRAWN,
  seriesOfPhases,
  seriesOfPoints,
  seriesOfResults,
} from '../parts/charts/response-series.ts'
import { WeekHeatMap } from '../parts/charts/week-heat-map.tsx'
import { weekHeat } from '../parts/charts/week-heat.ts'
import { Segments } from '../parts/controls/segments.tsx'
import { Select } from '../parts/controls/select.tsx'
import { Loaded } from '../parts/feedback/loaded.tsx'
import { Card } from '../parts/layout/card.tsx'

/** Of one read, the newest first. */
const MAX_RESULTS = 1_000
const DAY_MS = 86_400_000

const LOOKS = [
  { value: 'time', text: 'In all' },
  { value: 'phases', text: 'By phase' },
] as const
const EVERYWHERE = '(all)'

interface ResponseProps {
  readonly monitor: Monitor
  readonly window: TimeWindow
  readonly onZoom: (from: number, to: number) => void
}

/** Response times: in all or by phase, of one location or of all. Which stands in the address. */
export function Response(props: ResponseProps) {
  const { search, change } = usePageSearch()
  const look = search['chart'] === 'phases' ? 'phases' : 'time'
  const { regions } = props.monitor
  const region = regions.find((code) => code === search['in'])
  const places = [EVERYWHERE, ...regions].map((value) => ({
    value,
    text: value === EVERYWHERE ? 'All locations' : value,
  }))
  const Chart = look === 'phases' ? Phases : Times
  return (
    <Card
      title="Response time"
      actions={
        <span className="flex flex-wrap items-center gap-2">
          {regions.length > 1 ? (
            <Select
              label={<span className="sr-only">Location</span>}
              choices={places}
              value={region ?? EVERYWHERE}
              onChange={(value) => change({ in: value === EVERYWHERE ? undefined : value })}
            />
          ) : null}
          <Segments
            label="What is drawn"
            choices={LOOKS}
            value={look}
            onChange={(value) => change({ chart: value === 'time' ? undefined : value })}
          />
        </span>
      }
    >
      <Chart {...props} region={region} />
    </Card>
  )
}

type ChartProps = ResponseProps & { readonly region: string | undefined }

/** Of a day every check, by location, where they are not too many; else hours, days or weeks. */
function Times({ monitor, window, region, onZoom }: ChartProps) {
  const { id } = monitor
  const isEach = isEachDrawn(window, monitor, region !== undefined)
  const newest = useQuery({
    ...resultsQuery(id, window, 1, MAX_RESULTS, { region }),
    enabled: isEach,
  })
  const total = newest.data?.total ?? 0
  // It was checked more often before.
  const areTooMany = !isEach || total > MAX_DRAWN
  const older = useQuery({
    ...resultsQuery(id, window, 2, MAX_RESULTS, { region }),
    enabled: !areTooMany && total > MAX_RESULTS,
  })
  const isDay = Date.parse(window.to) - Date.parse(window.from) <= DAY_MS
  const points = useQuery({
    ...performanceQuery(id, window, intervalFor(window), region),
    enabled: areTooMany,
  })
  const isWhole = total <= MAX_RESULTS || older.data !== undefined
  const data = useMemo(() => {
    if (areTooMany)
      return points.data === undefined ? undefined : seriesOfPoints(points.data.points)
    if (newest.data === undefined || !isWhole) return undefined
    return seriesOfResults([...newest.data.results, ...(older.data?.results ?? [])])
  }, [areTooMany, isWhole, newest.data, older.data, points.data])
  const query = areTooMany ? points : total > MAX_RESULTS && newest.error === null ? older : newest
  return (
    <Loaded query={{ ...query, data, refetch: query.refetch as never }} waiting={<ChartPlace />}>
      {(series) => (
        <>
          <ResponseChart data={series} onZoom={onZoom} />
          {areTooMany && isDay ? (
            <p className="mt-1 text-center text-xs text-ink-faint">
              Hours, as there are too many checks to draw each: choose one location, or drag over a
              part.
            </p>
          ) : null}
        </>
      )}
    </Loaded>
  )
}

function Phases({ monitor, window, region, onZoom }: ChartProps) {
  const points = useQuery(performanceQuery(monitor.id, window, intervalFor(window), region))
  const known = points.data?.points
  const data = useMemo(() => (known === undefined ? undefined : seriesOfPhases(known)), [known])
  return (
    <Loaded query={{ ...points, data, refetch: points.refetch as never }} waiting={<ChartPlace />}>
      {(series) =>
        series.series.length === 0 ? (
          <p className="py-8 text-center text-sm text-ink-soft">
            Nothing is known of the phases of these checks.
          </p>
        ) : (
          <ResponseChart data={series} onZoom={onZoom} />
        )
      }
    </Loaded>
  )
}

/** Whole weeks, so that each day of the week counts alike; of the hours no more are given at once. */
const WEEK_DAYS = 7
const MONTH_DAYS = 28

/** When in the week it is slow, or fails.
 *  @param to end of what is looked at
 *  @param days of what is looked at; at least a week is read */
export function Week({ id, to, days }: { id: string; to: string; days: number }) {
  const zone = timeZone.use()
  const read = days <= WEEK_DAYS ? WEEK_DAYS : MONTH_DAYS
  const from = new Date(Date.parse(to) - read * DAY_MS).toISOString()
  const query = useQuery(performanceQuery(id, { from, to }, 'hour'))
  return (
    <Loaded query={query}>
      {({ points }) => (
        <Card
          title="Hours of the week"
          actions={
            <span className="text-xs text-ink-faint">
              {read} days, {zone}. The stronger, the slower; red below: checks failed.
            </span>
          }
        >
          <WeekHeatMap week={weekHeat(points, zone)} />
        </Card>
      )}
    </Loaded>
  )
}
