// Without schemas: the thread that makes the figures of a crawl would load them for a constant.

/** Different links that are kept of one page. */
export const MAX_PAGE_LINKS = 5_000
/** Characters of all addresses that are kept of one page's links: a batch of 50 such pages stays below what an
 *  agent may answer. */
export const MAX_PAGE_LINK_CHARACTERS = 300_000
/** Different images that are kept of one page. */
export const MAX_PAGE_IMAGES = 1_000
/** Characters of all their addresses, with those of the links well below what a line may hold. */
export const MAX_PAGE_IMAGE_CHARACTERS = 100_000
/** Text of a link that is kept, in characters. */
export const MAX_ANCHOR_CHARACTERS = 100

/** Where a link stands in its page: places in the list. */
export const LINK_AREAS = ['nav', 'header', 'footer', 'main', 'aside', 'body'] as const

/** Bits of a link's flags. */
export const LINK_NOFOLLOW = 1
export const LINK_IS_IMAGE = 2
/** It is where the address redirects to: of a page that leads on at once by itself, perhaps a link too. */
export const LINK_IS_REDIRECT = 4

/** A link of a page to another address, each address once: as `crawlUrl` writes it; flags (nofollow only when
 *  all links to it say so); place in `LINK_AREAS`; text of the first one. */
export type CrawlLink = [url: string, flags: number, area: number, text: string]
