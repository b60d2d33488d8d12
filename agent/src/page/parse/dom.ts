import { html, type DefaultTreeAdapterTypes } from 'parse5'

export type Document = DefaultTreeAdapterTypes.Document
export type DocumentFragment = DefaultTreeAdapterTypes.DocumentFragment
export type Element = DefaultTreeAdapterTypes.Element
export type Template = DefaultTreeAdapterTypes.Template
export type ChildNode = DefaultTreeAdapterTypes.ChildNode

export type TextNode = DefaultTreeAdapterTypes.TextNode

export function isText(node: ChildNode): node is TextNode {
  return node.nodeName === '#text'
}

/** An element of HTML itself, not of SVG or MathML inside it. */
export function isHtmlElement(element: Element): boolean {
  return element.namespaceURI === html.NS.HTML
}

/** Value of an attribute as written; null when it is absent.
 *  @param name in lower case */
export function attribute(element: Element, name: string): string | null {
  for (const attr of element.attrs) if (attr.name === name) return attr.value
  return null
}

export function hasAttribute(element: Element, name: string): boolean {
  return attribute(element, name) !== null
}

/** The text directly in an element: all there is in title, script, style and noscript. */
export function ownText(element: Element): string {
  let text = ''
  for (const child of element.childNodes) if (isText(child)) text += child.value
  return text
}
