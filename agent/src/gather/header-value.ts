import type { Headers } from './artifacts.ts'

/** All values of a header field, in the order they came; none where it is absent. */
export function headerValues(headers: Headers, name: string): readonly string[] {
  const value = headers[name]
  if (value === undefined) return []
  return typeof value === 'string' ? [value] : value
}

/** A header field's value, joined by commas where it came more than once; null where it is absent.
 *  Source: RFC 9110, section 5.3 */
export function headerValue(headers: Headers, name: string): string | null {
  const values = headerValues(headers, name)
  return values.length === 0 ? null : values.join(', ').trim()
}
