import { cssUrls } from '../css-urls.ts'
import type { InlineStyle, PageFacts } from '../facts.ts'
import { PAGE_LIMITS } from '../limits.ts'
import { keptAttribute } from '../parse/attributes.ts'
import { ownText } from '../parse/dom.ts'
import type { Collector, ParsedPage } from './collector.ts'

export function collectStyles(page: ParsedPage): Collector<PageFacts['styles']> {
  const styles: InlineStyle[] = []
  return {
    elements: ['style'],
    enter(element, place) {
      if (place.isInNoscript) return
      if (styles.length >= PAGE_LIMITS.shortListed) return
      const css = ownText(element)
      const urls = cssUrls(css, PAGE_LIMITS.addressesPerElement)
      styles.push({
        media: keptAttribute(element, 'media'),
        isInHead: place.isInHead,
        bytes: Buffer.byteLength(css),
        urls: urls.flatMap((url) => page.resolve(url) ?? []),
      })
    },
    finish: () => styles,
  }
}
