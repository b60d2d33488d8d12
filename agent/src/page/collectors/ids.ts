import type { PageFacts } from '../facts.ts'
import { PAGE_LIMITS } from '../limits.ts'
import { attribute } from '../parse/dom.ts'
import { beginningOf } from '../white-space.ts'
import type { Collector } from './collector.ts'

export function collectIds(): Collector<PageFacts['ids']> {
  const seen = new Set<string>()
  const duplicated = new Set<string>()
  return {
    attributes: ['id'],
    enter(element, place) {
      const id = attribute(element, 'id')
      if (id === null || id === '' || place.isInNoscript) return
      if (seen.has(id)) duplicated.add(id)
      else seen.add(id)
    },
    finish: () => ({
      duplicated: [...duplicated]
        .slice(0, PAGE_LIMITS.shortListed)
        .map((id) => beginningOf(id, PAGE_LIMITS.anchorCharacters)),
      duplicatedTotal: duplicated.size,
    }),
  }
}
