import type { Frame, PageFacts } from '../facts.ts'
import { PAGE_LIMITS } from '../limits.ts'
import { keptAttribute, keywordAttribute, strippedAttribute } from '../parse/attributes.ts'
import { attribute, type Element } from '../parse/dom.ts'
import { isUnmet } from '../place.ts'
import type { Collector, ParsedPage } from './collector.ts'

export function collectFrames(page: ParsedPage): Collector<PageFacts['frames']> {
  const frames: Frame[] = []
  return {
    elements: ['iframe', 'frame'],
    enter(element, place) {
      if (place.isInNoscript) return
      if (frames.length >= PAGE_LIMITS.shortListed) return
      const src = strippedAttribute(element, 'src')
      frames.push({
        src,
        url: src === '' ? null : page.resolve(src),
        title: keptAttribute(element, 'title'),
        loading: keywordAttribute(element, 'loading'),
        isHidden: isUnmet(element, place) || isShut(element),
      })
    },
    finish: () => frames,
  }
}

/** Of no size, as frames that only load something are. */
function isShut(element: Element): boolean {
  return ['width', 'height'].some((name) =>
    /^\s*[01](?:px)?\s*$/.test(attribute(element, name) ?? ''),
  )
}
