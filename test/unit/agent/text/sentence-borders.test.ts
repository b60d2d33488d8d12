import fc from 'fast-check'
import { expect, it } from 'vitest'
import { plainBorders } from '../../../../agent/src/text/sentence-borders.ts'

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

const bordersByUnicode = (text: string): number[] =>
  [...segmenter.segment(text)].map(({ index, segment }) => index + segment.length)

const PLAIN = Array.from({ length: 0x2028 }, (_, code) => String.fromCharCode(code)).filter(
  (character) => plainBorders(character) !== null,
)

/** Around a character: each of the rules of UAX 29 hangs on what stands there. */
const CONTEXTS: readonly ((one: string) => string)[] = [
  (one) => `a.${one}B`,
  (one) => `a.${one}b`,
  (one) => `A. ${one}B`,
  (one) => `A? ${one} b`,
  (one) => `${one}.B`,
  (one) => `a.)${one} C`,
  (one) => `a${one} B`,
  (one) => `a.${one}${one}\r\nB`,
  (one) => `1.${one}2`,
]

it.each(CONTEXTS.map((context) => [JSON.stringify(context('_')), context]))(
  'finds the borders that Unicode has in %s, whatever the character',
  (_name, context) => {
    const wrong = PLAIN.map(context).filter(
      (text) => plainBorders(text)?.join(' ') !== bordersByUnicode(text).join(' '),
    )
    expect(wrong).toEqual([])
  },
)

it('finds the borders that Unicode has in any plain text', () => {
  const pieces = ['a', 'B', '7', '.', '!', '?', ' ', '\u00a0', '"', ')', '(', '”', ',', '–', ':']
  const more = ['\r', '\n', '\u0085', '…', '/', 'ß', 'É', 'Dr.', 'e.g. ', '\u01bb', '\u2024']
  const text = fc
    .array(fc.constantFrom(...pieces, ...more), { maxLength: 30 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, (plain) => {
      expect(plainBorders(plain)).toEqual(bordersByUnicode(plain))
    }),
    { numRuns: 20_000 },
  )
})

it.each(['日本語。', 'кто?', 'soft\u00adhyphen.', 'a\u0301.', '😀', '\u2029'])(
  'leaves %j to the rules of all scripts',
  (text) => expect(plainBorders(text)).toBeNull(),
)

it('takes no longer for each piece of a text without a letter', () => {
  const text = '. 1 '.repeat(100_000)
  expect(plainBorders(text)).toHaveLength(100_001)
})
