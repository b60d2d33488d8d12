import type { MonitorStatus } from '@sightline/shared/check-words'
import { classes } from '../class-names.ts'
import { StatusMark } from '../status/status-mark.tsx'
import { byPlace, HEIGHT, isNameLeft, pointOf, WIDTH } from './map-geometry.ts'
import { placeOf } from './region-places.ts'
import world from './world.svg'

export interface RegionOnMap {
  readonly region: string
  readonly name: string
  readonly status: MonitorStatus
  /** How it is there, in a few words. */
  readonly text: string
}

/** Locations on a map of the world: a picture of what stands in a list beside it, which is what is read out. Those
 *  whose place is not known are only there. */
export function RegionMap({ regions }: { regions: readonly RegionOnMap[] }) {
  const placed = regions.flatMap((region) => {
    const place = placeOf(region.region)
    return place === null ? [] : [{ ...region, point: pointOf(...place) }]
  })
  if (placed.length === 0) return null
  const places = byPlace(placed)
  const points = places.map(([{ point }]) => point)
  return (
    <div aria-hidden className="px-2 pb-3 sm:px-4">
      <div
        className="relative mx-auto w-full max-w-2xl"
        style={{ aspectRatio: `${WIDTH} / ${HEIGHT}` }}
      >
        <div
          className="absolute inset-0 bg-line-strong opacity-30"
          style={{ mask: `url("${world}") center / 100% 100% no-repeat` }}
        />
        {places.map(([first, ...rest]) => {
          const { region, status, point } = first
          return (
            <span
              key={region}
              title={[first, ...rest]
                .map(({ name, region: code, text }) => `${name} (${code}): ${text}`)
                .join('\n')}
              className={classes(
                'absolute flex -translate-y-1/2 items-center gap-1',
                isNameLeft(point, points)
                  ? 'translate-x-[calc(-100%+0.55rem)] flex-row-reverse'
                  : '-translate-x-[0.55rem]',
              )}
              style={{
                left: `${(point[0] / WIDTH) * 100}%`,
                top: `${(point[1] / HEIGHT) * 100}%`,
              }}
            >
              <span className="rounded-full bg-surface p-0.5">
                <StatusMark status={status} isNamed className="size-3.5" />
              </span>
              <span className="hidden rounded bg-surface/80 px-1 font-mono text-[0.65rem] whitespace-nowrap text-ink-soft sm:inline">
                {region}
                {rest.length === 0 ? '' : ` +${rest.length}`}
              </span>
            </span>
          )
        })}
      </div>
    </div>
  )
}
