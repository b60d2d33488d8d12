import type { Image, PageFacts } from '../facts.ts'
import { PAGE_LIMITS } from '../limits.ts'
import { keptAttribute, keywordAttribute, strippedAttribute } from '../parse/attributes.ts'
import { attribute, type Element } from '../parse/dom.ts'
import { srcsetUrls } from '../srcset.ts'
import { BoundedList } from './bounded-list.ts'
import type { Collector, ParsedPage } from './collector.ts'

export function collectImages(page: ParsedPage): Collector<PageFacts['images']> {
  const images = new BoundedList<Image>(PAGE_LIMITS.listed)
  /** Candidates of the sources met so far in each picture that is open. */
  const pictures: string[][] = []
  // A picture repeats its sources for each image in it, so the whole is bounded too.
  let room = 4 * PAGE_LIMITS.listed

  const candidatesOf = (element: Element): string[] => {
    const srcset = attribute(element, 'srcset')
    if (srcset === null) return []
    const urls = srcsetUrls(srcset, PAGE_LIMITS.addressesPerElement)
    return urls.flatMap((url) => page.resolve(url) ?? [])
  }

  return {
    elements: ['picture', 'source', 'img'],
    enter(element, place) {
      const picture = pictures.at(-1)
      if (element.tagName === 'picture') pictures.push([])
      else if (element.tagName === 'source' && picture !== undefined) {
        if (picture.length < PAGE_LIMITS.addressesPerElement) picture.push(...candidatesOf(element))
      } else if (element.tagName === 'img') {
        images.add(() => {
          const src = strippedAttribute(element, 'src')
          const candidates = [...new Set([...(picture ?? []), ...candidatesOf(element)])]
          const kept = candidates.slice(0, room)
          room -= kept.length
          const role = keywordAttribute(element, 'role')
          return {
            src,
            url: src === '' ? null : page.resolve(src),
            candidates: kept,
            alt: keptAttribute(element, 'alt'),
            width: keptAttribute(element, 'width'),
            height: keptAttribute(element, 'height'),
            loading: keywordAttribute(element, 'loading'),
            isInPicture: picture !== undefined,
            isDecorative: role === 'presentation' || role === 'none' || place.isAriaHidden,
            isInNoscript: place.isInNoscript,
          }
        })
      }
    },
    leave(element) {
      if (element.tagName === 'picture') pictures.pop()
    },
    finish: () => ({ list: images.list, total: images.total }),
  }
}
