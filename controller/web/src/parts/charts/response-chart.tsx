import { useEffect, useRef } from 'react'
// First: see there.
import './known-language.ts'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { appearance, timeZone } from '../../data/preferences.ts'
import { responseWords } from '../../words/durations.ts'
import { fullTime } from '../../words/times.ts'
import { coloursOf } from './colour.ts'
import type { ResponseSeries } from './response-series.ts'

/** Time by 24 hours, the day where it changes: uPlot's own table says am and pm. */
const TIMES: uPlot.Axis.Values = [
  [86_400, '{D} {MMM}', null, null, null, null, null, null, 1],
  [60, '{HH}:{mm}', '\n{D} {MMM}', null, '\n{D} {MMM}', null, null, null, 1],
  [1, '{HH}:{mm}:{ss}', '\n{D} {MMM}', null, '\n{D} {MMM}', null, null, null, 1],
]

const HEIGHT_PX = 240
const LINES = ['--accent', '--degraded', '--unknown', '--maintenance', '--up', '--down'] as const
/** The same colours, soft: below the lines of phases. */
const FILLS = [
  '--accent-soft',
  '--degraded-soft',
  '--unknown-soft',
  '--maintenance-soft',
  '--up-soft',
] as const
/** One cursor for all charts of a page. */
const CURSOR = uPlot.sync('response')

/** Response times over time. A span that is dragged over becomes the window.
 *  @param onZoom told UNIX seconds */
export function ResponseChart({
  data,
  isContinuous,
  onZoom,
}: {
  data: ResponseSeries
  /** Lines go on over points they have no value at: each location has points of its own. */
  isContinuous: boolean
  onZoom?: (from: number, to: number) => void
}) {
  const place = useRef<HTMLDivElement>(null)
  const look = appearance.use()
  const zone = timeZone.use()
  const zoom = useRef(onZoom)
  useEffect(() => {
    zoom.current = onZoom
  })
  useEffect(() => {
    const element = place.current
    if (element === null) return undefined
    const colour = coloursOf(element, look)
    const ink = colour('--ink-faint')
    const line = colour('--line')
    const axis = {
      stroke: ink,
      grid: { stroke: line, width: 1 },
      ticks: { stroke: line, width: 1 },
    }
    const chart = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT_PX,
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), zone),
        cursor: { sync: { key: CURSOR.key }, drag: { x: true, y: false, setScale: false } },
        legend: { live: true },
        scales: { y: { range: (_chart, _min, max) => [0, Math.max(max, 10) * 1.1] } },
        axes: [
          { ...axis, font: '11px Inter Variable', values: TIMES },
          {
            ...axis,
            font: '11px Inter Variable',
            size: 62,
            values: (_chart, values) => values.map((value) => responseWords(value)),
          },
        ],
        series: [
          {
            value: (_chart, seconds: number | null) =>
              seconds === null ? '–' : fullTime(new Date(seconds * 1_000), zone),
          },
          ...data.series.map(({ name, values, own }, index) => ({
            label: name,
            stroke: colour(LINES[index % LINES.length] ?? '--accent'),
            // Laid over the larger ones before it: nothing of them may shine through.
            ...(own === undefined ? {} : { fill: colour(FILLS[index % FILLS.length] ?? '--line') }),
            width: 1.5,
            spanGaps: isContinuous,
            points: { show: isTooShort(values) },
            value: (_chart: uPlot, ms: number | null, _series: number, at: number | null) =>
              responseWords(own === undefined || at === null ? ms : own[at]),
          })),
        ],
        hooks: {
          setSelect: [
            (plot) => {
              const { left, width } = plot.select
              if (width < 4) return
              zoom.current?.(plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x'))
            },
          ],
        },
      },
      [[...data.times], ...data.series.map(({ values }) => [...values])],
      element,
    )
    const resized = new ResizeObserver(() =>
      chart.setSize({ width: element.clientWidth, height: HEIGHT_PX }),
    )
    resized.observe(element)
    return () => {
      resized.disconnect()
      chart.destroy()
    }
  }, [data, isContinuous, zone, look])
  return (
    <>
      <div ref={place} aria-hidden className="response-chart min-w-0" />
      <DataTable data={data} zone={zone} />
    </>
  )
}

/** One value alone makes no line. */
const isTooShort = (values: readonly (number | null)[]): boolean =>
  values.filter((value) => value !== null).length < 2

const MAX_READ_ROWS = 100

/** The same for who does not see it. */
function DataTable({ data, zone }: { data: ResponseSeries; zone: string }) {
  const first = Math.max(0, data.times.length - MAX_READ_ROWS)
  return (
    <div className="sr-only">
      <table>
        <caption>Response times, the latest {MAX_READ_ROWS} at most</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {data.series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.times.slice(first).map((seconds, index) => (
            <tr key={seconds}>
              <th scope="row">{fullTime(new Date(seconds * 1_000), zone)}</th>
              {data.series.map(({ name, values, own = values }) => (
                <td key={name}>{responseWords(own[first + index])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
