import type { ElementCounts, PageFacts } from '../facts.ts'
import { keywordAttribute } from '../parse/attributes.ts'
import { hasAttribute, isHtmlElement } from '../parse/dom.ts'
import type { Collector } from './collector.ts'

/** Counters by the element that they count. */
const COUNTED: ReadonlyMap<string, keyof ElementCounts> = new Map([
  ['main', 'main'],
  ['nav', 'nav'],
  ['header', 'header'],
  ['footer', 'footer'],
  ['article', 'article'],
  ['section', 'section'],
  ['aside', 'aside'],
  ['table', 'tables'],
  ['ol', 'orderedLists'],
  ['ul', 'unorderedLists'],
  ['p', 'paragraphs'],
  ['blockquote', 'blockquotes'],
  ['q', 'inlineQuotes'],
])

export function collectCounts(): Collector<PageFacts['counts']> {
  const counts: { -readonly [K in keyof ElementCounts]: number } = {
    main: 0,
    nav: 0,
    header: 0,
    footer: 0,
    article: 0,
    section: 0,
    aside: 0,
    tables: 0,
    orderedLists: 0,
    unorderedLists: 0,
    paragraphs: 0,
    blockquotes: 0,
    inlineQuotes: 0,
    svgs: 0,
    inlineStyleAttributes: 0,
    metasInBody: 0,
  }
  return {
    elements: [...COUNTED.keys(), 'meta', 'svg:svg'],
    attributes: ['style', 'role'],
    enter(element, place) {
      if (place.isInNoscript) return
      if (hasAttribute(element, 'style')) counts.inlineStyleAttributes += 1
      if (!isHtmlElement(element)) {
        if (element.tagName === 'svg') counts.svgs += 1
        return
      }
      const counted = COUNTED.get(element.tagName)
      if (counted !== undefined) counts[counted] += 1
      if (counted !== 'main' && keywordAttribute(element, 'role') === 'main') counts.main += 1
      if (element.tagName === 'meta' && !place.isInHead && !hasAttribute(element, 'itemprop')) {
        counts.metasInBody += 1
      }
    },
    finish: () => counts,
  }
}
