import type { LinkTag, PageFacts } from '../facts.ts'
import { PAGE_LIMITS } from '../limits.ts'
import { keptAttribute, keywordAttribute, strippedAttribute } from '../parse/attributes.ts'
import { hasAttribute } from '../parse/dom.ts'
import { tokensOf } from '../white-space.ts'
import type { Collector, ParsedPage } from './collector.ts'

export function collectLinks(page: ParsedPage): Collector<PageFacts['links']> {
  const links: LinkTag[] = []
  return {
    elements: ['link'],
    enter(element, place) {
      if (place.isInNoscript) return
      if (links.length >= PAGE_LIMITS.shortListed) return
      const href = strippedAttribute(element, 'href')
      links.push({
        rel: tokensOf(keywordAttribute(element, 'rel')),
        href,
        url: page.resolve(href),
        hreflang: strippedAttribute(element, 'hreflang'),
        type: keptAttribute(element, 'type'),
        media: keptAttribute(element, 'media'),
        sizes: keptAttribute(element, 'sizes'),
        as: keywordAttribute(element, 'as'),
        integrity: keptAttribute(element, 'integrity'),
        crossorigin: keptAttribute(element, 'crossorigin'),
        isDisabled: hasAttribute(element, 'disabled'),
        isInHead: place.isInHead,
      })
    },
    finish: () => links,
  }
}
