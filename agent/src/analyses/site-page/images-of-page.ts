import { MAX_PAGE_IMAGE_CHARACTERS, MAX_PAGE_IMAGES } from '@sightline/shared/crawl/link'
import type { Image, PageFacts } from '../../page/facts.ts'
import { crawlHref } from './crawl-href.ts'

/** It is there to be counted, and nobody sees whether it is broken. */
const isPixel = ({ width, height }: Image): boolean =>
  [width, height].every((size) => size !== null && /^\s*[01](?:px)?\s*$/.test(size))

/** Images that a page shows by `img`, each address once, in the order of the page, as many as are kept of one. What is
 *  written into the page itself (data:) has no address; what counts visitors is no image. */
export function imagesOfPage(
  { images }: Pick<PageFacts, 'images'>,
  dropTracking: boolean,
): string[] {
  const urls = new Set<string>()
  let room = MAX_PAGE_IMAGE_CHARACTERS
  for (const image of images.list) {
    const url = image.url === null || isPixel(image) ? null : crawlHref(image.url, dropTracking)
    if (url === null || urls.has(url)) continue
    if (urls.size === MAX_PAGE_IMAGES || url.length > room) break
    room -= url.length
    urls.add(url)
  }
  return [...urls]
}
