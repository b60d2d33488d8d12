import { imageHeader } from '@sightline/shared/analyses/image-header'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { greyPng } from '../../../helpers/png.ts'

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex')
const riff = (text: string): Buffer =>
  Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), hex(text)])

/** By how they begin: 300 x 200 pixels each. */
const BEGINNINGS: Readonly<Record<string, Buffer>> = {
  'image/png': greyPng(300, 200),
  'image/jpeg': hex('ffd8 ffe0 0004 0000 ffdb 0003 00 ffc0 0011 08 00c8 012c 03'),
  'image/jpeg, progressive': hex('ffd8 ffc4 0002 ffc2 0011 08 00c8 012c 03'),
  'image/webp': riff('56503820 00000000 000000 9d012a 2c01 c800'),
  'image/webp, lossless': riff('5650384c 00000000 2f 2bc13100 00000000 00'),
  'image/webp, extended': riff('56503858 0a000000 10000000 2b0100 c70000'),
}

test.each(Object.entries(BEGINNINGS))('%s tells its size', (name, image) => {
  const [mimeType] = name.split(',')
  expect(imageHeader(image)).toEqual({ mimeType, width: 300, height: 200 })
})

test('what is cut short, or no image of these types, is none', () => {
  for (const image of Object.values(BEGINNINGS)) {
    expect(imageHeader(image.subarray(0, 11))).toBeNull()
  }
  const others = [
    '',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '<!doctype html><script>alert(1)</script>',
    'GIF89a'.padEnd(40, '\0'),
    'RIFF0000WAVE'.padEnd(40, '\0'),
    'RIFF0000WEBPVP8 '.padEnd(40, '\0'),
    'RIFF0000WEBPVP8L'.padEnd(40, '\0'),
  ]
  for (const text of others) expect(imageHeader(Buffer.from(text, 'latin1'))).toBeNull()
  // Segments without an end, and one that says it has no length.
  expect(imageHeader(hex(`ffd8${'ffe00002'.repeat(5_000)}`))).toBeNull()
  expect(imageHeader(hex('ffd8 ffe0 0000 ffe0 0000 00000000'))).toBeNull()
})

test('any bytes have an answer', () => {
  const start = fc.constantFrom(...Object.values(BEGINNINGS), Buffer.alloc(0))
  fc.assert(
    fc.property(start, fc.nat(40), fc.uint8Array(), (image, kept, rest) => {
      const header = imageHeader(Buffer.concat([image.subarray(0, kept), rest]))
      expect(header === null || header.width >= 0).toBe(true)
    }),
  )
})
