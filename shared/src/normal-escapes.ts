/** An escape, but where a sign in front of it is none's: decoded it would become one's part ("%%411", "%4%31"). */
const ESCAPE = /(?<!%[0-9a-f]?)%[0-9a-f]{2}/gi

/** An address with its escapes in upper case, and only where they are needed: the one form that all its spellings
 *  have, and that it keeps. Source: RFC 3986, section 6.2.2
 *  @param href as the URL standard writes it */
export function withNormalEscapes(href: string): string {
  return href.includes('%') ? href.replaceAll(ESCAPE, normalEscape) : href
}

function normalEscape(escape: string): string {
  const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
  return /[A-Za-z0-9._~-]/.test(character) ? character : escape.toUpperCase()
}
