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

const LISTING =
  'xsltCompMatchPtr xsltCompilePattern xmlNodePtr libxslt GNOME param returns '.repeat(40)

test.each([
  ['en', 'This is the list of what you need for it, and how to use it with the other parts.'],
  ['de', 'Das ist die Liste von dem, was nicht mit auf die Reise und in den Koffer kommt.'],
  ['fr', 'Voici la liste des choses que vous trouvez dans le sac, et ce qui est pour les autres.'],
  ['es', 'Esta es la lista de las cosas que se usan para el jardín y los trabajos en una casa.'],
  ['pt', 'Esta é a lista de coisas que não se usam para uma casa, mas do jardim e dos outros.'],
  [
    'nl',
    'Dit is de lijst van het gereedschap dat niet in een huis voor het werk op te bergen zijn.',
  ],
  ['pl', 'To jest lista rzeczy, że nie ma ich na stole, ale są dla nas oraz przez to do domu.'],
  ['sv', 'Det är en lista på vad som inte är med och det som du kan ha för att gå till dem.'],
  ['da', 'Det er en liste af ting, der ikke er på vej fra dem, og som de kan have med til et hus.'],
])('a text in %s is known for it among names and code', async (language, text) => {
  const blocks = [{ text: LISTING }, { text: 'News' }, { text }]
  expect(await languageOf(null, blocks)).toBe(language)
})

test('what is written in Latin letters is not Russian, nor the other way round', async () => {
  const menu = [{ text: 'httplib2 Http request cache Response module index' }, { text: LISTING }]
  expect(await languageOf(null, menu)).not.toBe('ru')
  const russian = 'Это список вещей, которые нужны для сада и огорода, и как с ними работать.'
  expect(await languageOf(null, [{ text: russian }])).toBe('ru')
})

test('the beginning of a page tells, whatever follows', async () => {
  const english = Array.from({ length: 500 }, () => ({ text: 'the of and to in '.repeat(5) }))
  const long = Array.from({ length: 5_000 }, () => ({ text: 'der die und das ist '.repeat(50) }))
  expect(await languageOf(null, [...english, ...long])).toBe('en')
})
