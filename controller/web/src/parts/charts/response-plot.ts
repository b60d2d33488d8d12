// First: see there.
import './known-language.ts'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { Scheme } from '../../data/use-scheme.ts'
import { responseWords } from '../../words/durations.ts'
import { fullTime } from '../../words/times.ts'
import { coloursOf } from './colour.ts'
import { paintOnPaper } from './on-paper.ts'
import type { ResponseSeries } from './response-series.ts'
import { lonePoints, nearestValue } from './response-series.ts'

/** Time by 24 hours, the day where it changes: uPlot's own table says am and pm. */
const TIMES: uPlot.Axis.Values = [
  [86_400, '{D} {MMM}', null, null, null, null, null, null, 1],
  [60, '{HH}:{mm}', '\n{D} {MMM}', null, '\n{D} {MMM}', null, null, null, 1],
  [1, '{HH}:{mm}:{ss}', '\n{D} {MMM}', null, '\n{D} {MMM}', null, null, null, 1],
]

/** Neighbours are far apart in both themes: most charts have three. */
const LINES = ['--accent', '--degraded', '--up', '--unknown', '--maintenance', '--down'] as const
const DASH = [6, 4]
/** The same colours, soft: below the lines of phases. */
const FILLS = [
  '--accent-soft',
  '--degraded-soft',
  '--up-soft',
  '--unknown-soft',
  '--maintenance-soft',
] as const
/** One cursor for all charts of a page. */
const CURSOR = uPlot.sync('response')

export interface Plot {
  readonly data: ResponseSeries
  readonly heightPx: number
  /** IANA name of the zone of its times. */
  readonly zone: string
  readonly scheme: Scheme
  /** Told the UNIX seconds of a span that was dragged over. */
  readonly onZoom: (from: number, to: number) => void
}

/** Draws it, as wide as its place. @returns ends it */
export function drawPlot(element: HTMLElement, plot: Plot): () => void {
  const { data, heightPx, zone, scheme, onZoom } = plot
  const onScreen = coloursOf(scheme)
  const onPaper = coloursOf('light')
  let isPrinted = false
  /** Asked for at each drawing: paper is light. */
  const colour = (name: string) => (): string => (isPrinted ? onPaper : onScreen)(name)
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
      height: heightPx,
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), zone),
      cursor: {
        sync: { key: CURSOR.key },
        drag: { x: true, y: false, setScale: false },
        dataIdx: (_chart, place, at) => (place === 0 ? at : nearestValue(data, place - 1, at)),
      },
      legend: { live: true },
      scales: { y: { range: (_chart, _min, max) => [0, Math.max(max, 10) * 1.1] } },
      axes: [
        { ...axis, font: '11px Inter Variable', values: TIMES },
        {
          ...axis,
          font: '11px Inter Variable',
          size: 62,
          values: (_chart, values) =>
            values.map((value) => (value === 0 ? '0' : responseWords(value))),
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
          // More than there are colours are told apart by their dashes.
          ...(index < LINES.length ? {} : { dash: DASH }),
          points: { show: false, filter: () => lonePoints(values) },
          value: (_chart: uPlot, ms: number | null, _series: number, at: number | null) =>
            responseWords(own === undefined || at === null ? ms : own[at]),
        })),
      ],
      hooks: {
        setSelect: [
          (drawn) => {
            const { left, width } = drawn.select
            if (width < 4) return
            onZoom(drawn.posToVal(left, 'x'), drawn.posToVal(left + width, 'x'))
          },
        ],
      },
    },
    [[...data.times], ...data.series.map(({ values }) => values.slice())],
    element,
  )
  const resized = new ResizeObserver(() =>
    chart.setSize({ width: element.clientWidth, height: heightPx }),
  )
  resized.observe(element)
  const stayOnScreen = paintOnPaper((isOnPaper) => {
    isPrinted = isOnPaper
    // In a batch it is drawn at once.
    chart.batch(() => chart.redraw(false))
  })
  return () => {
    stayOnScreen()
    resized.disconnect()
    chart.destroy()
  }
}
