import type { Heading, PageFacts } from '../facts.ts'
import { PAGE_LIMITS } from '../limits.ts'
import { isHtmlElement } from '../parse/dom.ts'
import type { Collector } from './collector.ts'
import { NestedText } from './nested-text.ts'

const LEVELS = new Map(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name, at) => [name, at + 1]))

const NAMES = [...LEVELS.keys()]

export function collectHeadings(): Collector<PageFacts['headings']> {
  const headings: { level: number; text: string }[] = []
  const texts = new NestedText<{ level: number; text: string }>(PAGE_LIMITS.titleCharacters)
  return {
    elements: NAMES,
    isOpen: () => texts.isOpen,
    enter(element, place) {
      texts.enter(element, place)
      const level = LEVELS.get(element.tagName)
      if (level === undefined || !isHtmlElement(element) || place.isInNoscript) return
      if (headings.length >= PAGE_LIMITS.shortListed) return
      const heading = { level, text: '' }
      headings.push(heading)
      texts.open(heading, element, place)
    },
    text(text, place) {
      texts.text(text, place)
    },
    leave(element) {
      const closed = texts.leave(element)
      if (closed !== undefined) closed.owner.text = closed.text
    },
    finish: (): readonly Heading[] => headings,
  }
}
