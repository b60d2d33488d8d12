import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { geoEquirectangular, geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import { HEIGHT, pointOf, WIDTH } from '../src/parts/charts/map-geometry.ts'

// `npm run draw-map -w controller/web`: land of the world as one path. What it draws is kept beside the sources, so
// that who installs Sightline needs neither the atlas (8 MB) nor what reads it.

type World = Parameters<typeof feature>[0] & { readonly objects: { readonly land: never } }

const require = createRequire(import.meta.url)
const world = JSON.parse(
  readFileSync(require.resolve('world-atlas/land-110m.json'), 'utf8'),
) as World

// Places are put by `pointOf` alone: what is drawn is laid to it by two of its points.
const [left, equator] = pointOf(-180, 0)
const [right] = pointOf(180, 0)
const scale = (right - left) / (2 * Math.PI)
/** A degree of latitude is longer than one of longitude. */
const stretch = (equator - pointOf(0, 1)[1]) / ((scale * Math.PI) / 180)
const projection = geoEquirectangular()
  .scale(scale)
  .translate([0, 0])
  .clipExtent([
    [left - right, -equator / stretch],
    [right - left, (HEIGHT - equator) / stretch],
  ])

/** The picture is hardly ever wider than its units are many. */
const DIGITS = 0
const path = geoPath(projection).digits(DIGITS)(feature(world, world.objects.land)) ?? ''

const place = `translate(${(left + right) / 2} ${equator.toFixed(2)}) scale(1 ${stretch.toFixed(4)})`
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none"><path transform="${place}" d="${path}"/></svg>\n`
writeFileSync(new URL('../src/parts/charts/world.svg', import.meta.url), svg)
