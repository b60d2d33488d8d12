/** White space as readers see it: runs of it (line breaks and no-break spaces too) become one space, none
 *  stands at the ends. */
export function collapseSpace(text: string): string {
  return singleSpaces(text).trim()
}

/** Runs of white space as one space each, at the ends too. Only what is not one space already is matched:
 *  a text of single words apart is returned as it is. */
export function singleSpaces(text: string): string {
  return text.replace(/ \s+|[^\S ]\s*/g, ' ')
}

/** UTF-16 units of a text but white space, whatever its runs. */
export function lengthWithoutSpace(text: string): number {
  let length = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    // Nearly all characters are told by comparing alone.
    const isLetter = code > 0x20 && code < 0x80
    if (isLetter || (code !== 0x20 && !SPACES.has(code))) length += 1
  }
  return length
}

/** What `\s` stands for. Source: ECMAScript, section 12.2 and 12.3 */
const SPACES: ReadonlySet<number> = new Set(
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'
    .split('')
    .map((space) => space.charCodeAt(0)),
)

/** The beginning of a text, at most `max` UTF-16 units, never half a character. */
export function beginningOf(text: string, max: number): string {
  if (text.length <= max) return text
  const last = text.charCodeAt(max - 1)
  const isHighSurrogate = last >= 0xd800 && last <= 0xdbff
  return text.slice(0, isHighSurrogate ? max - 1 : max)
}

/** Words of an attribute that is a set of tokens (rel, class, itemtype), as written.
 *  Source: HTML standard, section 2.3.7 */
export function tokensOf(value: string | null): string[] {
  return value === null ? [] : value.split(/[\t\n\f\r ]+/).filter((token) => token !== '')
}

/** A value without the white space around it that HTML allows there. */
export function stripSpace(value: string): string {
  let start = 0
  let end = value.length
  while (start < end && isSpace(value.charCodeAt(start))) start += 1
  while (end > start && isSpace(value.charCodeAt(end - 1))) end -= 1
  return value.slice(start, end)
}

/** ASCII white space. Source: Infra standard, section 4.6 */
function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d || code === 0x0c
}
