import { BLOCK_ELEMENTS } from '../elements.ts'
import { attribute, type Element } from '../parse/dom.ts'
import type { Place } from '../place.ts'
import { beginningOf, singleSpaces } from '../white-space.ts'

interface OpenText<T> {
  readonly owner: T
  readonly element: Element
  /** Its element is hidden as a whole, by one around it perhaps: then its text is what it would show. */
  readonly isHidden: boolean
  text: string
}

/** Texts of elements that may stand in each other: each gets its own text, that of images in it, and that
 *  of the elements in it. White space is collapsed, every text is cut at a limit. */
export class NestedText<T> {
  readonly #open: OpenText<T>[] = []
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  get isOpen(): boolean {
    return this.#open.length > 0
  }

  get innermost(): T | undefined {
    return this.#open.at(-1)?.owner
  }

  /** From here on text belongs to `owner`, until its element is left. */
  open(owner: T, element: Element, place: Place): void {
    this.#open.push({ owner, element, isHidden: place.isHidden, text: '' })
  }

  /** An element begins within: a border of words, or an image that stands for its alt. */
  enter(element: Element, place: Place): void {
    if (!this.#isShown(place)) return
    if (element.tagName === 'br' || BLOCK_ELEMENTS.has(element.tagName)) this.#add(' ')
    else if (element.tagName === 'img') this.#add(` ${attribute(element, 'alt') ?? ''} `)
  }

  /** @returns whether it is text of what is open */
  text(text: string, place: Place): boolean {
    const isTheirs = this.#isShown(place) && !place.isInSvg
    if (isTheirs) this.#add(text)
    return isTheirs
  }

  /** An element ends.
   *  @returns what was opened with it, and its text; undefined where nothing was */
  leave(element: Element): { readonly owner: T; readonly text: string } | undefined {
    const last = this.#open.at(-1)
    if (last === undefined) return undefined
    if (last.element !== element) {
      if (BLOCK_ELEMENTS.has(element.tagName)) this.#add(' ')
      return undefined
    }
    this.#open.pop()
    this.#add(` ${last.text} `)
    return { owner: last.owner, text: beginningOf(last.text.trim(), this.#max).trimEnd() }
  }

  #isShown(place: Place): boolean {
    const last = this.#open.at(-1)
    return last !== undefined && (last.isHidden || !place.isHidden)
  }

  #add(text: string): void {
    const last = this.#open.at(-1)
    // One more than the limit: a space may stand at the end.
    if (last === undefined || last.text.length > this.#max) return
    const piece = beginningOf(singleSpaces(text), this.#max + 1)
    last.text += last.text === '' || last.text.endsWith(' ') ? piece.trimStart() : piece
  }
}
