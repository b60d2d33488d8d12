import type { Beat, BeatStatus } from '@sightline/shared/beats'
import { countWords } from '../../words/durations.ts'

/** One stroke: where it stands, as shares of the bar, and what it says. */
export interface Stroke {
  readonly x: number
  readonly width: number
  /** Of the height of the bar: what is not well stands out without its colour too. */
  readonly height: number
  readonly status: BeatStatus | null
}

/** Strokes leave a third of their place free. */
const FILLED = 0.66

const HEIGHTS: Readonly<Record<BeatStatus, number>> = {
  up: 0.62,
  degraded: 0.82,
  partial: 0.82,
  down: 1,
  unknown: 0.4,
}
const NOT_CHECKED = 0.18

/** The newest stands at the right; a monitor with fewer beats begins later. Pure. */
export function strokesOf(beats: readonly Beat[], places: number): Stroke[] {
  const shown = beats.slice(-places)
  const width = 1 / places
  return shown.map(({ status }, index) => ({
    x: (places - shown.length + index) * width,
    width: width * FILLED,
    height: status === null ? NOT_CHECKED : HEIGHTS[status],
    status,
  }))
}

/** Units of the picture: a stroke has a place of ten, as wide as the bar makes it. */
const PLACE = 10
const HEIGHT = 28
/** Its corners; a unit of its width is about half a pixel. */
const ROUND = { x: 2, y: 1.5 } as const

/** Of the picture that the paths are in. */
export const viewBoxOf = (places: number): string => `0 0 ${places * PLACE} ${HEIGHT}`

const short = (units: number): string => String(Number(units.toFixed(2)))

function pathOf({ x, width, height }: Stroke, places: number): string {
  const wide = width * places * PLACE - 2 * ROUND.x
  const tall = height * HEIGHT - 2 * ROUND.y
  const corner = (right: number, down: number): string =>
    `a${ROUND.x} ${ROUND.y} 0 0 1 ${right * ROUND.x} ${down * ROUND.y}`
  const from = `M${short(x * places * PLACE + ROUND.x)} ${short((HEIGHT * (1 - height)) / 2)}`
  const way = [
    `h${short(wide)}`,
    corner(1, 1),
    `v${short(tall)}`,
    corner(-1, 1),
    `h${short(-wide)}`,
    corner(-1, -1),
    `v${short(-tall)}`,
    corner(1, -1),
  ]
  return `${from}${way.join('')}z`
}

/** The strokes of each status as one path. Pure. */
export function pathsOf(
  strokes: readonly Stroke[],
  places: number,
): { readonly status: BeatStatus | null; readonly path: string }[] {
  return [...Map.groupBy(strokes, ({ status }) => status)].map(([status, those]) => ({
    status,
    path: those.map((stroke) => pathOf(stroke, places)).join(''),
  }))
}

const WORDS: Readonly<Record<BeatStatus, string>> = {
  up: 'up',
  degraded: 'degraded',
  partial: 'failing from some locations',
  down: 'down',
  unknown: 'unknown',
}

/** The bar for who does not see it: "30 intervals of 1 minute: 28 up, 2 down." Pure. */
export function beatsInWords(beats: readonly Beat[], minutes: number): string {
  const counts = Map.groupBy(beats, ({ status }) => status)
  const parts = (Object.keys(WORDS) as BeatStatus[])
    .map((status) => ({ status, count: counts.get(status)?.length ?? 0 }))
    .filter(({ count }) => count > 0)
    .map(({ status, count }) => `${count} ${WORDS[status]}`)
  if (parts.length === 0) return 'Not checked yet.'
  return `${countWords(beats.length, 'interval')} of ${countWords(minutes, 'minute')}: ${parts.join(', ')}.`
}
