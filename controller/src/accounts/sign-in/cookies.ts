/** Cookies of a header (RFC 6265, section 5.4); of two with one name the first. */
export function cookiesOf(header: string): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const part of header.split(';')) {
    const equals = part.indexOf('=')
    if (equals < 1) continue
    const name = part.slice(0, equals).trim()
    if (!cookies.has(name)) cookies.set(name, part.slice(equals + 1).trim())
  }
  return cookies
}
