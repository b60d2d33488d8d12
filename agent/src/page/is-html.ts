import { mediaTypeOf } from './content-type.ts'

export const XHTML_TYPE = 'application/xhtml+xml'
const HTML_TYPES = new Set(['text/html', XHTML_TYPE])

/** Types that say nothing. Source: MIME sniffing standard, section 5.1 */
const NO_TYPES = new Set(['', 'unknown/unknown', 'application/unknown', '*/*'])

const HTML_BEGINNING = new RegExp(
  String.raw`^[\t\n\f\r ]*<(?:!--|(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[ >])`,
  'i',
)

/** Whether a media type is one of HTML. */
export const saysHtml = (type: string): boolean => HTML_TYPES.has(type)

/** Whether browsers read a page of HTML as XML: by its type alone, whatever it says of itself.
 *  @param contentType of a Content-Type header */
export const isXhtml = (contentType: string | null): boolean =>
  mediaTypeOf(contentType) === XHTML_TYPE

/** Whether a media type leaves open what a body is. */
export const saysNothing = (type: string): boolean => NO_TYPES.has(type)

/** Whether a body is an HTML page: by its type, or where that says nothing by how it begins.
 *  Source: MIME sniffing standard, section 7.1 */
export function isHtml(contentType: string | null, text: string): boolean {
  const type = mediaTypeOf(contentType)
  return saysHtml(type) || (saysNothing(type) && HTML_BEGINNING.test(text.slice(0, 4_096)))
}
