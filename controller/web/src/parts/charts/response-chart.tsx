import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { timeZone } from '../../data/preferences.ts'
import { useScheme } from '../../data/use-scheme.ts'
import { responseWords } from '../../words/durations.ts'
import { fullTime } from '../../words/times.ts'
import { Skeleton } from '../feedback/skeleton.tsx'
import type { drawPlot } from './response-plot.ts'
import { ErrorState } from '../feedback/error-state.tsx'
import type { ResponseSeries } from './response-series.ts'
import { hasValues } from './response-series.ts'

const HEIGHT_PX = 240
/** With a line of its legend: its place is held while what draws it is loaded. */
const PLACE_PX = 267

/** Where it will be. */
export function ChartPlace() {
  return (
    <div style={{ height: PLACE_PX }}>
      <Skeleton className="h-full" />
    </div>
  )
}

/** Response times over time. A span that is dragged over becomes the window.
 *  @param onZoom told UNIX seconds */
export function ResponseChart({
  data,
  onZoom,
}: {
  data: ResponseSeries
  onZoom?: (from: number, to: number) => void
}) {
  const place = useRef<HTMLDivElement>(null)
  // Hundreds of cells: after the picture.
  const isDrawn = useDeferredValue(true, false)
  const [error, setError] = useState<unknown>(null)
  const scheme = useScheme()
  const zone = timeZone.use()
  const zoom = useRef(onZoom)
  useEffect(() => {
    zoom.current = onZoom
  })
  useEffect(() => {
    const element = place.current
    if (element === null) return undefined
    const shown = { data, heightPx: HEIGHT_PX, zone, scheme }
    let isOver = false
    let erase: ReturnType<typeof drawPlot> | undefined
    void import('./response-plot.ts').then(({ drawPlot: draw }) => {
      if (isOver) return
      erase = draw(element, { ...shown, onZoom: (from, to) => zoom.current?.(from, to) })
    }, setError)
    return () => {
      isOver = true
      erase?.()
    }
  }, [data, zone, scheme])
  if (error !== null) return <ErrorState error={error} />
  if (!hasValues(data)) {
    return (
      <p className="py-8 text-center text-sm text-ink-soft">There was no response in this time.</p>
    )
  }
  return (
    <>
      <div
        ref={place}
        aria-hidden
        className="response-chart min-w-0"
        style={{ minHeight: PLACE_PX }}
      />
      {isDrawn ? <DataTable data={data} zone={zone} /> : null}
    </>
  )
}

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
