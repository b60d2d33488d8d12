/** What opens and closes text in which an ampersand is just that, and ampersands that begin no
 *  reference. */
const TOKEN = /<!\[CDATA\[|\]\]>|<!--|-->|&(?![a-z_][\w.-]{0,60};|#\d{1,10};|#x[\da-f]{1,10};)/gi

/** Finds ampersands that should have been written as a reference, the most frequent mistake in sitemaps;
 *  the XML parser would take all text up to the next semicolon for a name.
 *  @returns tells their places in a text that goes on from the one before; no tag, comment or CDATA
 *    mark may be cut in two */
export function createAmpersandFinder(): (text: string) => number[] {
  let closing: string | null = null
  return (text) => {
    const places: number[] = []
    for (const { 0: token, index } of text.matchAll(TOKEN)) {
      if (closing !== null) {
        if (token === closing) closing = null
      } else if (token === '&') places.push(index)
      else if (token === '<!--') closing = '-->'
      else if (token !== '-->' && token !== ']]>') closing = ']]>'
    }
    return places
  }
}
