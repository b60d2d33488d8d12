import type { MetaTag, PageFacts } from '../facts.ts'
import { PAGE_LIMITS } from '../limits.ts'
import { keptAttribute } from '../parse/attributes.ts'
import type { Collector } from './collector.ts'

export function collectMetas(): Collector<PageFacts['metas']> {
  const metas: MetaTag[] = []
  return {
    elements: ['meta'],
    enter(element, place) {
      if (place.isInNoscript) return
      if (metas.length >= PAGE_LIMITS.shortListed) return
      metas.push({
        name: keptAttribute(element, 'name'),
        property: keptAttribute(element, 'property'),
        httpEquiv: keptAttribute(element, 'http-equiv'),
        itemprop: keptAttribute(element, 'itemprop'),
        charset: keptAttribute(element, 'charset'),
        content: keptAttribute(element, 'content'),
        media: keptAttribute(element, 'media'),
        isInHead: place.isInHead,
      })
    },
    finish: () => metas,
  }
}
