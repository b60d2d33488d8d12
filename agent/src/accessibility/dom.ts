/** What is used of a document that jsdom makes. */
export interface DomElement {
  readonly tagName: string
  readonly localName: string
  readonly namespaceURI: string | null
  readonly id: string
  readonly parentElement: DomElement | null
  readonly previousElementSibling: DomElement | null
  readonly style?: {
    readonly display: string
    readonly visibility: string
    readonly position: string
  }
  readonly hasAttribute: (name: string) => boolean
  readonly getAttribute: (name: string) => string | null
  readonly cloneNode: (deep: boolean) => DomElement
  readonly outerHTML: string
}

type Query = (this: DomNode, selector: string) => unknown

export interface DomNode {
  querySelector: Query
  querySelectorAll: Query
}

export interface DomDocument extends DomNode {
  readonly documentElement: DomElement
  elementsFromPoint?: () => readonly DomElement[]
  readonly querySelectorAll: (this: DomNode, selector: string) => Iterable<DomElement>
}

export interface DomWindow {
  readonly document: DomDocument
  readonly Document: { readonly prototype: DomNode }
  readonly Element: { readonly prototype: DomNode }
  getComputedStyle: (element: DomElement, pseudo?: string | null) => unknown
  readonly close: () => void
}
