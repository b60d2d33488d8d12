import { MAX_PAGE_IMAGE_CHARACTERS, MAX_PAGE_IMAGES } from '@sightline/shared/crawl/link'
import type { PageFacts } from '../../page/facts.ts'
import { crawlHref } from './crawl-href.ts'

/** Images that a page shows by `img`, each address once, in the order of the page, as many as are kept of one. What is
 *  written into the page itself (data:) has no address. */
export function imagesOfPage(
  { images }: Pick<PageFacts, 'images'>,
  dropTracking: boolean,
): string[] {
  const urls = new Set<string>()
  let room = MAX_PAGE_IMAGE_CHARACTERS
  for (const { url: href } of images.list) {
    const url = href === null ? null : crawlHref(href, dropTracking)
    if (url === null || urls.has(url)) continue
    if (urls.size === MAX_PAGE_IMAGES || url.length > room) break
    room -= url.length
    urls.add(url)
  }
  return [...urls]
}
