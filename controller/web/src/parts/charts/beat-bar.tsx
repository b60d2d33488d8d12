import type { BeatStatus } from '@sightline/shared/beats'
import { unpackBeats } from '@sightline/shared/beats'
import { memo } from 'react'
import { classes } from '../class-names.ts'
import { beatsInWords, pathsOf, strokesOf, viewBoxOf } from './beat-bar-geometry.ts'

const COLOURS: Readonly<Record<BeatStatus | 'none', string>> = {
  up: 'fill-up',
  degraded: 'fill-degraded',
  partial: 'fill-degraded',
  down: 'fill-down',
  unknown: 'fill-unknown',
  none: 'fill-line-strong',
}

export interface PackedBeats {
  readonly beats: string
  readonly minutes: number
}

/** How a monitor did lately, a stroke for each interval. One path for each colour: a list of thousands stays light, and
 *  a row that comes into view measures nothing and waits for nothing. */
export const BeatBar = memo(function BeatBar({
  packed,
  places,
  className = 'h-7',
}: {
  packed: PackedBeats
  places: number
  /** Its height. */
  className?: string
}) {
  const beats = unpackBeats(packed.beats)
  return (
    <svg
      role="img"
      aria-label={beatsInWords(beats, packed.minutes)}
      viewBox={viewBoxOf(places)}
      preserveAspectRatio="none"
      className={classes('w-full', className)}
    >
      {pathsOf(strokesOf(beats, places), places).map(({ status, path }) => (
        <path key={status} d={path} className={COLOURS[status ?? 'none']} />
      ))}
    </svg>
  )
})
