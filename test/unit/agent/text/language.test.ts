import { expect, test } from 'vitest'
import { languageOf } from '../../../../agent/src/text/language.ts'

const german = [{ text: 'Das ist ein kurzer Text' }, { text: 'über Hunde und über Katzen.' }]

test.each([
  ['en', 'en'],
  [' EN-us ', 'en'],
  ['zh_Hant_TW', 'zh'],
  ['iw', 'he'],
  ['nb-NO', 'nb'],
])('lang="%s" says %s', async (lang, language) => {
  expect(await languageOf(lang, german)).toBe(language)
})

test.each([null, '', 'english', 'und', '{{ locale }}', 'x-default', '-'])(
  'with lang=%j the text tells',
  async (lang) => {
    expect(await languageOf(lang, german)).toBe('de')
  },
)

test.each([[[]], [[{ text: '' }]], [[{ text: '12 345' }]], [[{ text: 'Contact us' }]]])(
  'nothing tells of %j',
  async (blocks) => {
    expect(await languageOf(null, blocks)).toBeNull()
  },
)

test('a script that only one language is written in tells it at once', async () => {
  expect(await languageOf(null, [{ text: 'これは文です' }])).toBe('ja')
})
