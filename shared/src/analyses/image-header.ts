/** Kinds of images that screenshots are, as MIME types. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const
export type ImageType = (typeof IMAGE_TYPES)[number]

/** What the beginning of an image tells. */
interface ImageHeader {
  readonly mimeType: ImageType
  /** In pixels. */
  readonly width: number
  readonly height: number
}

type Size = Pick<ImageHeader, 'width' | 'height'>

const PNG_START = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
/** Segments before the one with the size: Chrome writes a handful. */
const MAX_SEGMENTS = 100

/** Source: PNG specification, sections 5.2 and 11.2.1 */
function pngSize(image: Buffer): Size | null {
  if (image.length < 24 || !image.subarray(0, PNG_START.length).equals(PNG_START)) return null
  return { width: image.readUInt32BE(16), height: image.readUInt32BE(20) }
}

/** Whether a marker begins a frame; three of that range mean something else. Source: ITU T.81, table B.1 */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Source: ITU T.81, sections B.1.1 and B.2.2 */
function jpegSize(image: Buffer): Size | null {
  if (image.length < 4 || image.readUInt16BE(0) !== 0xff_d8) return null
  let at = 2
  for (let segment = 0; segment < MAX_SEGMENTS && at + 9 <= image.length; segment += 1) {
    const [start, marker = 0] = image.subarray(at)
    if (start !== 0xff) return null
    if (isFrame(marker)) {
      return { width: image.readUInt16BE(at + 7), height: image.readUInt16BE(at + 5) }
    }
    at += 2 + image.readUInt16BE(at + 2)
  }
  return null
}

/** Source: RFC 9649, sections 2.4 to 2.7; RFC 6386, section 9.1 */
function webpSize(image: Buffer): Size | null {
  if (image.length < 30 || image.toString('latin1', 0, 4) !== 'RIFF') return null
  switch (image.toString('latin1', 8, 16)) {
    case 'WEBPVP8 ':
      if (image.readUIntBE(23, 3) !== 0x9d_01_2a) return null
      return { width: image.readUInt16LE(26) & 0x3f_ff, height: image.readUInt16LE(28) & 0x3f_ff }
    case 'WEBPVP8L': {
      if (image[20] !== 0x2f) return null
      const sizes = image.readUInt32LE(21)
      return { width: (sizes & 0x3f_ff) + 1, height: ((sizes >>> 14) & 0x3f_ff) + 1 }
    }
    case 'WEBPVP8X':
      return { width: image.readUIntLE(24, 3) + 1, height: image.readUIntLE(27, 3) + 1 }
    default:
      return null
  }
}

const READERS = {
  'image/png': pngSize,
  'image/jpeg': jpegSize,
  'image/webp': webpSize,
} as const satisfies { [T in ImageType]: (image: Buffer) => Size | null }

/** What an image is by its first bytes; null for what is none of these types. */
export function imageHeader(image: Buffer): ImageHeader | null {
  for (const mimeType of IMAGE_TYPES) {
    const size = READERS[mimeType](image)
    if (size !== null) return { mimeType, ...size }
  }
  return null
}
