import { crc32, deflateSync, inflateSync } from 'node:zlib'

const START = Buffer.from('89504e470d0a1a0a', 'hex')
/** Of a pixel, by colour type: grey, RGB, RGB with alpha. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 6: 4 }

/** An image whose pixels can be asked for. */
export interface Picture {
  readonly width: number
  readonly height: number
  /** As `#rrggbb`. */
  readonly colourAt: (x: number, y: number) => string
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const numbers = Buffer.alloc(8)
  numbers.writeUInt32BE(data.length, 0)
  numbers.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([numbers.subarray(0, 4), body, numbers.subarray(4)])
}

/** A grey png.
 *  @param lightnessAt 0 to 255 */
export function greyPng(
  width: number,
  height: number,
  lightnessAt: (x: number, y: number) => number = () => 128,
): Buffer {
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: width }, (__, x) => lightnessAt(x, y))]),
  )
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0])
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  const data = deflateSync(Buffer.concat(rows))
  return Buffer.concat([
    START,
    chunk('IHDR', head),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunksOf(png: Buffer): { type: string; data: Buffer }[] {
  const chunks = []
  for (let at = START.length; at < png.length;) {
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + length) })
    at += 12 + length
  }
  return chunks
}

/** Source: PNG specification, section 9.4 */
function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner
  const byLeft = Math.abs(estimate - left)
  const byUp = Math.abs(estimate - up)
  const byCorner = Math.abs(estimate - corner)
  if (byLeft <= byUp && byLeft <= byCorner) return left
  return byUp <= byCorner ? up : corner
}

/** What a filter took off a byte. Source: PNG specification, section 9.2 */
function predicted(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 1:
      return left
    case 2:
      return up
    case 3:
      return (left + up) >> 1
    case 4:
      return paeth(left, up, corner)
    default:
      return 0
  }
}

/** Reads a png as Chrome writes them: 8 bits a sample, not interlaced. */
export function readPng(bytes: Uint8Array): Picture {
  const chunks = chunksOf(Buffer.from(bytes))
  const head = chunks.find(({ type }) => type === 'IHDR')?.data ?? Buffer.alloc(13)
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)]
  const colourType = head.readUInt8(9)
  const samples = SAMPLES[colourType]
  if (samples === undefined) throw new Error(`a png of colour type ${colourType} cannot be read`)
  const data = chunks.filter(({ type }) => type === 'IDAT').map((each) => each.data)
  const raw = inflateSync(Buffer.concat(data))
  const stride = width * samples
  const pixels = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y += 1) {
    const from = y * (stride + 1)
    const filter = raw[from] ?? 0
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x
      const left = x < samples ? 0 : (pixels[at - samples] ?? 0)
      const up = y === 0 ? 0 : (pixels[at - stride] ?? 0)
      const corner = x < samples || y === 0 ? 0 : (pixels[at - stride - samples] ?? 0)
      pixels[at] = (raw[from + 1 + x] ?? 0) + predicted(filter, left, up, corner)
    }
  }
  return {
    width,
    height,
    colourAt(x, y) {
      const at = y * stride + x * samples
      const [first = 0, second = first, third = first] = pixels.subarray(
        at,
        at + Math.min(samples, 3),
      )
      return `#${Buffer.from([first, second, third]).toString('hex')}`
    },
  }
}
