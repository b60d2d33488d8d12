import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nearDuplicates } from '../../../../../controller/src/crawl/site/near-duplicates.ts'

const hex = (value: bigint): string => value.toString(16).padStart(16, '0')

test('texts whose hashes differ in three bits at most are one group', () => {
  const one = 0x0123_4567_89ab_cdefn
  expect(
    nearDuplicates([
      hex(one),
      null,
      hex(~one & 0xffff_ffff_ffff_ffffn),
      hex(one ^ 0b111n),
      hex(one ^ 0b1111n ^ (1n << 40n)),
      null,
    ]),
  ).toEqual([[0, 3, 4]])
  expect(nearDuplicates([hex(one), hex(one ^ 0b1111n)])).toEqual([])
})

test('whoever is equal or near is found, and nobody else', () => {
  const bit = fc.nat(63).map((at) => 1n << BigInt(at))
  const near = fc
    .array(bit, { maxLength: 5 })
    .map((bits) => bits.reduce((all, one) => all ^ one, 0n))
  const base = fc.constantFrom(0n, 0xffff_0000_ffff_0000n, 0x1234_5678_9abc_def0n)
  const hashes = fc.array(
    fc.tuple(base, near).map(([from, change]) => from ^ change),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(hashes, (values) => {
      const groupOf = values.map((_, at) => at)
      for (let round = 0; round < values.length; round += 1) {
        for (const [at, one] of values.entries()) {
          for (const [other, value] of values.entries()) {
            const bits = (one ^ value).toString(2).replaceAll('0', '').length
            if (bits <= 3) groupOf[at] = Math.min(groupOf[at] ?? at, groupOf[other] ?? other)
          }
        }
      }
      const expected = [...Map.groupBy(values.keys(), (at) => groupOf[at]).values()].filter(
        (group) => group.length > 1,
      )
      expect(nearDuplicates(values.map(hex))).toEqual(expected)
    }),
  )
})

test('two of many texts that have a quarter of their hash in common are found', () => {
  // Multiples of an odd number are spread over all bits.
  const spread = (at: number): bigint =>
    BigInt.asUintN(64, (BigInt(at + 1) * 0x9e37_79b9_7f4a_7c15n) << 16n)
  const many = Array.from({ length: 1_000 }, (_, at) => spread(at))
  const last = many.at(-1) ?? 0n
  const near = last ^ (1n << 20n) ^ (1n << 40n) ^ (1n << 60n)
  expect(nearDuplicates([...many, near].map(hex))).toEqual([[999, 1_000]])
})
