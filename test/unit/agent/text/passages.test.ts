import fc from 'fast-check'
import { expect, test } from 'vitest'
import { passagesOf } from '../../../../agent/src/text/passages.ts'
import { wordsOf } from '../../../../agent/src/text/words.ts'

/** Passages of one block as text; those that are no sentences in brackets. */
function cut(text: string): readonly string[] {
  return passagesOf([{ text }]).map(({ words, isSentence }) =>
    isSentence ? words.join(' ') : `[${words.join(' ')}]`,
  )
}

test.each([
  ['One sentence. And two! Really? Yes…', ['One sentence', 'And two', 'Really', 'Yes']],
  ['Dr. Smith met Mrs. Jones. They left.', ['Dr Smith met Mrs Jones', 'They left']],
  [
    'J. R. R. Tolkien wrote it. In the U.S. Senate it passed.',
    ['J R R Tolkien wrote it', 'In the U.S Senate it passed'],
  ],
  ['Some animals, e.g. Dogs, bark.', ['Some animals e.g Dogs bark']],
  ['See No. 5 there. No. We will not.', ['See No 5 there', 'No', 'We will not']],
  ['It costs 3.50 a month. Buy it.', ['It costs 3.50 a month', 'Buy it']],
  ['"Is it?" she said. (It is.) Good.', ['Is it she said', 'It is', 'Good']],
  ['1. First do this. 2. Then do that.', ['1 First do this', '2 Then do that']],
  ['これは文です。次の文です！', ['これ は 文 です', '次 の 文 です']],
  ['यह पहला है। यह दूसरा है।', ['यह पहला है', 'यह दूसरा है']],
  ['Read more', ['[Read more]']],
  ['The title of a page', ['The title of a page']],
  ['It is over. Read more', ['It is over', '[Read more]']],
  ['?! ... "', []],
])('the sentences of "%s"', (text, passages) => {
  expect(cut(text)).toEqual(passages)
})

test('a sentence ends with its block', () => {
  const blocks = [{ text: 'Our products' }, { text: 'Everything you need for a garden' }]
  expect(passagesOf(blocks)).toEqual([
    { words: ['Our', 'products'], isSentence: false },
    { words: ['Everything', 'you', 'need', 'for', 'a', 'garden'], isSentence: true },
  ])
})

test('sentences are found where a text goes beyond what the segmenter gets at once', () => {
  const sentence = 'The quick brown fox jumps over the lazy dog. '
  expect(cut(sentence.repeat(500))).toHaveLength(500)
})

test('a sentence without an end is one, however long it is', () => {
  expect(cut('word '.repeat(10_000))).toHaveLength(1)
})

test('no word is lost or cut where it goes over the length of a chunk', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'word', 'Dr.', 'end.', 'No. 7', '"So?"', '今天'), {
        maxLength: 800,
      }),
      (parts) => {
        const text = parts.join(' ')
        const words = passagesOf([{ text }]).flatMap((passage) => passage.words)
        expect(words).toEqual(wordsOf(text))
      },
    ),
    { numRuns: 30 },
  )
})
