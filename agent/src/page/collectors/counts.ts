import type { ElementCounts, PageFacts } from '../facts.ts'
import { keywordAttribute, strippedAttribute } from '../parse/attributes.ts'
import { hasAttribute, isHtmlElement, type Element } from '../parse/dom.ts'
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

/** A property of RDFa with a term, or a name of schema.org; those of Open Graph and its like are about the page. */
const TERM = /^(?:schema:)?[^:]+$/i

/** Whether a meta element says something of a thing in the body, in microdata or RDFa, and not of the page.
 *  Source: HTML standard, section 4.2.5 (itemprop); HTML+RDFa 1.1, section 3.1 */
function describesThing(meta: Element): boolean {
  return hasAttribute(meta, 'itemprop') || TERM.test(strippedAttribute(meta, 'property') ?? '')
}

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
      if (element.tagName === 'meta' && !place.isInHead && !describesThing(element)) {
        counts.metasInBody += 1
      }
    },
    finish: () => counts,
  }
}
