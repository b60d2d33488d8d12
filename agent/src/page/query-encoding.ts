/** Bytes of the characters that are not ASCII in one encoding. */
type Encoder = ReadonlyMap<string, readonly number[]>

/** Encodings of one or two bytes a character: where the first of two begins. What a table has twice is written as it
 *  comes first, and not by these rows. Source: Encoding standard, sections 10, 11.1, 12, 13.1, 13.3 and 14 */
const FIRST_OF_TWO: ReadonlyMap<string, (lead: number) => boolean> = new Map([
  ['gbk', (lead) => lead >= 0x81],
  ['gb18030', (lead) => lead >= 0x81],
  // Those before are of Hong Kong.
  ['big5', (lead) => lead >= 0xa1],
  ['euc-jp', (lead) => lead >= 0xa1],
  // The two are IBM's, as NEC had them.
  ['shift_jis', (lead) => lead >= 0x81 && lead !== 0xed && lead !== 0xee],
  ['euc-kr', (lead) => lead >= 0x81],
])

const LINE_FEED = 0x0a
const REPLACEMENT = '\ufffd'

/** Encodings whose characters have been looked up, some MB each: pages of one site have one. */
const encoders = new Map<string, Encoder>()
const MAX_KNOWN = 2

/** The same the other way round as a decoder reads it: all there is, a line each. */
function encoderOf(charset: string): Encoder {
  const isLead = FIRST_OF_TWO.get(charset)
  const all: number[][] = []
  for (let one = 0x80; one <= 0xff; one += 1) {
    all.push([one])
    if (isLead?.(one) !== true) continue
    for (let two = 0x40; two <= 0xff; two += 1) all.push([one, two])
  }
  const bytes = Uint8Array.from(all.flatMap((each) => [...each, LINE_FEED]))
  const lines = new TextDecoder(charset).decode(bytes).split('\n')
  const encoder = new Map<string, readonly number[]>()
  for (const [at, each] of all.entries()) {
    const character = lines[at] ?? ''
    const isOne = /^[^\0-\x7f]$/u.test(character) && character !== REPLACEMENT
    if (isOne && !encoder.has(character)) encoder.set(character, each)
  }
  return encoder
}

/** null where queries are written in UTF-8: also where an encoding is none of those above, or has states. */
function encoderFor(charset: string): Encoder | null {
  if (/^(?:utf|iso-2022|replacement|x-user)/.test(charset)) return null
  const known = encoders.get(charset)
  if (known !== undefined) return known
  const encoder = encoderOf(charset)
  if (encoders.size >= MAX_KNOWN) encoders.clear()
  encoders.set(charset, encoder)
  return encoder
}

/** As a query has a byte. Source: URL standard, section 1.3 (special-query percent-encode set) */
function written(byte: number): string {
  const character = String.fromCharCode(byte)
  return /[!$-&(-;=?-~]/.test(character)
    ? character
    : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
}

/** A character that the encoding does not have is told by its number, as in forms. */
const numbered = (character: string): string => `%26%23${character.codePointAt(0) ?? 0}%3B`

const NOT_ASCII = /[^\0-\x7f]/
const EACH_NOT_ASCII = /[^\0-\x7f]/gu

/** A reference of a page with its query as browsers ask for it: in the page's encoding, while all else of an address is
 *  in UTF-8. Those of other schemes stay as they are. Source: HTML standard, section 2.4.2; URL standard, section 4.4
 *  @param charset name of the page's encoding */
export function withEncodedQuery(reference: string, charset: string): string {
  const hashAt = reference.indexOf('#')
  const end = hashAt === -1 ? reference.length : hashAt
  const queryAt = reference.slice(0, end).indexOf('?')
  if (queryAt === -1 || !NOT_ASCII.test(reference.slice(queryAt, end))) return reference
  if (/^[\0-\x20]*(?!https?:)[a-z][a-z0-9+.-]*:/i.test(reference)) return reference
  const encoder = encoderFor(charset)
  if (encoder === null) return reference
  const query = reference.slice(queryAt, end).replaceAll(EACH_NOT_ASCII, (character) => {
    const bytes = encoder.get(character)
    return bytes === undefined ? numbered(character) : bytes.map(written).join('')
  })
  return reference.slice(0, queryAt) + query + reference.slice(end)
}
