import type { ParsedHtml } from '../parse/parse-html.ts'
import type { Element } from '../parse/dom.ts'
import type { Place } from '../place.ts'

/** What the walk itself found out about the tree. */
export interface Walked {
  /** Elements that were met, those of noscript left out: to a browser they are text. */
  readonly elements: number
  /** Of the deepest element; the html element's is 1. */
  readonly maxDepth: number
  /** Some elements stand too deep and were left out. */
  readonly isCut: boolean
}

/** What collectors may know before the walk begins. */
export interface ParsedPage extends ParsedHtml {
  readonly url: string
  readonly baseUrl: string
  /** Browsers read it as XML. */
  readonly isXml: boolean
  readonly text: string
  /** Bytes of the page up to a character of the text that was parsed. */
  readonly byteOffset: (characters: number) => number
  /** Resolved against the base; null for null and for what is no address. */
  readonly resolve: (reference: string | null) => string | null
}

/** Gathers one group of facts while the tree is walked. */
export interface Collector<T> {
  /** Names of the elements it wants to meet: of HTML as they are, of SVG and MathML as `svg:name` and
   *  `math:name`. Without it and `attributes`, all of them. */
  readonly elements?: readonly string[]
  /** Elements with one of these attributes it wants to meet too, of whatever name. */
  readonly attributes?: readonly string[]
  /** Whether something of it is open, such as an anchor: then it meets all elements and texts. It can only change while
   *  an element is met. One that has this and is not open meets no texts. */
  readonly isOpen?: () => boolean
  /** An element begins. `place` includes what the element itself says. */
  readonly enter?: (element: Element, place: Place) => void
  /** All that is in an element has been met. */
  readonly leave?: (element: Element, place: Place) => void
  /** A piece of text, as it stands: all of them, unless there is `isOpen`. */
  readonly text?: (text: string, place: Place) => void
  readonly finish: (walked: Walked) => T
}
