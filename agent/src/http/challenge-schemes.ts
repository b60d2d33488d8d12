/** A challenge that is longer is not read: no server needs it. */
const MAX_HEADER_LENGTH = 8_192

/** One that is not closed goes on to the end, so that its end is not looked for again from each quote in it. */
const QUOTED = /"(?:[^"\\]|\\.?)*(?:"|$)/g
/** What begins a challenge; a parameter of one has "=" behind its name. */
const SCHEME = /^([A-Za-z][A-Za-z0-9!#$%&'*+.^_`|~-]*)(?![A-Za-z0-9!#$%&'*+.^_`|~-]|[ \t]*=)/

/** The kinds of sign-in that a WWW-Authenticate header asks for, as it spells them; none where it cannot be
 *  read. Source: RFC 9110, section 11.6.1 */
export function challengeSchemes(header: string): readonly string[] {
  if (header.length > MAX_HEADER_LENGTH) return []
  const parts = header.replace(QUOTED, '""').split(',')
  return [...new Set(parts.flatMap((part) => SCHEME.exec(part.trim())?.[1] ?? []))]
}
