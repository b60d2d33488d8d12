import type { PageFacts } from '../facts.ts'
import { attribute, isHtmlElement, type Element } from '../parse/dom.ts'
import { keywordAttribute } from '../parse/attributes.ts'
import { isUnmet } from '../place.ts'
import { tokensOf } from '../white-space.ts'
import type { Collector } from './collector.ts'

const WITHOUT_LABEL = new Set(['hidden', 'submit', 'reset', 'button', 'image'])

/** A field that nothing near it names: a label or an element elsewhere may still do. */
interface Unnamed {
  readonly id: string | null
  readonly labelledBy: readonly string[]
}

export function collectFields(): Collector<PageFacts['fields']> {
  let total = 0
  /** label elements that are open. */
  let labels = 0
  const unnamed: Unnamed[] = []
  const labelled = new Set<string>()
  const ids = new Set<string>()
  return {
    elements: ['label', 'input', 'select', 'textarea'],
    attributes: ['id'],
    enter(element, place) {
      const id = attribute(element, 'id')
      if (id !== null && id !== '') ids.add(id)
      if (!isHtmlElement(element)) return
      if (element.tagName === 'label') {
        labels += 1
        labelled.add(attribute(element, 'for') ?? '')
      }
      // Where nobody meets it, as a trap for programs, no label is missed.
      if (!isField(element) || place.isInNoscript || isUnmet(element, place)) return
      total += 1
      if (labels > 0 || hasName(element)) return
      unnamed.push({ id, labelledBy: tokensOf(attribute(element, 'aria-labelledby')) })
    },
    leave(element) {
      if (element.tagName === 'label' && isHtmlElement(element)) labels -= 1
    },
    finish() {
      labelled.delete('')
      const withoutLabel = unnamed.filter(
        ({ id, labelledBy }) =>
          !(id !== null && labelled.has(id)) && !labelledBy.some((other) => ids.has(other)),
      ).length
      return { total, withoutLabel }
    },
  }
}

function isField(element: Element): boolean {
  if (element.tagName === 'select' || element.tagName === 'textarea') return true
  if (element.tagName !== 'input') return false
  return !WITHOUT_LABEL.has(keywordAttribute(element, 'type') ?? 'text')
}

function hasName(element: Element): boolean {
  return ['aria-label', 'title'].some((name) => (attribute(element, name) ?? '').trim() !== '')
}
