import type { PageFacts } from '../facts.ts'
import { PAGE_LIMITS } from '../limits.ts'
import { attribute } from '../parse/dom.ts'
import { beginningOf } from '../white-space.ts'
import type { Collector, ParsedPage } from './collector.ts'

export function collectIds({ shadowTrees }: ParsedPage): Collector<PageFacts['ids']> {
  const seen = new Set<string>()
  const duplicated = new Set<string>()
  return {
    attributes: ['id'],
    enter(element, place) {
      const id = attribute(element, 'id')
      if (id === null || id === '' || place.isInNoscript) return
      // Each shadow tree has ids of its own.
      const tree = shadowTrees.size === 0 ? undefined : shadowTrees.get(element)
      const own = tree === undefined ? id : `${tree} ${id}`
      if (seen.has(own)) duplicated.add(id)
      else seen.add(own)
    },
    finish: () => ({
      duplicated: [...duplicated]
        .slice(0, PAGE_LIMITS.shortListed)
        .map((id) => beginningOf(id, PAGE_LIMITS.anchorCharacters)),
      duplicatedTotal: duplicated.size,
    }),
  }
}
