import { languageByFunctionWords } from './function-words.ts'

/** Characters that are looked at where a page does not say its language. */
const SAMPLE_LENGTH = 20_000
/** Most of one block: a long listing is not the whole page. */
const MAX_BLOCK_LENGTH = 2_000
/** Characters that a guess by letters needs; more only take longer. */
const LETTERS_LENGTH = 2_000
/** From so many characters on a guess is worth something; before, only where no other language is likely,
 *  as by its script. */
const MIN_SAMPLE_LENGTH = 40
/** Tags that say there is no language, or several. */
const NO_LANGUAGE: ReadonlySet<string> = new Set(['und', 'mul', 'zxx', 'mis', 'root'])

/** The language of a page as two or three letters: what its lang attribute says, else what its text
 *  looks like; null when neither tells. */
export async function languageOf(
  lang: string | null,
  blocks: readonly { readonly text: string }[],
): Promise<string | null> {
  return declaredLanguage(lang) ?? (await guessLanguage(blocks))
}

function declaredLanguage(lang: string | null): string | null {
  try {
    // Underscores are wrong but common.
    const { language } = new Intl.Locale((lang ?? '').trim().replaceAll('_', '-'))
    return language.length <= 3 && !NO_LANGUAGE.has(language) ? language : null
  } catch {
    return null
  }
}

function sampleOf(blocks: readonly { readonly text: string }[]): string {
  let sample = ''
  for (const { text } of blocks) {
    if (sample.length >= SAMPLE_LENGTH) break
    sample += ` ${text.slice(0, MAX_BLOCK_LENGTH)}`
  }
  return sample
}

async function guessLanguage(blocks: readonly { readonly text: string }[]): Promise<string | null> {
  const sample = sampleOf(blocks)
  if (sample.trim() === '') return null
  const known = languageByFunctionWords(sample)
  if (known !== null) return known
  const { detectAll } = await import('tinyld/light')
  const letters = sample.slice(0, LETTERS_LENGTH)
  const isLatin = isMostlyLatin(letters)
  // Names and code in Latin letters were taken for Russian.
  const best = detectAll(letters).find(({ lang }) => isWrittenInLatin(lang) === isLatin)
  if (best === undefined) return null
  return best.accuracy === 1 || sample.length >= MIN_SAMPLE_LENGTH ? best.lang : null
}

function isMostlyLatin(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? []
  return letters.filter((letter) => /\p{sc=Latin}/u.test(letter)).length * 2 > letters.length
}

function isWrittenInLatin(language: string): boolean {
  return new Intl.Locale(language).maximize().script === 'Latn'
}
