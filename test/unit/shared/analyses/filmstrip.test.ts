import { Filmstrip } from '@sightline/shared/analyses/filmstrip'
import { expect, test } from 'vitest'

/** The beginning of a jpeg, as far as its size. Source: ITU T.81, section B.2.2 */
function jpegOf(width: number, height: number): string {
  const bytes = Buffer.from('ffd8ffc0000b08000000000101110000', 'hex')
  bytes.writeUInt16BE(height, 7)
  bytes.writeUInt16BE(width, 9)
  return bytes.toString('base64')
}
const FRAME = {
  atMs: 12.5,
  mimeType: 'image/jpeg',
  width: 160,
  height: 320,
  data: jpegOf(160, 320),
}

test('pictures of a load are images of the size that is told', () => {
  expect(Filmstrip.parse([FRAME])).toEqual([FRAME])
  expect(Filmstrip.parse([])).toEqual([])
})

test.each([
  ['another size', { data: jpegOf(161, 320) }],
  ['no image', { data: Buffer.from('<script>').toString('base64') }],
  ['no base64', { data: `${FRAME.data}"` }],
  ['markup', { mimeType: 'image/svg+xml' }],
  ['one that is too large', { width: 4_000, height: 4_000, data: jpegOf(4_000, 4_000) }],
  ['one before the load', { atMs: -1 }],
])('%s is refused', (_, wrong) => {
  expect(Filmstrip.safeParse([{ ...FRAME, ...wrong }]).success).toBe(false)
})

test('there are 16 at most', () => {
  expect(Filmstrip.safeParse(Array.from({ length: 17 }, () => FRAME)).success).toBe(false)
})
