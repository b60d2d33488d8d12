import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { timeZone } from '../data/preferences.ts'
import type { TimeWindow } from '../data/reports.ts'
import { performanceQuery, resultsQuery } from '../data/reports.ts'
import { usePageSearch } from '../data/use-search.ts'
import { ChartPlace, ResponseChart } from '../parts/charts/response-chart.tsx'
import { seriesOfPhases, seriesOfPoints, seriesOfResults } from '../parts/charts/response-series.ts'
import { WeekHeatMap } from '../parts/charts/week-heat-map.tsx'
import { weekHeat } from '../parts/charts/week-heat.ts'
import { Segments } from '../parts/controls/segments.tsx'
import { Select } from '../parts/controls/select.tsx'
import { Loaded } from '../parts/feedback/loaded.tsx'
import { Card } from '../parts/layout/card.tsx'

/** Of one read: a day of checks once a minute from a few locations, the newest first. */
const MAX_RESULTS = 1_000
const DAY_MS = 86_400_000
const HOURLY_UP_TO_MS = 31 * DAY_MS

const LOOKS = [
  { value: 'time', text: 'In all' },
  { value: 'phases', text: 'By phase' },
] as const
const EVERYWHERE = '(all)'

interface ResponseProps {
  readonly id: string
  /** What a point stands for in windows of more than a day. */
  readonly interval: string
  readonly window: TimeWindow
  readonly regions: readonly string[]
  readonly onZoom: (from: number, to: number) => void
}

/** Response times: in all or by phase, of one location or of all. Which stands in the address. */
export function Response(props: ResponseProps) {
  const { search, change } = usePageSearch()
  const look = search['chart'] === 'phases' ? 'phases' : 'time'
  const region = props.regions.find((code) => code === search['in'])
  const places = [EVERYWHERE, ...props.regions].map((value) => ({
    value,
    text: value === EVERYWHERE ? 'All locations' : value,
  }))
  const Chart = look === 'phases' ? Phases : Times
  return (
    <Card
      title="Response time"
      actions={
        <span className="flex flex-wrap items-center gap-2">
          {props.regions.length > 1 ? (
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

/** Of a day every check, by location; of longer times hours and days. */
function Times({ id, interval, window, region, onZoom }: ChartProps) {
  const isShort = Date.parse(window.to) - Date.parse(window.from) <= DAY_MS
  const results = useQuery({
    ...resultsQuery(id, window, 1, MAX_RESULTS, { region }),
    enabled: isShort,
  })
  const points = useQuery({
    ...performanceQuery(id, window, interval, region),
    enabled: !isShort,
  })
  const shown = isShort ? results.data?.results : undefined
  const data = useMemo(() => {
    if (isShort) return shown === undefined ? undefined : seriesOfResults(shown)
    return points.data === undefined ? undefined : seriesOfPoints(points.data.points)
  }, [isShort, shown, points.data])
  const query = isShort ? results : points
  return (
    <Loaded query={{ ...query, data, refetch: query.refetch as never }} waiting={<ChartPlace />}>
      {(series) => <ResponseChart data={series} isContinuous={isShort} onZoom={onZoom} />}
    </Loaded>
  )
}

function Phases({ id, window, region, onZoom }: ChartProps) {
  const isLong = Date.parse(window.to) - Date.parse(window.from) > HOURLY_UP_TO_MS
  const points = useQuery(performanceQuery(id, window, isLong ? 'day' : 'hour', region))
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
          <ResponseChart data={series} isContinuous={false} onZoom={onZoom} />
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
