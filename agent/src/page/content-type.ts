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
  const [type = ''] = beginningOf(contentType ?? '', MAX_LENGTH).split(/[;,]/, 1)
  return type.trim().toLowerCase()
}

/** The charset parameter as written, without quotes; null without one.
 *  Source: HTML standard, section 2.5.5 (extracting a character encoding from a meta element) */
export function charsetInContentType(contentType: string): string | null {
  const value = beginningOf(contentType, MAX_LENGTH)
  const match = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^"'\s;,][^\s;,]*))/i.exec(value)
  const label = (match?.[1] ?? match?.[2] ?? match?.[3] ?? '').trim()
  return label === '' ? null : label
}
