import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contains, foldedText, placesOf } from '../../../../agent/src/text/find-phrase.ts'

test.each([
  ['The CAFÉ and the cafe\u0301s of cafe', 'cafe', [4, 26]],
  ['well-known and well known', 'well known', [0, 15]],
  ['e-mail marketing', 'E-Mail', [0]],
  ['don’t stop', "don't", [0]],
  ['cats concatenate cat', 'cat', [17]],
  ['a a a a', 'a a', [0, 4]],
  ['C++ and C', 'c++', [0]],
  ['C++ and C', 'C', [0, 8]],
  ['我们去北京大学', '北京', [3]],
  ['✔\ufe0fFree e\u0301free हिन्दी', 'free', [2]],
  ['हिन्दी न्दी', 'न्दी', [7]],
  ['\u{1d400}cat cat\u{1d400} cat', 'cat', [12]],
  ['Bäcker\u00adhand\u00adwerk', 'Bäckerhandwerk', [0]],
  ['das Handwerk', 'Hand\u00adwerk', [4]],
  ['text', '', []],
  ['', 'text', []],
])('in "%s" there is "%s" at %j', (text, phrase, places) => {
  expect([...placesOf(foldedText(phrase), foldedText(text))]).toEqual(places)
})

test('each word of a text is found in it', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-zé]{1,5}$/), { minLength: 1 }), (words) => {
      const text = foldedText(words.join(' '))
      for (const word of words) expect(contains(text, foldedText(word.toUpperCase()))).toBe(true)
    }),
  )
})
