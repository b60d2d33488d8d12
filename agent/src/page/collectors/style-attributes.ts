import { cssUrls } from '../css-urls.ts'
import type { PageFacts } from '../facts.ts'
import { PAGE_LIMITS } from '../limits.ts'
import { keptAttribute } from '../parse/attributes.ts'
import type { Collector, ParsedPage } from './collector.ts'

export function collectStyleAttributes(page: ParsedPage): Collector<PageFacts['styledUrls']> {
  const found = new Set<string>()
  let unread: number = PAGE_LIMITS.styleCharacters
  return {
    attributes: ['style'],
    enter(element, place) {
      if (place.isInNoscript || found.size >= PAGE_LIMITS.shortListed) return
      const css = keptAttribute(element, 'style')
      if (css === null || unread < css.length) return
      unread -= css.length
      if (!/url\(/i.test(css)) return
      for (const reference of cssUrls(css, PAGE_LIMITS.addressesPerElement)) {
        const url = page.resolve(reference)
        if (url !== null) found.add(url)
      }
    },
    finish: () => [...found],
  }
}
