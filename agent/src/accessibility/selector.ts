import type { DomElement } from './dom.ts'

/** An id that needs no escapes in a selector. */
const PLAIN_ID = /^[a-z][\w-]{0,60}$/i
const MAX_STEPS = 12

/** A CSS selector that finds an element: from the nearest id around it, or its place among its siblings
 *  on the way up. */
export function selectorOf(element: DomElement): string {
  const steps: string[] = []
  let each: DomElement | null = element
  while (each !== null && steps.length < MAX_STEPS) {
    if (PLAIN_ID.test(each.id)) {
      steps.unshift(`#${each.id}`)
      break
    }
    steps.unshift(stepTo(each))
    each = each.parentElement
  }
  return steps.join(' > ')
}

function stepTo(element: DomElement): string {
  const { localName } = element
  if (element.parentElement === null) return localName
  let position = 1
  let sibling = element.previousElementSibling
  while (sibling !== null) {
    if (sibling.localName === localName) position += 1
    sibling = sibling.previousElementSibling
  }
  return `${localName}:nth-of-type(${position})`
}
