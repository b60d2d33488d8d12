import { attribute, isHtmlElement } from '../../page/parse/dom.ts'
import type { Element } from '../../page/parse/dom.ts'

/** Whether an element is one of these elements of HTML. */
export const isCalled = (element: Element, ...names: readonly string[]): boolean =>
  isHtmlElement(element) && names.includes(element.tagName)

/** Whether an attribute says more than white space. */
export const saysSomething = (element: Element, name: string): boolean =>
  (attribute(element, name) ?? '').trim() !== ''
