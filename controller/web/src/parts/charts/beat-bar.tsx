import type { BeatStatus } from '@sightline/shared/beats'
import { unpackBeats } from '@sightline/shared/beats'
import { useEffect, useMemo, useRef } from 'react'
import type { Appearance } from '../../data/preferences.ts'
import { appearance } from '../../data/preferences.ts'
import { classes } from '../class-names.ts'
import { coloursOf } from './colour.ts'
import { beatsInWords, strokesOf } from './beat-bar-geometry.ts'

const COLOURS: Readonly<Record<BeatStatus | 'none', string>> = {
  up: '--up',
  degraded: '--degraded',
  partial: '--degraded',
  down: '--down',
  unknown: '--unknown',
  none: '--line-strong',
}

export interface PackedBeats {
  readonly beats: string
  readonly minutes: number
}

/** How a monitor did lately, a stroke for each interval. One canvas: a list of thousands stays light. */
export function BeatBar({
  packed,
  places,
  className,
}: {
  packed: PackedBeats
  places: number
  className?: string
}) {
  const place = useRef<HTMLCanvasElement>(null)
  const look = appearance.use()
  const beats = useMemo(() => unpackBeats(packed.beats), [packed.beats])
  useEffect(() => {
    const canvas = place.current
    return canvas === null ? undefined : draw(canvas, strokesOf(beats, places), look)
  }, [beats, places, look])
  return (
    <canvas
      ref={place}
      role="img"
      aria-label={beatsInWords(beats, packed.minutes)}
      className={classes('h-7 w-full', className)}
    />
  )
}

/** @returns ends it */
function draw(
  canvas: HTMLCanvasElement,
  strokes: ReturnType<typeof strokesOf>,
  look: Appearance,
): () => void {
  let size = { width: 0, height: 0 }
  const paint = (): void => {
    const { width, height } = size
    const context = canvas.getContext('2d')
    if (width === 0 || context === null) return
    canvas.width = width * devicePixelRatio
    canvas.height = height * devicePixelRatio
    context.scale(devicePixelRatio, devicePixelRatio)
    const colour = coloursOf(canvas, look)
    for (const stroke of strokes) {
      context.fillStyle = colour(COLOURS[stroke.status ?? 'none'])
      const tall = stroke.height * height
      context.beginPath()
      context.roundRect(stroke.x * width, (height - tall) / 2, stroke.width * width, tall, 1.5)
      context.fill()
    }
  }
  const scheme = matchMedia('(prefers-color-scheme: dark)')
  // It tells the size at once, when the page has been laid out: to ask for it would lay it out once more for each row.
  const resized = new ResizeObserver(([entry]) => {
    size = entry?.contentRect ?? size
    paint()
  })
  resized.observe(canvas)
  scheme.addEventListener('change', paint)
  return () => {
    resized.disconnect()
    scheme.removeEventListener('change', paint)
  }
}
