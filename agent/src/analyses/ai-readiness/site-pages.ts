import type { Anchor } from '../../page/facts.ts'
import { isSameSite } from '../../page/site.ts'
import { foldForSearch } from '../../text/fold.ts'
import { SITE_PAGE_NAMES, type SitePage } from './site-page-names.ts'

/** Longer names and addresses are of no such page, and are passed over before they are looked at. */
const MAX_LENGTH = 80
const MAX_ADDRESS = 500

function folded(text: string): string {
  return foldForSearch(text.normalize('NFC')).replaceAll(/[_+]/g, ' ').replaceAll(/ +/g, ' ').trim()
}

/** Parts of a path without the endings of files. */
function partsOf({ pathname }: URL): string[] {
  return pathname.split('/').map((part) => decoded(part.replace(/\.[a-z]{3,5}$/i, '')))
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // Not UTF-8, or a lone percent sign.
    return part
  }
}

/** Which of these pages a page leads to within its site, or is itself: by their addresses and by the texts
 *  of the links.
 *  @param pageUrl where the page came from */
export function findSitePages(
  anchors: readonly Anchor[],
  pageUrl: URL,
): Readonly<Record<SitePage, boolean>> {
  const links = anchors.flatMap(({ url, text, label }) => {
    const parsed = url === null || url.length > MAX_ADDRESS ? null : URL.parse(url)
    const isPage = parsed !== null && /^https?:$/.test(parsed.protocol)
    return isPage && isSameSite(parsed, pageUrl) ? [[...partsOf(parsed), text, label ?? '']] : []
  })
  const written = new Set([partsOf(pageUrl), ...links].flat())
  const found = [...written].filter(({ length }) => length <= MAX_LENGTH).map(folded)
  const isThere = (page: SitePage): boolean => found.some((name) => SITE_PAGE_NAMES[page].has(name))
  return { about: isThere('about'), contact: isThere('contact'), privacy: isThere('privacy') }
}
