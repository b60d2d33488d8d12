import type { Element } from '../../page/parse/dom.ts'
import type { Impact } from '../findings.ts'

/** What rules may ask about the whole page. */
export interface PageIndex {
  readonly ids: ReadonlyMap<string, number>
  /** Values of label[for]. */
  readonly labelled: ReadonlySet<string>
  /** Elements that hold text, or an image with a text, that assistive technology reads. */
  readonly isFilled: (element: Element) => boolean
  /** Fields within a label. */
  readonly isInLabel: (element: Element) => boolean
  /** The nearest element around; null for the outermost. */
  readonly parentOf: (element: Element) => Element | null
  /** Level of the heading before a heading; null for the first. */
  readonly levelBefore: (element: Element) => number | null
}

/** One rule about single elements, named like the one of axe-core that asks the same. */
export interface OwnRule {
  readonly id: string
  readonly impact: Impact
  readonly tags: readonly string[]
  /** The rule in a sentence. */
  readonly help: string
  /** How an element that breaks it is mended. */
  readonly advice: string
  readonly applies: (element: Element) => boolean
  /** It is asked of what nobody meets too, as of what the head holds. */
  readonly isAboutHidden?: true
  readonly isKept: (element: Element, page: PageIndex) => boolean
}
