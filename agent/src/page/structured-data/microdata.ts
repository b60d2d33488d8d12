import { strippedAttribute } from '../parse/attributes.ts'
import { attribute, hasAttribute, type ChildNode, type Element } from '../parse/dom.ts'
import { beginningOf, tokensOf } from '../white-space.ts'
import { MAX_ITEM_DEPTH, MAX_VALUE_CHARACTERS, type Budget } from './budget.ts'
import type { StructuredItem } from './item.ts'
import { textContent } from './text-content.ts'

/** What the walk over a page noted for microdata. */
export interface MicrodataSources {
  /** Elements with itemscope and without itemprop, in document order. */
  readonly roots: readonly Element[]
  /** First element of each id. */
  readonly byId: ReadonlyMap<string, Element>
  /** Place in document order of the elements with itemprop. */
  readonly order: ReadonlyMap<Element, number>
}

type Resolve = (reference: string | null) => string | null

/** What a value of an item that contains itself is. Source: HTML standard, section 5.4.2 */
const LOOP = 'ERROR'

/** The items that a page describes by microdata, in its JSON form.
 *  Source: HTML standard, sections 5.2 and 5.4.2 */
export function readMicrodata(
  sources: MicrodataSources,
  resolve: Resolve,
  budget: Budget,
): StructuredItem[] {
  const reader = { sources, resolve, budget }
  return sources.roots.flatMap((root) => itemOf(root, [], reader) ?? [])
}

interface Reader {
  readonly sources: MicrodataSources
  readonly resolve: Resolve
  readonly budget: Budget
}

/** @param around the items this one is within, outermost first
 *  @returns null where there is too much */
function itemOf(root: Element, around: readonly Element[], reader: Reader): StructuredItem | null {
  if (around.length >= MAX_ITEM_DEPTH) reader.budget.cut()
  const type = strippedAttribute(root, 'itemtype') ?? ''
  if (around.length >= MAX_ITEM_DEPTH || !reader.budget.takeItem(type.length)) return null
  const within = [...around, root]
  const properties = new Map<string, (string | StructuredItem)[]>()
  for (const element of propertiesOf(root, reader)) {
    const value = valueOf(element, within, reader)
    const names = attribute(element, 'itemprop') ?? ''
    const length = typeof value === 'string' ? value.length : 0
    if (value === null || !reader.budget.takeProperty(names.length + length)) continue
    for (const name of new Set(tokensOf(names))) {
      const values = properties.get(name)
      if (values === undefined) properties.set(name, [value])
      else values.push(value)
    }
  }
  const id = strippedAttribute(root, 'itemid')
  return {
    type: [...new Set(tokensOf(type))],
    id: id === null ? null : (reader.resolve(id) ?? id),
    properties: Object.fromEntries(properties),
  }
}

/** Elements that give an item its properties, in document order: those in it and in what its itemref names,
 *  but for the insides of other items. */
function propertiesOf(root: Element, { sources, budget }: Reader): Element[] {
  const found: Element[] = []
  const met = new Set<Element>([root])
  const pending: ChildNode[] = [...root.childNodes]
  for (const id of tokensOf(strippedAttribute(root, 'itemref'))) {
    const named = sources.byId.get(id)
    if (named !== undefined) pending.push(named)
  }
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (!budget.takeNode()) break
    if (!('tagName' in node) || met.has(node)) continue
    met.add(node)
    if (!hasAttribute(node, 'itemscope')) for (const child of node.childNodes) pending.push(child)
    if (sources.order.has(node)) found.push(node)
  }
  const place = (element: Element) => sources.order.get(element) ?? 0
  return found.sort((one, other) => place(one) - place(other))
}

const SOURCE_ELEMENTS = new Set(['audio', 'embed', 'iframe', 'img', 'source', 'track', 'video'])
const LINK_ELEMENTS = new Set(['a', 'area', 'link'])

/** Source: HTML standard, section 5.2.4 (values) */
function valueOf(
  element: Element,
  within: readonly Element[],
  reader: Reader,
): string | StructuredItem | null {
  if (hasAttribute(element, 'itemscope')) {
    return within.includes(element) ? LOOP : itemOf(element, within, reader)
  }
  const { tagName } = element
  const address = (name: string) => reader.resolve(strippedAttribute(element, name)) ?? ''
  const written = (name: string) =>
    beginningOf(attribute(element, name) ?? '', MAX_VALUE_CHARACTERS)
  if (tagName === 'meta') return written('content')
  if (SOURCE_ELEMENTS.has(tagName)) return address('src')
  if (LINK_ELEMENTS.has(tagName)) return address('href')
  if (tagName === 'object') return address('data')
  if (tagName === 'data' || tagName === 'meter') return written('value')
  if (tagName === 'time' && hasAttribute(element, 'datetime')) return written('datetime')
  return textContent(element, reader.budget)
}
