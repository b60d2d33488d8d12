import type { PageFacts, PlacedText } from '../facts.ts'
import { PAGE_LIMITS } from '../limits.ts'
import { ownText } from '../parse/dom.ts'
import { beginningOf, collapseSpace } from '../white-space.ts'
import type { Collector } from './collector.ts'

export function collectTitles(): Collector<PageFacts['titles']> {
  const titles: PlacedText[] = []
  return {
    elements: ['title'],
    enter(element, place) {
      if (place.isInNoscript) return
      if (titles.length >= PAGE_LIMITS.shortListed) return
      const text = beginningOf(collapseSpace(ownText(element)), PAGE_LIMITS.titleCharacters)
      titles.push({ text, isInHead: place.isInHead })
    },
    finish: () => titles,
  }
}
