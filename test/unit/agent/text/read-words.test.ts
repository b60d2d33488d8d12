import { describe, expect, test } from 'vitest'
import { readWords } from '../../../../agent/src/text/read-words.ts'

/** The words of a text where `readWords` says that they stand. */
function wordsIn(text: string): string[] {
  const { places } = readWords([{ text }])
  return Array.from({ length: places.length / 2 }, (_, at) =>
    text.slice(places[2 * at], places[2 * at + 1]),
  )
}

describe('the words of a page', () => {
  test('stay what they are when another page is read', () => {
    const first = readWords([{ text: 'one two' }, { text: 'three' }])
    const before = { hashes: [...first.hashes], places: [...first.places] }
    readWords([{ text: 'entirely other words, and more of them' }])
    expect({ hashes: [...first.hashes], places: [...first.places] }).toEqual(before)
    expect(first.texts).toEqual([
      { begin: 0, end: 2 },
      { begin: 2, end: 3 },
    ])
  })

  test('are all there on a page of very many, and on a short one after it', () => {
    const words = Array.from({ length: 200_000 }, (_, at) => `w${at}`)
    const text = words.join(' ')
    expect(wordsIn(text)).toEqual(words)
    expect(wordsIn('a short one')).toEqual(['a', 'short', 'one'])
    expect(wordsIn(text)).toHaveLength(words.length)
  })

  test('of a text that is read in another way do not move those of the next one', () => {
    const { hashes, texts } = readWords([
      { text: 'one' },
      { text: '猫です two' },
      { text: 'three' },
    ])
    const alone = [...readWords([{ text: 'one' }]).hashes, ...readWords([{ text: 'three' }]).hashes]
    expect([hashes[0], hashes.at(-1)]).toEqual(alone)
    expect(texts.map((range) => range === null)).toEqual([false, true, false])
  })
})
