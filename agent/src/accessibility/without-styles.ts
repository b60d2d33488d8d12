import { scanTags } from '../page/scan-tags.ts'

/** A page without what stands in its style elements, which would be parsed for nothing: a style sheet
 *  says nothing that is asked. */
export function withoutStyles(html: string): string {
  const kept: string[] = []
  let at = 0
  for (const { name, end, textEnd } of scanTags(html)) {
    // In a drawing "<style/>" holds nothing.
    if (name !== 'style' || textEnd === null || html.charAt(end - 2) === '/') continue
    kept.push(html.slice(at, end))
    at = textEnd
  }
  return kept.join('') + html.slice(at)
}
