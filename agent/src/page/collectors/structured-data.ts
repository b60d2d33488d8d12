import type { PageFacts } from '../facts.ts'
import { PAGE_LIMITS } from '../limits.ts'
import { keywordAttribute } from '../parse/attributes.ts'
import { attribute, hasAttribute, isHtmlElement, ownText, type Element } from '../parse/dom.ts'
import { Budget } from '../structured-data/budget.ts'
import { readMicrodata } from '../structured-data/microdata.ts'
import { RDFA_ATTRIBUTES, RdfaReader } from '../structured-data/rdfa.ts'
import { beginningOf } from '../white-space.ts'
import type { Collector, ParsedPage } from './collector.ts'

const JSON_LD = /^application\/ld\+json(?:\s*;.*)?$/

export function collectStructuredData(page: ParsedPage): Collector<PageFacts['structuredData']> {
  const jsonLd: { text: string; line: number }[] = []
  let room: number = PAGE_LIMITS.jsonLdCharacters
  const roots: Element[] = []
  const byId = new Map<string, Element>()
  const order = new Map<Element, number>()
  const budget = new Budget()
  const rdfa = new RdfaReader(page.resolve, budget)

  const addJsonLd = (script: Element) => {
    if (jsonLd.length >= PAGE_LIMITS.shortListed) return
    const text = ownText(script)
    if (text.length > room) return budget.cut()
    room -= text.length
    jsonLd.push({
      text: beginningOf(text, room + text.length),
      line: page.scriptLines.get(script) ?? 1,
    })
  }

  return {
    elements: ['script'],
    attributes: ['id', 'itemprop', 'itemscope', ...RDFA_ATTRIBUTES],
    enter(element, place) {
      if (place.isInNoscript || !isHtmlElement(element)) return
      if (element.tagName === 'script' && JSON_LD.test(keywordAttribute(element, 'type') ?? '')) {
        addJsonLd(element)
      }
      const id = attribute(element, 'id')
      if (id !== null && !byId.has(id)) byId.set(id, element)
      const hasProperty = hasAttribute(element, 'itemprop')
      if (hasProperty) order.set(element, order.size)
      else if (hasAttribute(element, 'itemscope')) roots.push(element)
      rdfa.enter(element)
    },
    leave(element) {
      rdfa.leave(element)
    },
    finish() {
      const microdata = readMicrodata({ roots, byId, order }, page.resolve, budget)
      return { jsonLd, microdata, rdfa: rdfa.items, isCut: budget.isSpent }
    },
  }
}
