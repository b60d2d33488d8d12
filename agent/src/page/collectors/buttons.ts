import type { PageFacts } from '../facts.ts'
import { PAGE_LIMITS } from '../limits.ts'
import { keywordAttribute } from '../parse/attributes.ts'
import { attribute, isHtmlElement, ownText, type Element } from '../parse/dom.ts'
import type { Place } from '../place.ts'
import { tokensOf } from '../white-space.ts'
import type { Collector } from './collector.ts'
import { NestedText } from './nested-text.ts'

interface OpenButton {
  isNamed: boolean
  readonly labelledBy: string
}

export function collectButtons(): Collector<PageFacts['buttons']> {
  let total = 0
  /** Of buttons without a name of their own: where they point to one elsewhere. */
  const unnamed: string[] = []
  const ids = new Set<string>()
  const texts = new NestedText<OpenButton>(PAGE_LIMITS.anchorCharacters)
  return {
    elements: ['button', 'input'],
    attributes: ['id', 'role'],
    isOpen: () => texts.isOpen,
    enter(element, place) {
      const id = attribute(element, 'id')
      if (id !== null) ids.add(id)
      texts.enter(element, place)
      const open = texts.innermost
      if (open !== undefined && namesFromWithin(element, place)) open.isNamed = true
      if (!isButton(element) || place.isInNoscript || isHidden(element)) return
      total += 1
      const labelledBy = attribute(element, 'aria-labelledby') ?? ''
      texts.open({ isNamed: hasName(element), labelledBy }, element, place)
    },
    text(text, place) {
      texts.text(text, place)
    },
    leave(element) {
      const closed = texts.leave(element)
      if (closed === undefined || closed.text !== '' || closed.owner.isNamed) return
      unnamed.push(closed.owner.labelledBy)
    },
    finish() {
      // Each value is read once: the parser may have repeated a button with it.
      const known = new Map<string, boolean>()
      const isNamed = (labelledBy: string): boolean => {
        const isThere = known.get(labelledBy) ?? tokensOf(labelledBy).some((id) => ids.has(id))
        known.set(labelledBy, isThere)
        return isThere
      }
      return { total, withoutName: unnamed.filter((labelledBy) => !isNamed(labelledBy)).length }
    },
  }
}

function isHidden(element: Element): boolean {
  return attribute(element, 'hidden') !== null || attribute(element, 'aria-hidden') === 'true'
}

function isButton(element: Element): boolean {
  if (!isHtmlElement(element)) return false
  if (element.tagName === 'button') return true
  if (element.tagName !== 'input') return keywordAttribute(element, 'role') === 'button'
  return /^(?:button|submit|reset|image)$/.test(keywordAttribute(element, 'type') ?? '')
}

/** A name by the button's own attributes. Submit and reset buttons have one by themselves.
 *  Source: HTML-AAM 1.0, section 4.1.3 */
function hasName(element: Element): boolean {
  if (isFilled(element, 'aria-label') || isFilled(element, 'title')) return true
  if (element.tagName !== 'input') return false
  const type = keywordAttribute(element, 'type')
  if (type === 'image') return isFilled(element, 'alt')
  if (type === 'button') return isFilled(element, 'value')
  return attribute(element, 'value') === null || isFilled(element, 'value')
}

/** Something in a button that names it without being text. */
function namesFromWithin(element: Element, place: Place): boolean {
  if (place.isAriaHidden) return false
  if (place.isInSvg && element.tagName === 'title') return ownText(element).trim() !== ''
  return (
    isFilled(element, 'aria-label') || (element.tagName === 'img' && isFilled(element, 'title'))
  )
}

function isFilled(element: Element, name: string): boolean {
  return (attribute(element, name) ?? '').trim() !== ''
}
