/** A page without what stands in its style elements, which would be parsed for nothing: a style sheet
 *  says nothing that is asked. One that is not closed ends where the page does. */
export function withoutStyles(html: string): string {
  const kept: string[] = []
  const opening = /<style\b[^>]*>/gi
  let at = 0
  for (;;) {
    opening.lastIndex = at
    const match = opening.exec(html)
    if (match === null) break
    const from = match.index + match[0].length
    const close = html.slice(from).search(/<\/style/i)
    kept.push(html.slice(at, from))
    if (close === -1) return kept.join('')
    at = from + close
  }
  return kept.join('') + html.slice(at)
}
