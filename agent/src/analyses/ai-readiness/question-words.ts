import { words } from '../../page/words.ts'

/** Words that a question may begin with, by language, in lower case with their accents, which tell a
 *  question from a statement in Spanish. */
const QUESTION_WORDS: Readonly<Record<string, readonly string[]>> = {
  en: words(
    'what why how when where who whom whose which',
    "what's who's where's how's when's why's",
  ),
  de: words(
    'was warum wieso weshalb weswegen wie wer wen wem wessen wann wo woher wohin',
    'welche welcher welches welchen welchem wofür womit wodurch wozu woran worauf woraus worin',
  ),
  fr: words(
    'comment pourquoi quand où combien qui que quoi quel quelle quels quelles',
    "est-ce qu'est-ce qu'est lequel laquelle lesquels lesquelles",
  ),
  es: words('qué cómo cuándo dónde adónde quién quiénes cuál cuáles cuánto cuánta cuántos cuántas'),
  it: words(
    'come perché quando dove chi cosa quale quali quanto quanta quanti quante',
    "cos'è dov'è",
  ),
  nl: words('wat waarom hoe wanneer waar wie welke welk hoeveel waarmee waarvoor waarom'),
  pt: words('como porque porquê quando onde quem qual quais quanto quanta quantos quantas'),
}

/** Verbs that ask where a pronoun or an article follows: "Can I ...", "Is the ...". */
const ENGLISH_VERB =
  /^(?:is|are|was|were|do|does|did|can|could|will|would|should|may|must|has|have) (?:i|you|we|they|he|she|it|there|this|that|these|those|the|a|an|my|your|our) /

/** Marks at the end of a question: Latin, full width, Arabic, Armenian. The Greek one looks like a
 *  semicolon, and is one in composed text. */
const MARK = /[?？؟՞][\s"'’”»)\]]*$/
const GREEK_MARK = /\p{sc=Greek}[^;\u037e]*[;\u037e]\s*$/u

/** Fewer are a label: "What's new", "Why us". */
const LEAST_WORDS = 3

/** Longer ones are no headings, and none of their ends is looked for. */
const MAX_LENGTH = 500

/** Whether a heading is phrased as a question: by its mark, or because it begins with a question word of
 *  the page's language and has at least three words. English is taken where the language has no list.
 *  @param language two or three letters; null when it is not known */
export function isQuestion(heading: string, language: string | null): boolean {
  const text = heading.trim()
  if (text.length > MAX_LENGTH) return false
  if (MARK.test(text) || GREEK_MARK.test(text)) return true
  const lower = text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/^[^\p{L}]+/u, '')
  const parts = lower.split(/\s+/)
  if (parts.length < LEAST_WORDS) return false
  const known = QUESTION_WORDS[language ?? ''] ?? QUESTION_WORDS['en'] ?? []
  const isEnglish = known === QUESTION_WORDS['en']
  return known.includes(parts[0] ?? '') || (isEnglish && ENGLISH_VERB.test(lower))
}
