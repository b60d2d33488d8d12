import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EnglishText } from '../../../../agent/src/text/measure-text.ts'
import { measureEnglish, measureText } from '../../../../agent/src/text/measure-text.ts'
import { readWords } from '../../../../agent/src/text/read-words.ts'
import { passagesOf } from '../../../../agent/src/text/passages.ts'
import { readabilityOf } from '../../../../agent/src/text/readability.ts'

const measure = (text: string, language: string | null = 'en') =>
  measureText(passagesOf([{ text }]), language)

const NOTHING_MEANT = {
  fleschKincaidGrade: null,
  fleschReadingEase: null,
  automatedReadabilityIndex: null,
  colemanLiauIndex: null,
  gunningFog: null,
  smogIndex: null,
}

// 10 words, 2 sentences, 11 syllables (loud-ly), 35 letters, no long word:
// 0.39 x 5 + 11.8 x 1.1 - 15.59 = -0.66; 206.835 - 5.075 - 93.06 = 108.7;
// 4.71 x 3.5 + 2.5 - 21.43 = -2.445; 0.0588 x 350 - 0.296 x 20 - 15.8 = -1.14; 0.4 x 5 = 2
test('a text is measured and judged by the six formulas', () => {
  const measures = measure('The cat sat on the mat. The dog barked loudly.')
  expect(measures).toEqual({
    words: 10,
    sentences: 2,
    syllables: 11,
    longWords: 0,
    longStems: 0,
    letters: 35,
    digits: 0,
    isAlphabetic: true,
  })
  expect(readabilityOf(measures)).toEqual({
    fleschKincaidGrade: -0.66,
    fleschReadingEase: 108.7,
    automatedReadabilityIndex: -2.45,
    colemanLiauIndex: -1.14,
    gunningFog: 2,
    smogIndex: 3.13,
  })
})

// 4 words, 1 sentence, 13 syllables (e-du-ca-tion, u-ni-ver-si-ties, in-ter-est-ed in), 34 letters:
// fog 0.4 x (4 + 75), smog 1.043 x sqrt(30 x 3) + 3.1291 = 13.0238
test('long words make a text harder', () => {
  const measures = measure('Education interested universities everywhere.')
  expect(measures).toMatchObject({ words: 4, sentences: 1, longWords: 4 })
  const { gunningFog, smogIndex } = readabilityOf({ ...measures, longWords: 3, longStems: 3 })
  expect(gunningFog).toBe(31.6)
  expect(smogIndex).toBe(13.02)
})

test('-es, -ed and -ing do not make a word long for the fog index, only for the others', () => {
  expect(measure('Wanting created boxes visited offices offering.')).toMatchObject({
    longWords: 4,
    longStems: 0,
  })
})

test('digits count as characters, not as letters', () => {
  expect(measure('Route 66 is 2448 miles long.')).toMatchObject({
    letters: 16,
    digits: 6,
    words: 6,
  })
})

test.each([
  ['Das ist ein kurzer Satz über Häuser.', 'de', 10],
  ['Мой дядя самых честных правил.', 'ru', 9],
  ['Η Αθήνα είναι μεγάλη πόλη.', 'el', 11],
  ['El niño está aquí.', 'es', 7],
])('syllables of "%s" are counted by its vowels', (text, language, syllables) => {
  expect(measure(text, language)).toMatchObject({ syllables, isAlphabetic: true })
})

test.each([
  '今天我们去北京大学学习中文。',
  'هذا نص باللغة العربية.',
  'यह हिन्दी में लिखा है।',
  '이것은 한국어 문장입니다.',
])('no formula says anything of "%s"', (text) => {
  expect(readabilityOf(measure(text, null))).toEqual(NOTHING_MEANT)
})

test.each(['', '... 💩', 'Read more'])(
  '"%s" has no words or no sentence: every index is 0',
  (text) => {
    const indices = Object.values(readabilityOf(measure(text)))
    expect(indices).toEqual([0, 0, 0, 0, 0, 0])
  },
)

test('every text has finite indices, and at least a syllable a word', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const measures = measure(text)
      expect(measures.syllables).toBeGreaterThanOrEqual(measures.words)
      for (const index of Object.values(readabilityOf(measures))) {
        expect(index === null || Number.isFinite(index)).toBe(true)
      }
    }),
  )
})

test('English is measured without its passages as with them, and by words that were read before', () => {
  const pieces = [
    'a',
    'Word',
    'word. ',
    'Dr. ',
    'No. ',
    '7',
    '3.14',
    "don't",
    'don’t',
    'é',
    '今天',
    '²',
  ]
  const more = [
    '.',
    '. ',
    '! ',
    '?" ',
    ' ',
    '-',
    '…',
    '\u00ad',
    '(',
    ') ',
    'Visited ',
    'approximately. ',
  ]
  const block = fc
    .array(fc.constantFrom(...pieces, ...more), { maxLength: 40 })
    .map((parts) => ({ text: parts.join('') }))
  fc.assert(
    fc.property(fc.array(block, { maxLength: 3 }), (blocks) => {
      const measures = measureText(passagesOf(blocks), 'en')
      expect(measureEnglish(blocks)).toEqual(measures)
      const read = readWords(blocks)
      const withWords = blocks.map(({ text }, at): EnglishText => {
        const range = read.texts[at] ?? null
        return range === null ? { text } : { text, words: { read, range } }
      })
      expect(measureEnglish(withWords)).toEqual(measures)
    }),
    { numRuns: 5_000 },
  )
})
