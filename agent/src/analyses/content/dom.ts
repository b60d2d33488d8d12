import { lengthWithoutSpace } from '../../page/white-space.ts'

/** A document of a browser as far as Readability and Turndown use one. It is far smaller than a full one:
 *  a page's main text is found in a third of the time, and without scripts, styles or a parser there is
 *  nothing in it that could do anything. Names are those of the DOM standard. */
export type DomNode = DomText | DomElement

const ELEMENT_NODE = 1
const TEXT_NODE = 3
const NO_NODES: readonly DomNode[] = []

/** Where a node stands; nodes of a parent are a doubly linked list. */
class Placed {
  parentNode: DomElement | null = null
  previousSibling: DomNode | null = null
  nextSibling: DomNode | null = null

  remove(this: DomNode): void {
    this.parentNode?.removeChild(this)
  }

  get nextElementSibling(): DomElement | null {
    let node = this.nextSibling
    while (node !== null && node instanceof DomText) node = node.nextSibling
    return node
  }

  get previousElementSibling(): DomElement | null {
    let node = this.previousSibling
    while (node !== null && node instanceof DomText) node = node.previousSibling
    return node
  }
}

export class DomText extends Placed {
  readonly nodeType = TEXT_NODE
  readonly nodeName = '#text'
  data: string

  constructor(data: string) {
    super()
    this.data = data
  }

  get nodeValue(): string {
    return this.data
  }

  get childNodes(): readonly DomNode[] {
    return NO_NODES
  }

  get textContent(): string {
    return this.data
  }

  cloneNode(): DomText {
    return new DomText(this.data)
  }
}

/** An attribute; copies of it are as good as it. */
export interface DomAttribute {
  readonly name: string
  readonly value: string
  readonly cloneNode: () => DomAttribute
}

export class DomElement extends Placed {
  readonly nodeType = ELEMENT_NODE
  /** In capitals. */
  readonly tagName: string
  readonly ownerDocument = ELEMENT_MAKER
  firstChild: DomNode | null = null
  lastChild: DomNode | null = null
  /** null without any, as most are: a map for each would be a third of the document's memory. */
  #attributes: Map<string, string> | null = null

  /** @param name in any case */
  constructor(name: string) {
    super()
    this.tagName = name.toUpperCase()
  }

  get nodeName(): string {
    return this.tagName
  }

  get childNodes(): DomNode[] {
    const nodes: DomNode[] = []
    for (let node = this.firstChild; node !== null; node = node.nextSibling) nodes.push(node)
    return nodes
  }

  get children(): DomElement[] {
    const elements: DomElement[] = []
    let element = this.firstElementChild
    for (; element !== null; element = element.nextElementSibling) elements.push(element)
    return elements
  }

  get firstElementChild(): DomElement | null {
    return this.firstChild instanceof DomText ? this.firstChild.nextElementSibling : this.firstChild
  }

  get lastElementChild(): DomElement | null {
    return this.lastChild instanceof DomText
      ? this.lastChild.previousElementSibling
      : this.lastChild
  }

  get textContent(): string {
    let text = ''
    for (let node = this.firstChild; node !== null; node = node.nextSibling) {
      text += node.textContent
    }
    return text
  }

  get className(): string {
    return this.getAttribute('class') ?? ''
  }

  set className(value: string) {
    this.setAttribute('class', value)
  }

  get id(): string {
    return this.getAttribute('id') ?? ''
  }

  set id(value: string) {
    this.setAttribute('id', value)
  }

  get src(): string {
    return this.getAttribute('src') ?? ''
  }

  get attributes(): DomAttribute[] {
    return Array.from(this.#attributes ?? [], ([name, value]) => {
      const attribute = { name, value, cloneNode: () => attribute }
      return attribute
    })
  }

  getAttribute(name: string): string | null {
    return this.#attributes?.get(name) ?? null
  }

  hasAttribute(name: string): boolean {
    return this.#attributes?.has(name) ?? false
  }

  setAttribute(name: string, value: string): void {
    this.#attributes ??= new Map()
    this.#attributes.set(name, value)
  }

  setAttributeNode({ name, value }: DomAttribute): void {
    this.setAttribute(name, value)
  }

  removeAttribute(name: string): void {
    this.#attributes?.delete(name)
  }

  appendChild(node: DomNode): DomNode {
    node.remove()
    node.parentNode = this
    node.previousSibling = this.lastChild
    if (this.lastChild === null) this.firstChild = node
    else this.lastChild.nextSibling = node
    this.lastChild = node
    return node
  }

  removeChild(node: DomNode): DomNode {
    const { previousSibling, nextSibling } = node
    if (previousSibling === null) this.firstChild = nextSibling
    else previousSibling.nextSibling = nextSibling
    if (nextSibling === null) this.lastChild = previousSibling
    else nextSibling.previousSibling = previousSibling
    node.parentNode = null
    node.previousSibling = null
    node.nextSibling = null
    return node
  }

  replaceChild(node: DomNode, replaced: DomNode): DomNode {
    if (node === replaced) return replaced
    // Taken out first: it may stand within, or beside, what it replaces.
    node.remove()
    const { previousSibling, nextSibling } = replaced
    node.parentNode = this
    node.previousSibling = previousSibling
    node.nextSibling = nextSibling
    if (previousSibling === null) this.firstChild = node
    else previousSibling.nextSibling = node
    if (nextSibling === null) this.lastChild = node
    else nextSibling.previousSibling = node
    replaced.parentNode = null
    replaced.previousSibling = null
    replaced.nextSibling = null
    return replaced
  }

  /** Descendants with this name in document order. */
  getElementsByTagName(name: string): DomElement[] {
    return this.querySelectorAll(name)
  }

  /** Descendants in document order.
   *  @param selector names of elements separated by commas, or an asterisk for all */
  querySelectorAll(selector: string): DomElement[] {
    const names = new Set(selector.toUpperCase().split(','))
    const isAny = names.has('*')
    const found: DomElement[] = []
    for (let node = this.#after(this); node !== null; node = this.#after(node)) {
      if (node.nodeType === ELEMENT_NODE && (isAny || names.has(node.tagName))) found.push(node)
    }
    return found
  }

  /** Characters of its text but white space. */
  get denseLength(): number {
    let length = 0
    for (let node = this.#after(this); node !== null; node = this.#after(node)) {
      if (node.nodeType === TEXT_NODE) length += lengthWithoutSpace(node.data)
    }
    return length
  }

  /** What follows a node within this element in document order; null after the last. */
  #after(node: DomNode): DomNode | null {
    if (node.nodeType === ELEMENT_NODE && node.firstChild !== null) return node.firstChild
    for (let at: DomNode | null = node; at !== null && at !== this; at = at.parentNode) {
      if (at.nextSibling !== null) return at.nextSibling
    }
    return null
  }

  /** @param isDeep with everything in it */
  cloneNode(isDeep: boolean): DomElement {
    const clone = new DomElement(this.tagName)
    if (this.#attributes !== null) clone.#attributes = new Map(this.#attributes)
    if (!isDeep) return clone
    for (let node = this.firstChild; node !== null; node = node.nextSibling) {
      clone.appendChild(node.cloneNode(true))
    }
    return clone
  }

  /** What the element holds now, to be put back later: kept as nodes, for it is never read as text. */
  get innerHTML(): DomElement {
    return this.cloneNode(true)
  }

  set innerHTML(kept: DomElement) {
    while (this.firstChild !== null) this.firstChild.remove()
    const copy = kept.cloneNode(true)
    while (copy.firstChild !== null) this.appendChild(copy.firstChild)
  }
}

/** What elements know of their document. */
const ELEMENT_MAKER = {
  createElement: (name: string) => new DomElement(name),
  createTextNode: (data: string) => new DomText(data),
} as const

export class DomDocument {
  readonly documentElement = new DomElement('html')
  readonly head = new DomElement('head')
  readonly body = new DomElement('body')
  readonly firstChild = this.documentElement
  readonly title = ''
  readonly createElement = ELEMENT_MAKER.createElement
  readonly createTextNode = ELEMENT_MAKER.createTextNode

  constructor() {
    this.documentElement.appendChild(this.head)
    this.documentElement.appendChild(this.body)
  }

  getElementsByTagName(name: string): DomElement[] {
    return this.documentElement.getElementsByTagName(name)
  }

  querySelectorAll(selector: string): DomElement[] {
    return this.documentElement.querySelectorAll(selector)
  }
}
