import type { Headers } from '../http/page.ts'
import { beginningOf } from './white-space.ts'

/** No media type is nearly as long. */
const MAX_LENGTH = 1_000

/** Value of a header field; several joined by a comma, as one field would have them. null without one.
 *  @param name in lower case */
export function headerText(headers: Headers, name: string): string | null {
  const value = headers[name]
  if (value === undefined) return null
  return typeof value === 'string' ? value : value.join(', ')
}

/** Type and subtype in lower case, without parameters; empty where there is none. */
export function mediaTypeOf(contentType: string | null): string {
  return essenceOf(lastTypeIn(beginningOf(contentType ?? '', MAX_LENGTH)))
}

/** The charset that a Content-Type header names, as written; null without one. */
export function charsetInHeader(contentType: string | null): string | null {
  return charsetInContentType(lastTypeIn(beginningOf(contentType ?? '', MAX_LENGTH)))
}

const essenceOf = (type: string): string => (type.split(';', 1)[0] ?? '').trim().toLowerCase()

/** Of several fields, which come as one with commas, the last that is a type; where the same type stands before it with a
 *  charset and the last has none, that one. Source: Fetch standard, section 3.6 (extract a MIME type) */
function lastTypeIn(value: string): string {
  if (!value.includes(',')) return value
  const values = value.split(',')
  const types = values.filter((each) => /^[^\s/*"]+\/[^\s/*"]+$/.test(essenceOf(each)))
  const last = types.at(-1) ?? values[0] ?? ''
  const others = types.findLastIndex((each) => essenceOf(each) !== essenceOf(last))
  const same = types.slice(others + 1)
  return same.findLast((each) => charsetInContentType(each) !== null) ?? last
}

/** The charset parameter of a single value as written, without quotes; null without one.
 *  Source: HTML standard, section 2.5.5 (extracting a character encoding from a meta element) */
export function charsetInContentType(contentType: string): string | null {
  const value = beginningOf(contentType, MAX_LENGTH)
  const match = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^"'\s;,][^\s;,]*))/i.exec(value)
  const label = (match?.[1] ?? match?.[2] ?? match?.[3] ?? '').trim()
  return label === '' ? null : label
}
