import type { LogoRow } from '../db/status-pages.ts'

const DATA_URL = /^data:image\/(png|jpeg|webp|svg\+xml);base64,([a-z0-9+/]+={0,2})$/i

/** How images of each kind begin: what is none is refused, whatever it is called. */
const BEGINNINGS: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  png: (bytes) => bytes.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47])),
  jpeg: (bytes) => bytes.subarray(0, 2).equals(Buffer.from([0xff, 0xd8])),
  webp: (bytes) =>
    bytes.subarray(0, 4).toString('latin1') === 'RIFF' &&
    bytes.subarray(8, 12).toString('latin1') === 'WEBP',
  'svg+xml': (bytes) => /<svg[\s>]/i.test(bytes.subarray(0, 4_096).toString('utf8')),
}

/** The picture in a data: URL; null where it holds none. */
export function parseLogo(url: string): LogoRow | null {
  const [, kind = '', base64 = ''] = DATA_URL.exec(url) ?? []
  const bytes = Buffer.from(base64, 'base64')
  const isSo = BEGINNINGS[kind.toLowerCase()]?.(bytes) ?? false
  return isSo ? { type: `image/${kind.toLowerCase()}`, bytes } : null
}
