/** Tar's unit. */
export const BLOCK_BYTES = 512

const MODE = '0000600\0'
const NO_OWNER = '0000000\0'

/** Where each field of a header begins, and how long it is. Source: POSIX.1-1988, ustar. */
const FIELDS = {
  name: [0, 100],
  mode: [100, 8],
  owner: [108, 8],
  group: [116, 8],
  size: [124, 12],
  modifiedAt: [136, 12],
  checksum: [148, 8],
  type: [156, 1],
  magic: [257, 8],
} as const

/** The header of a file in an archive of tar.
 *  @param name up to 100 bytes of ASCII */
export function tarHeader(name: string, size: number, modifiedAt: Date): Buffer {
  const header = Buffer.alloc(BLOCK_BYTES)
  const put = (field: keyof typeof FIELDS, text: string): void => {
    header.write(text, FIELDS[field][0], FIELDS[field][1], 'latin1')
  }
  if (Buffer.byteLength(name) > FIELDS.name[1]) throw new Error(`the name ${name} is too long`)
  put('name', name)
  put('mode', MODE)
  put('owner', NO_OWNER)
  put('group', NO_OWNER)
  put('size', `${size.toString(8).padStart(11, '0')}\0`)
  put(
    'modifiedAt',
    `${Math.floor(modifiedAt.getTime() / 1_000)
      .toString(8)
      .padStart(11, '0')}\0`,
  )
  put('type', '0')
  put('magic', 'ustar\x0000')
  put('checksum', `${sumOf(header).toString(8).padStart(6, '0')}\0 `)
  return header
}

/** Zeros up to the next block. */
export function padding(size: number): Buffer {
  return Buffer.alloc(paddedSize(size) - size)
}

export function paddedSize(size: number): number {
  return Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES
}

/** What a header says; null for what is none. */
export function readTarHeader(header: Buffer): { name: string; size: number } | null {
  const get = (field: keyof typeof FIELDS): string => {
    const [from, length] = FIELDS[field]
    const text = header.toString('latin1', from, from + length)
    return text.slice(0, text.indexOf('\0') === -1 ? text.length : text.indexOf('\0'))
  }
  const size = Number.parseInt(get('size'), 8)
  const isRight = Number.parseInt(get('checksum'), 8) === sumOf(header)
  return isRight && size >= 0 ? { name: get('name'), size } : null
}

/** Of all bytes, the checksum itself taken for spaces. */
function sumOf(header: Buffer): number {
  const [from, length] = FIELDS.checksum
  let sum = 0
  for (const [place, byte] of header.entries()) {
    sum += place >= from && place < from + length ? 0x20 : byte
  }
  return sum
}
