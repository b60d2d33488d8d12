import { expect, test } from 'vitest'
import { KnownWords } from '../../../../agent/src/text/known-words.ts'

/** Asks for a word in a text, under a hash. */
const ask = (known: KnownWords<string>, word: string, hash: number | null): string =>
  known.of(`<${word}>`, 1, 1 + word.length, hash)

function counting(): { readonly known: KnownWords<string>; readonly told: string[] } {
  const told: string[] = []
  const known = new KnownWords((word) => {
    told.push(word)
    return word.toUpperCase()
  })
  return { known, told }
}

test('a word is told once, wherever it stands', () => {
  const { known, told } = counting()
  expect([ask(known, 'tree', 7), known.of('a tree', 2, 6, 7)]).toEqual(['TREE', 'TREE'])
  expect(told).toEqual(['tree'])
})

test('words of one hash are told apart', () => {
  const { known, told } = counting()
  const words = ['tree', 'Tree', 'trees', 'leaf', 'tree', 'leaf']
  expect(words.map((word) => ask(known, word, 7))).toEqual(words.map((word) => word.toUpperCase()))
  expect(told).toEqual(['tree', 'Tree', 'trees', 'leaf'])
})

test('what has no hash, and what is too long to be a word, is not remembered', () => {
  const { known, told } = counting()
  const long = 'x'.repeat(41)
  expect([ask(known, 'été', null), ask(known, 'été', null)]).toEqual(['ÉTÉ', 'ÉTÉ'])
  expect([ask(known, long, 1), ask(known, long, 1)]).toEqual([
    long.toUpperCase(),
    long.toUpperCase(),
  ])
  expect(told).toHaveLength(4)
})

test('it forgets when it is full, and tells the same', () => {
  const words = Array.from({ length: 40_000 }, (_, at) => `word${at}`)
  const many = counting()
  for (const [at, word] of words.entries()) {
    if (ask(many.known, word, Math.imul(at, 0x9e3779b1)) !== word.toUpperCase())
      throw new Error(word)
  }
  expect(many.told).toHaveLength(words.length)
  expect(ask(many.known, 'word39999', Math.imul(39_999, 0x9e3779b1))).toBe('WORD39999')
  expect(many.told).toHaveLength(words.length)
})
