import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldCase, foldForSearch } from '../../../../agent/src/text/fold.ts'
import { hasPlaceholder } from '../../../../agent/src/text/placeholder.ts'
import { singularOf } from '../../../../agent/src/text/singular.ts'
import { loadStopWords } from '../../../../agent/src/text/stop-words.ts'

test.each([
  ['Café DON’T Well-Known', "cafe don't well known"],
  ['ÀÉÎÕÜ ñ ç ø', 'aeiou n c ø'],
  ['Ёлка й Έλα', 'елка й ελα'],
  ['が ガ', 'が ガ'],
  ['İstanbul\u00a0x', 'istanbul x'],
])('"%s" is searched as "%s"', (text, folded) => {
  expect(foldForSearch(text)).toBe(folded)
})

test('a folded text is as long as the text, so that places are the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(foldForSearch(text)).toHaveLength(text.length)
    }),
  )
})

test('a word is counted the same however it is composed', () => {
  expect(foldCase('CAFE\u0301')).toBe('café')
  expect(foldCase('Wi\u2011Fi')).toBe('wi-fi')
})

test.each([
  ['boxes', 'box'],
  ['widgets', 'widget'],
  ['families', 'family'],
  ["dog's", 'dog'],
  ['glass', 'glass'],
  ['status', 'status'],
  ['bus', 'bus'],
])('%s is compared as %s', (word, singular) => {
  expect(singularOf(word)).toBe(singular)
})

test('each language has its own stop words', async () => {
  const english = await loadStopWords('en')
  expect(['the', "don't", 'of'].every((word) => english.has(word))).toBe(true)
  expect(['widget', 'website', 'information'].some((word) => english.has(word))).toBe(false)
  expect((await loadStopWords('de')).has('und')).toBe(true)
  expect((await loadStopWords('nb')).has('og')).toBe(true)
})

test.each([null, 'xx', 'constructor'])('language %j has none', async (language) => {
  expect((await loadStopWords(language)).size).toBe(0)
})

test.each([
  ['Lorem ipsum dolor sit amet', true],
  ['nunc consectetuer adipiscing elit', true],
  ['A dolorous text', false],
])('placeholder text in "%s": %s', (text, isThere) => {
  expect(hasPlaceholder([{ text: 'Before' }, { text }])).toBe(isThere)
})
