import { isHtmlElement } from '../../page/parse/dom.ts'
import type { Element } from '../../page/parse/dom.ts'

/** Whether an element is one of these elements of HTML. */
export const isCalled = (element: Element, ...names: readonly string[]): boolean =>
  isHtmlElement(element) && names.includes(element.tagName)
