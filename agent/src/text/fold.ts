/** Accents on Latin and Greek letters, which people leave out; on others they make another letter
 *  (й, が), but for ё. */
const ACCENTED = /^(?:\p{sc=Latin}|\p{sc=Greek})\p{M}+$/u
/** Where such letters are; looking at every character of a Chinese page would take long. */
const FOLDABLE = /[\u00c0-\u024f\u0370-\u03ff\u1e00-\u1fffё‘’]/g

const ASCII = /^[\0-\x7f]*$/

/** At most as many as are foldable. */
const folded = new Map<string, string>([
  ['ё', 'е'],
  ['’', "'"],
  ['‘', "'"],
])

/** A word as it is counted: in lower case, composed, with plain apostrophes and hyphens. */
export function foldCase(word: string): string {
  // Composing takes ten times as long as the rest, and most words have nothing to compose.
  return ASCII.test(word) ? word.toLowerCase() : composed(word)
}

function composed(word: string): string {
  return word
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[\u2010\u2011]/g, '-')
}

/** A composed text (NFC) as it is searched: in lower case, without accents, with plain apostrophes,
 *  spaces for hyphens and all white space. Each UTF-16 unit stays at its place. */
export function foldForSearch(text: string): string {
  const lower = text.toLowerCase()
  // A few letters get longer in lower case (İ); then each is judged alone.
  const plain = lower.length === text.length ? lower : text.replaceAll(/[^]/gu, lowerKeepingLength)
  return plain.replaceAll(FOLDABLE, foldCharacter).replaceAll(/[\s‐‑–-]/g, ' ')
}

function lowerKeepingLength(character: string): string {
  const lower = character.toLowerCase()
  return lower.length === character.length ? lower : character
}

function foldCharacter(character: string): string {
  const known = folded.get(character)
  if (known !== undefined) return known
  const decomposed = character.normalize('NFD')
  const plain = ACCENTED.test(decomposed) ? decomposed.charAt(0).toLowerCase() : character
  folded.set(character, plain)
  return plain
}
