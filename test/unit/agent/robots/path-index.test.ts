import { expect, it } from 'vitest'
import fc from 'fast-check'
import { PathIndex } from '../../../../agent/src/robots/path-index.ts'

it('finds what is searched for where a text has it', () => {
  const text = (letters: string, maxLength: number) =>
    fc.array(fc.constantFrom(...letters.split('')), { maxLength }).map((list) => list.join(''))
  fc.assert(
    fc.property(
      text('ab', 300),
      fc.array(fc.tuple(text('abc', 6), fc.nat(310)), { maxLength: 20 }),
      (path, asked) => {
        const index = new PathIndex(path)
        for (const [piece, from] of asked) {
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
