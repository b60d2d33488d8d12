import { PAGE_LIMITS } from '../limits.ts'
import { beginningOf, stripSpace } from '../white-space.ts'
import { attribute, type Element } from './dom.ts'

/** Value of an attribute as facts keep it: as written, cut where it is longer than any use of it. The
 *  parser may have repeated an element, so that a long value would be told thousands of times. */
export function keptAttribute(element: Element, name: string): string | null {
  const value = attribute(element, name)
  return value === null ? null : beginningOf(value, PAGE_LIMITS.attributeCharacters)
}

/** The same for values that nobody writes long, of elements that come by the thousand. */
export function shortAttribute(element: Element, name: string): string | null {
  const value = attribute(element, name)
  return value === null ? null : beginningOf(value, PAGE_LIMITS.shortAttributeCharacters)
}

/** A kept value without the white space around it, for addresses and keywords. */
export function strippedAttribute(element: Element, name: string): string | null {
  const value = attribute(element, name)
  return value === null ? null : beginningOf(stripSpace(value), PAGE_LIMITS.attributeCharacters)
}

/** A keyword in lower case, without the white space around it; null where the attribute is absent. */
export function keywordAttribute(element: Element, name: string): string | null {
  return strippedAttribute(element, name)?.toLowerCase() ?? null
}
