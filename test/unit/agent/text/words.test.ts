import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countWords, wordsOf } from '../../../../agent/src/text/words.ts'

test.each([
  ['', []],
  ['... !? 💩', []],
  ['Hello, world!', ['Hello', 'world']],
  [
    "Don't touch well-known 3.14 U.S. laws",
    ["Don't", 'touch', 'well-known', '3.14', 'U.S', 'laws'],
  ],
  ['Wi\u2011Fi and e\u2010mail \u2010 x\u2011', ['Wi\u2011Fi', 'and', 'e\u2010mail', 'x']],
  ['it’s -- a “quote”', ['it’s', 'a', 'quote']],
  ['and/or a_b', ['and', 'or', 'a', 'b']],
  ['Straße Éclair Привет', ['Straße', 'Éclair', 'Привет']],
  ['cafe\u0301 Daten\u00adschutz', ['cafe\u0301', 'Datenschutz']],
  ['हिन्दी भाषा', ['हिन्दी', 'भाषा']],
  ['می\u200cخواهم کتاب\u200cها', ['می\u200cخواهم', 'کتاب\u200cها']],
  ['ශ්\u200dරී ලංකා', ['ශ්\u200dරී', 'ලංකා']],
  ['❤\ufe0f love ✔\ufe0fFree 1\ufe0f\u20e3', ['love', 'Free', '1\ufe0f\u20e3']],
  ['👩\u200d💻 ❤\ufe0f\u200d🔥 dev\u200d', ['dev']],
  ['今天去北京大学', ['今天', '去', '北京', '大学']],
  ['สวัสดีชาวโลก', ['สวัสดี', 'ชาว', 'โลก']],
  ['我用iPhone', ['我', '用', 'iPhone']],
])('the words of "%s"', (text, words) => {
  expect(wordsOf(text)).toEqual(words)
})

test('a text of one script without spaces, longer than the segmenter gets at once, loses nothing', () => {
  // Two UTF-16 units a character: no piece may end within one.
  const text = `a${'\u{20000}'.repeat(3_000)}`
  expect(wordsOf(text).join('')).toBe(text)
})

test('words stand in the text in this order', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      let at = 0
      for (const word of wordsOf(text)) {
        const found = text.replaceAll('\u00ad', '').indexOf(word, at)
        expect(found).toBeGreaterThanOrEqual(at)
        at = found + word.length
      }
    }),
  )
})

test('words are counted over blocks', () => {
  expect(countWords([{ text: 'one two' }, { text: '' }, { text: 'three' }])).toBe(3)
})

test('what no character makes unclear is told apart as the pattern of words does', () => {
  const unit = fc.constantFrom(
    'a',
    'Z',
    '9',
    'é',
    '-',
    '.',
    '’',
    "'",
    ' ',
    '_',
    '\u0301',
    '\ufe0f',
    '\u200d',
    '\u2011',
    'ж',
    'अ',
    '٣',
    'ǅ',
    '😀',
  )
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      const pattern =
        /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[\u200d\u200c'’.\u2010\u2011-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu
      const expected = text.match(pattern) ?? []
      expect(wordsOf(text)).toEqual([...expected])
      expect(countWords([{ text }])).toBe(expected.length)
    }),
  )
})
