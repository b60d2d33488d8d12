import type { Frame, PageFacts } from '../facts.ts'
import { PAGE_LIMITS } from '../limits.ts'
import { keptAttribute, keywordAttribute, strippedAttribute } from '../parse/attributes.ts'
import { attribute, type Element } from '../parse/dom.ts'
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
        isHidden: isHidden(element) || place.isAriaHidden,
      })
    },
    finish: () => frames,
  }
}

/** Not to be seen: hidden, or of no size as frames that only load something are. */
function isHidden(element: Element): boolean {
  if (attribute(element, 'hidden') !== null) return true
  if (
    /(?:display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden)/i.test(
      attribute(element, 'style') ?? '',
    )
  )
    return true
  return ['width', 'height'].some((name) =>
    /^\s*[01](?:px)?\s*$/.test(attribute(element, name) ?? ''),
  )
}
