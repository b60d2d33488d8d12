import { syllable } from 'syllable'

/** Words longer than this are no words of a language, and are not worth an exact count. */
const MAX_EXACT_LENGTH = 40
/** Distinct words that are remembered, over all pages: counting one takes about 10 µs. */
const MAX_REMEMBERED = 50_000

const VOWEL_GROUPS = /[aeiouyæœøıαεηιουω]+/g
/** Each vowel letter of Cyrillic makes a syllable. */
const CYRILLIC_VOWELS = /[аеёиоуыэюяіїєѣ]/g

const remembered = new Map<string, number>()

/** Syllables of a word, at least 1: English ones by rules and exceptions, others by groups of vowels.
 *  @param language two or three letters; null (unknown) counts as English */
export function countSyllables(word: string, language: string | null): number {
  if (!isEnglish(language) || word.length > MAX_EXACT_LENGTH) return countVowels(word)
  const known = remembered.get(word)
  if (known !== undefined) return known
  // Words without a letter of English, in a text that is, would have none.
  const syllables = syllable(word) || countVowels(word)
  if (remembered.size >= MAX_REMEMBERED) remembered.clear()
  remembered.set(word, syllables)
  return syllables
}

/** Whether the rules of English are right for a text. */
export function isEnglish(language: string | null): boolean {
  return language === null || language === 'en'
}

function countVowels(word: string): number {
  const lower = word.toLowerCase()
  const cyrillic = lower.match(CYRILLIC_VOWELS)?.length
  // Accents come off: "naïve" has the vowels of "naive".
  return (
    cyrillic ?? lower.normalize('NFD').replaceAll(/\p{M}/gu, '').match(VOWEL_GROUPS)?.length ?? 1
  )
}
