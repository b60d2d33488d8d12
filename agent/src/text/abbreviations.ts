/** Abbreviations in lower case, without their last point, after which a sentence goes on. */
const WITHIN_A_SENTENCE: ReadonlySet<string> = new Set(
  [
    // Titles before a name.
    'dr mr mrs ms mx prof rev hon gen col maj capt lt sgt cpl gov sen rep pres supt fr msgr st ste mt ft',
    'hr fr dipl ing mag herr mme mlle mgr sr sra srta dra dott sig dhr mevr',
    // Between words.
    'e.g eg i.e ie cf vs viz approx incl excl esp resp aka ca abt',
    'bzw vgl usw evtl ggf inkl exkl sog bspw insb geb str',
    'p.ej env av bd',
  ].flatMap((line) => line.split(' ')),
)

/** The same for those that only stand before a number: "No. 5", but "No. We do not." */
const BEFORE_A_NUMBER: ReadonlySet<string> = new Set(
  'no nos nr nrn num art sec fig figs eq ch chap vol p pp pg par para tab ed ver v abs ziff kap bl jan feb mar apr jun jul aug sep sept oct nov dec'.split(
    ' ',
  ),
)

const LONGEST = Math.max(
  ...[...WITHIN_A_SENTENCE, ...BEFORE_A_NUMBER].map((abbreviation) => abbreviation.length),
)

/** What is before the last point of a piece of text; group 1 is the word. */
const LAST_WORD = /(?:^|[^\p{L}\p{N}.])((?:\p{L}\p{M}*\.)*\p{L}[\p{L}\p{M}]*)\.\s*$/u
/** "J", "J.R.R", "U.S": initials, and abbreviations written with a point after each letter. */
const INITIALS = /^\p{L}(?:\.\p{L})*$/u
/** The number of an item: "1. First step". */
const ONLY_A_NUMBER = /^[\s(]*\p{N}{1,3}\.\s*$/u

/** Longest ending that is looked at, in characters. */
const ENDING_LENGTH = 24

const SPACE = 0x20

const isLetter = (unit: number): boolean =>
  (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a)

/** Whether the word before a point may be one of those: of nearly all words of English a look tells that they are none,
 *  where the expressions above take a microsecond.
 *  @param start of the piece of text  @param point where the point stands */
export function mayBeAbbreviation(text: string, start: number, point: number): boolean {
  let from = point
  while (from > start && point - from <= LONGEST && isLetter(text.charCodeAt(from - 1))) from -= 1
  const letters = point - from
  if (letters > LONGEST) return false
  const isWhole = from === start || text.charCodeAt(from - 1) === SPACE
  if (letters < 2 || !isWhole) return true
  const word = text.slice(from, point).toLowerCase()
  return WITHIN_A_SENTENCE.has(word) || BEFORE_A_NUMBER.has(word)
}

/** Whether a sentence goes on after its first piece, although a point ends it: after an abbreviation,
 *  initials, or the number of an item.
 *  @param piece up to and with the point
 *  @param next what follows */
export function endsInAbbreviation(piece: string, next: string): boolean {
  const ending = piece.slice(-ENDING_LENGTH)
  if (piece.length < ENDING_LENGTH && ONLY_A_NUMBER.test(piece)) return true
  const word = LAST_WORD.exec(ending)?.[1]?.toLowerCase()
  if (word === undefined) return false
  if (BEFORE_A_NUMBER.has(word)) return /^[\s(]*\p{N}/u.test(next)
  return INITIALS.test(word) || WITHIN_A_SENTENCE.has(word)
}
