import { expect, it } from 'vitest'
import fc from 'fast-check'
import { PathIndex } from '../../../../agent/src/robots/path-index.ts'

// With few letters a piece has more ends than a path has words of bits, with many it has fewer: either way is its own.
it.each(['ab', 'abcdef'])('finds what is searched for where a text of %s has it', (letters) => {
  const text = (of: string, length: { minLength?: number; maxLength: number }) =>
    fc.array(fc.constantFrom(...of.split('')), length).map((list) => list.join(''))
  fc.assert(
    fc.property(
      fc.oneof(
        text(letters, { maxLength: 300 }),
        text(letters, { minLength: 200, maxLength: 300 }),
      ),
      fc.array(fc.tuple(text(`${letters}c`, { maxLength: 6 }), fc.nat(310)), { maxLength: 20 }),
      fc.array(fc.tuple(fc.nat(300), fc.nat(4), fc.nat(310)), { maxLength: 20 }),
      (path, asked, places) => {
        const index = new PathIndex(path)
        const pieces = places.map(
          ([at, length, from]) => [path.slice(at, at + length), from] as const,
        )
        for (const [piece, from] of [...asked, ...pieces]) {
          expect(index.indexOf(piece, from)).toBe(path.indexOf(piece, from))
        }
      },
    ),
  )
})

it.each([
  ['one letter', 'a'.repeat(1_000)],
  ['two letters in turn', 'ab'.repeat(500)],
  ['runs of a letter', `${'a'.repeat(33)}b`.repeat(20)],
  ['each letter once', '~!}{'],
  ['a slash', '/'],
  ['nothing', ''],
])('finds every piece of a path of %s from everywhere', (_, path) => {
  const index = new PathIndex(path)
  for (let length = 0; length <= 40; length += 1) {
    for (let at = 0; at <= path.length; at += 7) {
      const piece = path.slice(at, at + length)
      for (const from of [0, at - 1, at, at + 1, path.length]) {
        expect(index.indexOf(piece, Math.max(0, from))).toBe(path.indexOf(piece, from))
      }
    }
  }
  expect(index.indexOf('ツ', 0)).toBe(-1)
})
