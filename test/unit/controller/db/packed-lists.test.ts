import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  unpackFloats,
  unpackIntegers,
  unpackWords,
} from '../../../../controller/src/db/packed-lists.ts'

/** As array_send writes float8[], or float8[][] of so many each. */
function packed(numbers: readonly number[], ofEach: number | null): string {
  const lengths = ofEach === null ? [numbers.length] : [numbers.length / ofEach, ofEach]
  const head = Buffer.alloc(12)
  head.writeInt32BE(lengths.length, 0)
  head.writeInt32BE(701, 8)
  const dimensions = lengths.map((length) => {
    const bytes = Buffer.alloc(8)
    bytes.writeInt32BE(length, 0)
    bytes.writeInt32BE(1, 4)
    return bytes
  })
  const elements = numbers.map((number) => {
    const bytes = Buffer.alloc(12)
    bytes.writeInt32BE(8, 0)
    bytes.writeDoubleBE(number, 4)
    return bytes
  })
  return Buffer.concat([head, ...dimensions, ...elements]).toString('base64')
}

it('unpacks every number to the last digit, of lists and of lists of lists', () => {
  fc.assert(
    fc.property(fc.array(fc.double(), { minLength: 1 }), fc.boolean(), (numbers, isNested) => {
      expect([...unpackFloats(packed(numbers, isNested ? 1 : null))]).toEqual(numbers)
    }),
  )
  expect([...unpackFloats(packed([1, 2, 3, 4, 5, 6], 3))]).toEqual([1, 2, 3, 4, 5, 6])
})

it('unpacks whole numbers', () => {
  const bytes = Buffer.from('00000001ffffffff7fffffff80000000', 'hex')
  expect([...unpackIntegers(bytes.toString('base64'))]).toEqual([1, -1, 2 ** 31 - 1, -(2 ** 31)])
})

it('takes no rows for no numbers and no words', () => {
  expect(unpackIntegers(null)).toHaveLength(0)
  expect(unpackFloats(null)).toHaveLength(0)
  expect(unpackWords(null)).toEqual([])
})

it('keeps words that are empty', () => {
  expect(unpackWords('a,,b')).toEqual(['a', '', 'b'])
  expect(unpackWords('')).toEqual([''])
})
