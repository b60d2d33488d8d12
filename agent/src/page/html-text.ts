import { isHtml, isXhtml } from './is-html.ts'
import { withEndTags } from './xhtml.ts'

/** The text of an HTML page, to be read by HTML's rules also where browsers read it as XML; null for what is no such
 *  page. @param contentType its header */
export function htmlText(contentType: string | null, text: string): string | null {
  if (!isHtml(contentType, text)) return null
  return isXhtml(contentType) ? withEndTags(text).text : text
}
