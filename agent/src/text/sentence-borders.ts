/** Sentence_Break of the characters that texts of Latin letters are made of (UAX 29, table 4). */
const OTHER = 0
const CARRIAGE_RETURN = 1
const LINE_FEED = 2
const SEPARATOR = 3
const SPACE = 4
const LOWER = 5
const UPPER = 6
const LETTER = 7
const DIGIT = 8
const POINT = 9
const MARK = 10
const CONTINUE = 11
const CLOSE = 12
/** What stands behind the last character. */
const END = 13

const BY_PATTERN: readonly (readonly [pattern: RegExp, kind: number])[] = [
  [/\r/, CARRIAGE_RETURN],
  [/\n/, LINE_FEED],
  [/\u0085/, SEPARATOR],
  [/\s/, SPACE],
  [/[.\u2024]/, POINT],
  [/[!?]/, MARK],
  [/[-,:;\u2013\u2014]/, CONTINUE],
  [/["'«»\u2018-\u201f\p{Ps}\p{Pe}]/u, CLOSE],
  [/\d/, DIGIT],
  [/\p{Lowercase}/u, LOWER],
  [/[\p{Uppercase}\p{Lt}]/u, UPPER],
  [/\p{Alphabetic}/u, LETTER],
]

/** A character of another script. */
const FOREIGN = 14

/** Letters with and without marks, figures and punctuation: English and its neighbours from Portugal to Turkey. A
 *  soft hyphen belongs to what stands before it, which rules for single characters do not see. */
const PLAIN = /[\0-\u00ac\u00ae-\u024f\u2010-\u2027]/

const LAST_PLAIN = 0x2027

const KINDS = new Uint8Array(0x1_0000).fill(FOREIGN)
for (let code = 0; code <= LAST_PLAIN; code += 1) KINDS[code] = kindOf(code)

function kindOf(code: number): number {
  const character = String.fromCharCode(code)
  if (!PLAIN.test(character)) return FOREIGN
  return BY_PATTERN.find(([pattern]) => pattern.test(character))?.[1] ?? OTHER
}

/** Whether a border may stand behind such a character, or is not known. */
function isStop(kind: number | undefined): boolean {
  return kind === FOREIGN || kind === POINT || kind === MARK || isParagraphEnd(kind)
}

/** The next of these. Of a hundred characters it is one: an expression goes through the others in a third of the time
 *  that looking at each of them takes. */
const STOP = new RegExp(
  `[${Array.from({ length: LAST_PLAIN + 1 }, (_, code) => code)
    .filter((code) => isStop(KINDS[code]))
    .map((code) => `\\u${code.toString(16).padStart(4, '0')}`)
    .join('')}\\u${(LAST_PLAIN + 1).toString(16)}-\\uffff]`,
  'g',
)

/** Where the sentences of a text end, its own end included, as `Intl.Segmenter` finds them, in a tenth of
 *  its time: that makes an object of each, and its rules are those of all scripts. Source: UAX 29, SB3 to SB11
 *  @returns null for a text with characters of other scripts */
export function plainBorders(text: string): readonly number[] | null {
  const borders: number[] = []
  STOP.lastIndex = 0
  while (STOP.test(text)) {
    const at = STOP.lastIndex - 1
    const kind = KINDS[text.charCodeAt(at)]
    if (kind === FOREIGN) return null
    if (isParagraphEnd(kind)) borders.push((STOP.lastIndex = behindParagraphEnd(text, at)))
    else STOP.lastIndex = behindTerminator(text, at, borders)
  }
  if (text.length > 0 && borders.at(-1) !== text.length) borders.push(text.length)
  return borders
}

const kindAt = (text: string, at: number): number | undefined =>
  at < text.length ? KINDS[text.charCodeAt(at)] : END

function isParagraphEnd(kind: number | undefined): boolean {
  return kind === CARRIAGE_RETURN || kind === LINE_FEED || kind === SEPARATOR
}

/** SB3, SB4 */
function behindParagraphEnd(text: string, at: number): number {
  const isPair = kindAt(text, at) === CARRIAGE_RETURN && kindAt(text, at + 1) === LINE_FEED
  return isPair ? at + 2 : at + 1
}

/** @param at of the mark that may end a sentence
 *  @returns where the next border is looked for */
function behindTerminator(text: string, at: number, borders: number[]): number {
  let next = at + 1
  while (kindAt(text, next) === CLOSE) next += 1
  while (kindAt(text, next) === SPACE) next += 1
  const following = kindAt(text, next)
  if (isParagraphEnd(following)) borders.push((next = behindParagraphEnd(text, next)))
  else if (!goesOnAt(text, at, next)) borders.push(next)
  return next
}

/** SB6 to SB8a */
function goesOnAt(text: string, at: number, next: number): boolean {
  const following = kindAt(text, next)
  if (following === CONTINUE || following === POINT || following === MARK) return true
  if (kindAt(text, at) !== POINT) return false
  if (next === at + 1) {
    if (following === DIGIT) return true
    if (following === UPPER && isCased(kindAt(text, at - 1))) return true
  }
  return isLowerNext(text, next)
}

function isCased(kind: number | undefined): boolean {
  return kind === UPPER || kind === LOWER
}

/** SB8: whether the first letter comes before the next end of a sentence, and is a small one. */
function isLowerNext(text: string, from: number): boolean {
  for (let at = from; ; at += 1) {
    switch (kindAt(text, at)) {
      case LOWER:
        return true
      case UPPER:
      case LETTER:
      case POINT:
      case MARK:
      case CARRIAGE_RETURN:
      case LINE_FEED:
      case SEPARATOR:
      case END:
        return false
      default:
    }
  }
}
