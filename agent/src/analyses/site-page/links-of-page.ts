import type { CrawlLink } from '@sightline/shared/crawl/link'
import {
  LINK_AREAS,
  LINK_IS_IMAGE,
  LINK_NOFOLLOW,
  MAX_ANCHOR_CHARACTERS,
  MAX_PAGE_LINK_CHARACTERS,
  MAX_PAGE_LINKS,
} from '@sightline/shared/crawl/link'
import { printable } from '../../outcome/printable.ts'
import type { Anchor, PageFacts } from '../../page/facts.ts'
import { crawlHref } from './crawl-href.ts'

/** Texts of all links of a page that are kept, in characters; links beyond have none. */
const MAX_TEXT_CHARACTERS = 60_000

type Growing = { -readonly [K in keyof CrawlLink]: CrawlLink[K] }

const isNofollow = ({ rel }: Anchor): boolean => rel.includes('nofollow')

function textOf({ text, label, alt }: Anchor): string {
  // One character is for what tells that it was cut.
  return printable(text || (label ?? alt ?? ''), MAX_ANCHOR_CHARACTERS - 1)
}

/** Links of a page to other pages. */
interface PageLinks {
  readonly links: CrawlLink[]
  /** There are more than are kept. */
  readonly isCut: boolean
}

/** Links of a page to other pages, each address once, in the order of the page.
 *  @param page.url as `crawlUrl` writes it
 *  @param page.isNofollow the page asks crawlers to follow none of its links */
export function linksOfPage(
  { anchors }: Pick<PageFacts, 'anchors'>,
  page: { readonly url: string; readonly isNofollow: boolean; readonly dropTracking: boolean },
): PageLinks {
  const links = new Map<string, Growing>()
  let room = MAX_PAGE_LINK_CHARACTERS
  let textRoom = MAX_TEXT_CHARACTERS
  let isCut = false
  for (const anchor of [...anchors.list, ...anchors.more]) {
    const url = anchor.url === null ? null : crawlHref(anchor.url, page.dropTracking)
    if (url === null || url === page.url) continue
    const noFollow = page.isNofollow || isNofollow(anchor) ? LINK_NOFOLLOW : 0
    const known = links.get(url)
    if (known !== undefined) {
      if (noFollow === 0) known[1] &= ~LINK_NOFOLLOW
      continue
    }
    if (links.size === MAX_PAGE_LINKS || url.length > room) {
      isCut = true
      continue
    }
    room -= url.length
    const text = textRoom > 0 ? textOf(anchor) : ''
    textRoom -= text.length
    const flags = noFollow | (anchor.isImage ? LINK_IS_IMAGE : 0)
    links.set(url, [url, flags, LINK_AREAS.indexOf(anchor.area), text])
  }
  return { links: [...links.values()], isCut }
}
