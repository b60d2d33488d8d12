import type { ChildNode, Document, Element } from '../../page/parse/dom.ts'
import { attribute, isHtmlElement } from '../../page/parse/dom.ts'
import { OUTERMOST, placeWithin, type Place } from '../../page/place.ts'
import { beginningOf } from '../../page/white-space.ts'
import { DomDocument, DomElement, DomText } from './dom.ts'

/** Beyond these nothing is looked for: the search recurses, and reads a text again for each element around
 *  it, and for each two of which one is in the other. The last ones are the sums of all characters, each times its
 *  depth, and of all characters and nodes, each times the square of it: up to 3 s. */
const LIMITS = {
  elements: 20_000,
  depth: 250,
  characters: 1_000_000,
  reading: 30_000_000,
  reReading: 3_000_000_000,
} as const
/** Characters that are read as fast as one more node is met. */
const NODE_CHARACTERS = 20
/** Longer values and runs of white space are cut: regular expressions of the libraries that read them take
 *  quadratic time. */
const MAX_VALUE_LENGTH = 1_000
const MAX_SPACE_LENGTH = 100

/** Attribute with the level of a main heading, which Readability turns into one of the second level. */
export const HEADING_LEVEL = 'data-heading-level'

/** Attributes that tell what an element is for, or that Markdown shows. */
const KEPT_ATTRIBUTES =
  'id class role itemprop rel alt title colspan rowspan start summary dir'.split(' ')
/** Elements that are no text, besides those that are not shown. */
const LEFT_OUT: ReadonlySet<string> = new Set(
  'button input link meta object embed progress meter map dialog iframe noembed noframes'.split(
    ' ',
  ),
)
const SAFE_PROTOCOLS = /^(?:https?|mailto|tel):/

/** The body of a page as a document that can be taken apart: without what is not shown, and with absolute
 *  addresses. null when the page is too large or too deep for that.
 *  @param resolve the absolute address of a reference; null where it is none */
export function readableDocument(
  parsed: Document,
  resolve: (reference: string) => string | null,
): DomDocument | null {
  const document = new DomDocument()
  const levels: Level[] = [
    { children: parsed.childNodes, next: 0, place: OUTERMOST, copy: document.body },
  ]
  let [elements, characters, reading, reReading] = [0, 0, 0, 0]
  let level = levels[0]
  while (level !== undefined) {
    const node = level.children[level.next++]
    if (node === undefined) {
      levels.pop()
      level = levels.at(-1)
    } else if ('value' in node) {
      characters += node.value.length
      reading += node.value.length * levels.length
      reReading += (NODE_CHARACTERS + node.value.length) * levels.length ** 2
      level.copy.appendChild(new DomText(withShortSpace(node.value)))
    } else if ('tagName' in node) {
      const place = placeWithin(node, level.place)
      if (isLeftOut(node, place)) continue
      elements += 1
      reReading += NODE_CHARACTERS * levels.length ** 2
      if (elements > LIMITS.elements || levels.length > LIMITS.depth) return null
      const isOuter = node.tagName === 'html' || node.tagName === 'body'
      const copy = isOuter ? document.body : copyOf(node, resolve)
      if (!isOuter) level.copy.appendChild(copy)
      level = { children: node.childNodes, next: 0, place, copy }
      levels.push(level)
    }
    const isTooMuch =
      characters > LIMITS.characters || reading > LIMITS.reading || reReading > LIMITS.reReading
    if (isTooMuch) return null
  }
  return document
}

interface Level {
  readonly children: readonly ChildNode[]
  next: number
  readonly place: Place
  readonly copy: DomElement
}

function withShortSpace(text: string): string {
  if (text.length <= MAX_VALUE_LENGTH) return text
  return text.replaceAll(/\s+/g, (space) => space.slice(0, MAX_SPACE_LENGTH))
}

function isLeftOut(element: Element, place: Place): boolean {
  return place.isHidden || !isHtmlElement(element) || LEFT_OUT.has(element.tagName)
}

function copyOf(element: Element, resolve: (reference: string) => string | null): DomElement {
  const copy = new DomElement(element.tagName)
  for (const { name, value } of element.attrs) {
    if (KEPT_ATTRIBUTES.includes(name))
      copy.setAttribute(name, beginningOf(value, MAX_VALUE_LENGTH))
  }
  if (element.tagName === 'h1') copy.setAttribute(HEADING_LEVEL, '1')
  const [name, reference] = referenceOf(element)
  const url = reference === null ? null : resolve(reference)
  if (url !== null && SAFE_PROTOCOLS.test(url)) copy.setAttribute(name, url)
  return copy
}

/** The address an element has, and the attribute it belongs into. */
function referenceOf(element: Element): [name: string, reference: string | null] {
  if (element.tagName === 'a') return ['href', attribute(element, 'href')]
  if (element.tagName !== 'img') return ['src', null]
  const src = attribute(element, 'src')
  // What is loaded late has a picture of one pixel in its place until then.
  const isPlaceholder = src === null || src.startsWith('data:')
  return ['src', isPlaceholder ? (attribute(element, 'data-src') ?? null) : src]
}
