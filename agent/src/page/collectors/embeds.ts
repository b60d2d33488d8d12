import type { Embed, PageFacts } from '../facts.ts'
import { PAGE_LIMITS } from '../limits.ts'
import { keywordAttribute, strippedAttribute } from '../parse/attributes.ts'
import type { Collector, ParsedPage } from './collector.ts'

/** Elements that load what their attribute names. */
const SOURCES: ReadonlyMap<string, { as: Embed['element']; attribute: string }> = new Map([
  ['video', { as: 'video', attribute: 'src' }],
  ['audio', { as: 'audio', attribute: 'src' }],
  ['source', { as: 'source', attribute: 'src' }],
  ['track', { as: 'track', attribute: 'src' }],
  ['embed', { as: 'embed', attribute: 'src' }],
  ['object', { as: 'object', attribute: 'data' }],
  ['input', { as: 'input', attribute: 'src' }],
])

export function collectEmbeds(page: ParsedPage): Collector<PageFacts['embeds']> {
  const embeds: Embed[] = []
  const add = (element: Embed['element'], reference: string | null) => {
    const url = reference === '' ? null : page.resolve(reference)
    if (url !== null && embeds.length < PAGE_LIMITS.shortListed) embeds.push({ element, url })
  }
  return {
    elements: [...SOURCES.keys()],
    enter(element, place) {
      const source = SOURCES.get(element.tagName)
      if (source === undefined || place.isInNoscript) return
      if (element.tagName === 'input' && keywordAttribute(element, 'type') !== 'image') return
      add(source.as, strippedAttribute(element, source.attribute))
      if (element.tagName === 'video') add('poster', strippedAttribute(element, 'poster'))
    },
    finish: () => embeds,
  }
}
