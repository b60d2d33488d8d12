import type { CrawlLink } from '@sightline/shared/crawl/link'
import {
  LINK_AREAS,
  LINK_IS_IMAGE,
  LINK_IS_REDIRECT,
  LINK_NOFOLLOW,
  MAX_ANCHOR_CHARACTERS,
  MAX_PAGE_LINK_CHARACTERS,
  MAX_PAGE_LINKS,
} from '@sightline/shared/crawl/link'
import { printable } from '../../outcome/printable.ts'
import type { Anchor, PageFacts } from '../../page/facts.ts'
import type { RefreshTarget } from '../../page/refresh-target.ts'
import { crawlHref } from './crawl-href.ts'

/** Texts of all links of a page that are kept, in characters; links beyond have none. */
const MAX_TEXT_CHARACTERS = 60_000

type Growing = { -readonly [K in keyof CrawlLink]: CrawlLink[K] }

const isNofollow = ({ rel }: Anchor): boolean => rel.includes('nofollow')

function textOf({ text, label, alt }: Anchor): string {
  // One character is for what tells that it was cut.
  return printable(text || (label ?? alt ?? ''), MAX_ANCHOR_CHARACTERS - 1)
}

/** A page whose links are read. */
interface LinkingPage {
  /** As `crawlUrl` writes it. */
  readonly url: string
  /** It asks crawlers to follow none of its links. */
  readonly isNofollow: boolean
  readonly dropTracking: boolean
  /** Where it leads by itself: at once that is a redirect, later a link without a text. */
  readonly refresh: RefreshTarget | null
}

/** Links of a page to other pages. */
interface PageLinks {
  readonly links: CrawlLink[]
  /** There are more than are kept. */
  readonly isCut: boolean
}

/** Links of a page to other pages, each address once, in the order of the page. Where it leads by itself is the last. */
export function linksOfPage({ anchors }: Pick<PageFacts, 'anchors'>, page: LinkingPage): PageLinks {
  const links = new Map<string, Growing>()
  let room = MAX_PAGE_LINK_CHARACTERS
  let textRoom = MAX_TEXT_CHARACTERS
  let isCut = false

  function addRefresh({ refresh, url, dropTracking }: LinkingPage): void {
    const next = refresh === null ? null : crawlHref(refresh.url, dropTracking)
    if (next === null || next === url) return
    const flags = refresh?.delaySeconds === 0 ? LINK_IS_REDIRECT : 0
    const known = links.get(next)
    if (known === undefined) keep([next, flags, LINK_AREAS.indexOf('body'), ''])
    else known[1] = (known[1] & ~LINK_NOFOLLOW) | flags
  }

  function keep([url, ...what]: CrawlLink): void {
    isCut ||= links.size === MAX_PAGE_LINKS || url.length > room
    if (links.size === MAX_PAGE_LINKS || url.length > room) return
    room -= url.length
    links.set(url, [url, ...what])
  }

  for (const anchor of [...anchors.list, ...anchors.more]) {
    const url = anchor.url === null ? null : crawlHref(anchor.url, page.dropTracking)
    if (url === null || url === page.url) continue
    const noFollow = page.isNofollow || isNofollow(anchor) ? LINK_NOFOLLOW : 0
    const known = links.get(url)
    if (known !== undefined) {
      if (noFollow === 0) known[1] &= ~LINK_NOFOLLOW
      continue
    }
    const text = textRoom > 0 ? textOf(anchor) : ''
    textRoom -= text.length
    const flags = noFollow | (anchor.isImage ? LINK_IS_IMAGE : 0)
    keep([url, flags, LINK_AREAS.indexOf(anchor.area), text])
  }
  addRefresh(page)
  return { links: [...links.values()], isCut }
}
