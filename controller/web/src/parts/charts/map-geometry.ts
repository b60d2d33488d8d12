import type { MonitorStatus } from '@sightline/shared/check-words'
import { STATUS_ORDER } from '../../words/statuses.ts'

/** Degrees of latitude that the map shows: without Antarctica. */
const NORTH = 82
const SOUTH = -57
/** Where distances are true: where most people live. */
const TRUE_AT = 38
const DEGREES_AROUND = 360

export const WIDTH = 1_000
/** Of a map that is WIDTH wide: a degree of longitude is shorter than one of latitude. */
export const HEIGHT = Math.round(
  (WIDTH / DEGREES_AROUND / Math.cos((TRUE_AT * Math.PI) / 180)) * (NORTH - SOUTH),
)

/** Where a place lies on the map. Pure.
 *  @returns x from 0 to WIDTH, y from 0 to HEIGHT */
export function pointOf(longitude: number, latitude: number): readonly [x: number, y: number] {
  return [
    ((longitude + 180) / DEGREES_AROUND) * WIDTH,
    ((NORTH - latitude) / (NORTH - SOUTH)) * HEIGHT,
  ]
}

interface Placed {
  readonly status: MonitorStatus
  readonly point: readonly [number, number]
}

/** Locations by their place, each with the one that needs people most first; so do the places come last, which are drawn
 *  over the others. Pure. */
export function byPlace<T extends Placed>(placed: readonly T[]): readonly (readonly [T, ...T[]])[] {
  const rank = ({ status }: Placed): number => STATUS_ORDER.indexOf(status)
  const sorted = placed.toSorted((one, other) => rank(one) - rank(other))
  const places = Map.groupBy(sorted, ({ point }) => point.join(' '))
  return [...places.values()]
    .flatMap(([first, ...rest]) => (first === undefined ? [] : [[first, ...rest] as const]))
    .toReversed()
}

/** Room that a name takes beside its place, in units of the map. */
const NAME_WIDTH = 130
const NAME_HEIGHT = 25

/** Whether the name of a place stands to its left: where there is no room, or another place, to its right. Pure. */
export function isNameLeft(
  [x, y]: readonly [number, number],
  others: readonly (readonly [number, number])[],
): boolean {
  if (x > WIDTH - NAME_WIDTH) return true
  return others.some(
    ([otherX, otherY]) =>
      otherX > x && otherX - x < NAME_WIDTH && Math.abs(otherY - y) < NAME_HEIGHT,
  )
}
