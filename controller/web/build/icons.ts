import { readFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** A picture of the app that systems show, drawn from the favicon. */
interface Icon {
  readonly name: string
  /** Pixels of an edge. */
  readonly size: number
  /** How large the line is drawn, 1 as in the favicon. */
  readonly scale: number
  /** `tile`: as the favicon, with round corners; `full`: to the edges, for systems that cut their own shape out of it
   *  (all but a circle of 80 %) or fill what is transparent with black; `none`: a shape alone. */
  readonly ground: 'tile' | 'full' | 'none'
}

const ICONS: readonly Icon[] = [
  { name: 'icon-192.png', size: 192, scale: 1, ground: 'tile' },
  { name: 'icon-512.png', size: 512, scale: 1, ground: 'tile' },
  { name: 'icon-maskable-192.png', size: 192, scale: 0.75, ground: 'full' },
  { name: 'icon-maskable-512.png', size: 512, scale: 0.75, ground: 'full' },
  { name: 'apple-touch-icon.png', size: 180, scale: 0.85, ground: 'full' },
  // Android shows where it is opaque, in a colour of its own.
  { name: 'badge-96.png', size: 96, scale: 1, ground: 'none' },
]

type Point = readonly [x: number, y: number]

/** The favicon: a tile with round corners and a line on it. */
interface Drawing {
  readonly edge: number
  readonly radius: number
  /** Red, green and blue of the tile. */
  readonly colour: readonly number[]
  readonly line: readonly Point[]
  readonly width: number
}

function numberIn(svg: string, pattern: RegExp): number {
  const value = Number(pattern.exec(svg)?.[1])
  if (Number.isNaN(value)) throw new Error(`the favicon has no ${pattern.source}`)
  return value
}

/** Of commands M, l and h alone. */
function pointsOf(path: string): Point[] {
  const points: Point[] = []
  for (const [, command = '', text = ''] of path.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const numbers = (text.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number)
    const size = command === 'h' ? 1 : 2
    for (let at = 0; at < numbers.length; at += size) {
      const [fromX, fromY] = points.at(-1) ?? [0, 0]
      const [x = 0, y = 0] = numbers.slice(at, at + size)
      if (command === 'M') points.push([x, y])
      else if (command === 'l' || command === 'h') points.push([fromX + x, fromY + y])
      else throw new Error(`the favicon's line has a command ${command}`)
    }
  }
  return points
}

function drawingOf(svg: string): Drawing {
  const colour = /fill="#([0-9a-f]{6})"/.exec(svg)?.[1]
  const path = /\bd="([^"]+)"/.exec(svg)?.[1]
  if (colour === undefined || path === undefined) throw new Error('the favicon is not as it was')
  return {
    edge: numberIn(svg, /viewBox="0 0 (\d+)/),
    radius: numberIn(svg, /rx="([\d.]+)"/),
    colour: [...Buffer.from(colour, 'hex')],
    line: pointsOf(path),
    width: numberIn(svg, /stroke-width="([\d.]+)"/),
  }
}

/** How far a point is from the tile's edge, negative within it. */
function fromTile({ edge, radius }: Drawing, x: number, y: number): number {
  const reach = edge / 2 - radius
  const [beyondX, beyondY] = [Math.abs(x - edge / 2) - reach, Math.abs(y - edge / 2) - reach]
  const outside = Math.hypot(Math.max(beyondX, 0), Math.max(beyondY, 0))
  return outside + Math.min(Math.max(beyondX, beyondY), 0) - radius
}

/** The same of the line's. */
function fromLine({ line, width }: Drawing, x: number, y: number): number {
  let least = Infinity
  for (const [index, [toX, toY]] of line.entries()) {
    const [startX, startY] = line[index - 1] ?? [toX, toY]
    const [alongX, alongY] = [toX - startX, toY - startY]
    const length = alongX ** 2 + alongY ** 2
    const share = length === 0 ? 0 : ((x - startX) * alongX + (y - startY) * alongY) / length
    const at = Math.min(Math.max(share, 0), 1)
    least = Math.min(least, Math.hypot(x - startX - at * alongX, y - startY - at * alongY))
  }
  return least - width / 2
}

/** How much of a pixel lies within an edge that is so many pixels away from its middle. */
const covered = (pixels: number): number => Math.min(Math.max(0.5 - pixels, 0), 1)

/** Lines of red, green, blue and opacity, each with the byte before it that says how it is filtered: not. */
function pixelsOf(drawing: Drawing, { size, scale, ground }: Icon): Buffer {
  const { edge, colour } = drawing
  const unit = size / edge
  const bytes = Buffer.alloc(size * (1 + 4 * size))
  const inDrawing = (pixel: number): number => edge / 2 + ((pixel + 0.5) / unit - edge / 2) / scale
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const [x, y] = [inDrawing(column), inDrawing(row)]
      const white = covered(fromLine(drawing, x, y) * unit * scale)
      const tile = { tile: covered(fromTile(drawing, x, y) * unit), full: 1, none: white }[ground]
      const mixed = ground === 'none' ? 1 : white
      const at = row * (1 + 4 * size) + 1 + 4 * column
      for (const [part, value] of colour.entries()) {
        bytes[at + part] = Math.round(value + (255 - value) * mixed)
      }
      bytes[at + 3] = Math.round(255 * tile)
    }
  }
  return bytes
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, checksum])
}

/** A PNG of eight bits a colour, with opacity. Source: PNG, third edition, sections 5 and 11 */
function pngOf(size: number, pixels: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Lays the icons of the installed app beside the document. */
export function icons(favicon: string): Plugin {
  return {
    name: 'icons',
    apply: 'build',
    generateBundle() {
      const drawing = drawingOf(readFileSync(favicon, 'utf8'))
      for (const icon of ICONS) {
        const source = pngOf(icon.size, pixelsOf(drawing, icon))
        this.emitFile({ type: 'asset', fileName: icon.name, source })
      }
    },
  }
}
