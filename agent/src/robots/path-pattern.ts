import { PathIndex } from './path-index.ts'

/** The path of a rule, ready to be matched: `*` stands for anything, `$` for the end.
 *  Source: RFC 9309, section 2.2.3 */
export interface PathPattern {
  /** Its length in octets: of the rules that match, the longest decides. */
  readonly octets: number
  readonly exact: Glob
  /** The same with delimiters in its query decoded; null when that changes nothing. */
  readonly lenient: Glob | null
}

/** Texts that must occur one after the other, the first at the beginning. */
interface Glob {
  readonly pieces: readonly string[]
  /** The last piece must stand at the end. */
  readonly isAnchored: boolean
}

/** A URL's path and query, ready to be matched with many patterns. */
export interface ComparablePath {
  readonly exact: SearchedPath
  readonly lenient: SearchedPath
}

/** Characters of a path that are searched one by one: some of these take 15 ns, so 0.3 ms. An index of 2,000 costs twice
 *  as much. */
const MAX_SEARCHED = 20_000

/** A path that pieces of many patterns are searched in: by the text itself at first, which is the fastest for as many
 *  rules as sites have, and by an index once that has cost as much as making one. A file of 512 kB that is made to take
 *  long then takes 2 to 5 ms, at first up to 15, where it took 20 to 150 by the text alone. */
class SearchedPath {
  readonly text: string
  #searched = 0
  #index: PathIndex | null = null

  constructor(text: string) {
    this.text = text
  }

  /** As `String.indexOf`, from a place within the path. */
  indexOf(piece: string, from: number): number {
    if (this.#index !== null) return this.#index.indexOf(piece, from)
    const found = this.text.indexOf(piece, from)
    this.#searched += (found === -1 ? this.text.length : found + piece.length) - from
    if (this.#searched > MAX_SEARCHED) this.#index = new PathIndex(this.text)
    return found
  }
}

/** An escape; or what is neither reserved nor unreserved in a URL, or `'`, which the URL standard
 *  escapes in queries and leaves in paths. */
const TO_NORMALISE = /%[0-9a-f]{2}|[^A-Za-z0-9\-._~:/?#[\]@!$&()*+,;=%]/giu
const UNRESERVED = /[A-Za-z0-9\-._~]/
const QUERY_DELIMITERS = /%(?:3A|2F|3F|40|5B|5D)/g

function normaliseEscape(found: string): string {
  if (found.length === 3 && found.startsWith('%')) {
    const character = String.fromCharCode(Number.parseInt(found.slice(1), 16))
    return UNRESERVED.test(character) ? character : found.toUpperCase()
  }
  return found === "'" ? '%27' : encodeURIComponent(found)
}

/** Writes a path the one way it is compared in: characters that need no escape without, all others
 *  with, in upper case. Source: RFC 9309, section 2.2.2; RFC 3986, section 6.2.2 */
function normalise(path: string): string {
  return path.toWellFormed().replace(TO_NORMALISE, normaliseEscape)
}

/** The RFC's table has `?baz=https://foo.bar` match `?baz=https%3A%2F%2Ffoo.bar`: in a query, colons,
 *  slashes and such mean the same either way. */
function decodeQueryDelimiters(path: string, queryBegins: RegExp): string {
  const at = path.search(queryBegins)
  if (at === -1) return path
  return path.slice(0, at) + path.slice(at).replace(QUERY_DELIMITERS, decodeURIComponent)
}

function globOf(pattern: string): Glob {
  const isAnchored = pattern.endsWith('$')
  const pieces = (isAnchored ? pattern.slice(0, -1) : pattern).replaceAll('$', '%24').split('*')
  return { pieces, isAnchored }
}

/** @param value a rule's path as written, not empty */
export function compilePathPattern(value: string): PathPattern {
  const pattern = normalise(value)
  // What follows a star may be in the query.
  const lenient = decodeQueryDelimiters(pattern, /[?*]/)
  return {
    octets: pattern.length,
    exact: globOf(pattern),
    lenient: lenient === pattern ? null : globOf(lenient),
  }
}

/** @param pathAndQuery as the URL standard writes them */
export function comparablePath(pathAndQuery: string): ComparablePath {
  // Stars and dollars of the URL itself are no special characters (RFC 9309, section 2.2.3).
  const exact = normalise(pathAndQuery).replaceAll('*', '%2A').replaceAll('$', '%24')
  const lenient = decodeQueryDelimiters(exact, /\?/)
  const searched = new SearchedPath(exact)
  return { exact: searched, lenient: lenient === exact ? searched : new SearchedPath(lenient) }
}

/** Takes each piece where it first occurs, which is never worse than later: time grows with the length
 *  of the path, however many stars there are. */
function globMatches({ pieces, isAnchored }: Glob, path: SearchedPath): boolean {
  const { text } = path
  const first = pieces[0] ?? ''
  if (!text.startsWith(first)) return false
  const end = isAnchored ? pieces.length - 1 : pieces.length
  if (end === 0) return text.length === first.length
  let at = first.length
  for (let place = 1; place < end; place += 1) {
    const piece = pieces[place] ?? ''
    const found = path.indexOf(piece, at)
    if (found === -1) return false
    at = found + piece.length
  }
  const last = isAnchored ? pieces[end] : undefined
  return last === undefined || (text.length - last.length >= at && text.endsWith(last))
}

/** Whether a rule's path matches a URL's. */
export function patternMatches(pattern: PathPattern, path: ComparablePath): boolean {
  if (globMatches(pattern.exact, path.exact)) return true
  if (pattern.lenient === null && path.lenient === path.exact) return false
  return globMatches(pattern.lenient ?? pattern.exact, path.lenient)
}

/** Whether it matches every path there is. */
export function matchesEverything({ exact: { pieces, isAnchored } }: PathPattern): boolean {
  const text = pieces.join('')
  const isOpen = !isAnchored || (pieces.length > 1 && pieces.at(-1) === '')
  // Every path begins with a slash, and has it somewhere after a star.
  return isOpen && (text === '/' || (text === '' && pieces.length > 1))
}
