import { keptAttribute, strippedAttribute } from '../parse/attributes.ts'
import { attribute, hasAttribute, type Element } from '../parse/dom.ts'
import { beginningOf, tokensOf } from '../white-space.ts'
import { MAX_ITEM_DEPTH, MAX_VALUE_CHARACTERS, type Budget } from './budget.ts'
import type { StructuredItem } from './item.ts'
import { NO_NAMES, propertyName, typeName, withPrefixes, type NameContext } from './rdfa-names.ts'
import { textContent } from './text-content.ts'

type Resolve = (reference: string | null) => string | null

interface GrowingItem {
  readonly type: readonly string[]
  readonly id: string | null
  /** Without a prototype: a page may call a property __proto__. */
  readonly properties: Record<string, (string | StructuredItem)[]>
}

/** What an element changes for what is in it. */
interface Scope {
  readonly element: Element
  readonly names: NameContext
  /** What properties describe; null outside of items. */
  readonly item: GrowingItem | null
  /** Items around. */
  readonly depth: number
}

/** Elements without any of these mean nothing to RDFa. */
export const RDFA_ATTRIBUTES = ['vocab', 'prefix', 'typeof', 'property', 'resource'] as const

/** Reads RDFa Lite while a page is walked: items are elements with typeof, and those with resource that
 *  are no value. Properties of the page itself (Open Graph) belong to no item.
 *  Source: RDFa Lite 1.1; RDFa Core 1.1, section 7.5 */
export class RdfaReader {
  readonly #items: GrowingItem[] = []
  readonly #scopes: Scope[] = []
  readonly #resolve: Resolve
  readonly #budget: Budget

  constructor(resolve: Resolve, budget: Budget) {
    this.#resolve = resolve
    this.#budget = budget
  }

  /** Items that are no value of another, in document order; not what wikis mark in their own markup
   *  (typeof="mw:File", resource="./File:Tree.jpg"): without a property, and of no type that means something. */
  get items(): readonly StructuredItem[] {
    return this.#items.filter(
      ({ type, properties }) => Object.keys(properties).length > 0 || type.some(isMeaningful),
    )
  }

  enter(element: Element): void {
    const around = this.#scopes.at(-1)
    const names = namesWithin(element, around?.names ?? NO_NAMES)
    const outer = around?.item ?? null
    const properties = tokensOf(strippedAttribute(element, 'property'))
    const isValue = outer !== null && properties.length > 0
    const isItem =
      hasAttribute(element, 'typeof') ||
      (properties.length === 0 && hasAttribute(element, 'resource'))
    const depth = around?.depth ?? 0
    const item = isItem ? this.#itemOf(element, names, depth) : null
    if (isValue) {
      const value = item ?? (isItem ? null : this.#valueOf(element))
      if (value !== null) this.#add(outer, properties, value, names)
    } else if (item !== null) {
      this.#items.push(item)
    }
    if (item !== null || names !== around?.names) {
      this.#scopes.push({ element, names, item: item ?? outer, depth: depth + (item ? 1 : 0) })
    }
  }

  leave(element: Element): void {
    if (this.#scopes.at(-1)?.element === element) this.#scopes.pop()
  }

  #itemOf(element: Element, names: NameContext, depth: number): GrowingItem | null {
    if (depth >= MAX_ITEM_DEPTH) this.#budget.cut()
    const type = tokensOf(strippedAttribute(element, 'typeof')).map((word) => typeName(word, names))
    if (depth >= MAX_ITEM_DEPTH || !this.#budget.takeItem(lengthOf(type))) return null
    return { type: [...new Set(type)], id: this.#address(element), properties: Object.create(null) }
  }

  #add(
    item: GrowingItem,
    words: readonly string[],
    value: string | StructuredItem,
    names: NameContext,
  ): void {
    const properties = words.map((word) => propertyName(word, names))
    const length = typeof value === 'string' ? value.length : 0
    if (!this.#budget.takeProperty(lengthOf(properties) + length)) return
    for (const name of new Set(properties)) {
      const values = item.properties[name]
      if (values === undefined) item.properties[name] = [value]
      else values.push(value)
    }
  }

  /** Source: RDFa Core 1.1, section 7.5, step 11; HTML+RDFa 1.1, section 3.1 (datetime) */
  #valueOf(element: Element): string {
    const content = attribute(element, 'content')
    if (content !== null) return beginningOf(content, MAX_VALUE_CHARACTERS)
    const datetime = attribute(element, 'datetime')
    if (datetime !== null) return beginningOf(datetime, MAX_VALUE_CHARACTERS)
    return this.#address(element) ?? textContent(element, this.#budget)
  }

  /** The address by which an element names a thing; null where it names none. */
  #address(element: Element): string | null {
    for (const name of ['resource', 'href', 'src']) {
      const reference = strippedAttribute(element, name)
      if (reference !== null) return this.#resolve(reference) ?? reference
    }
    return null
  }
}

/** Characters of names in full: a vocabulary or prefix may be long, and stands in each. */
const lengthOf = (names: readonly string[]): number =>
  names.reduce((sum, { length }) => sum + length, 0)

/** Whether a type is a term or an address, and no word with a prefix that nobody declared. */
function isMeaningful(type: string): boolean {
  const colon = type.indexOf(':')
  return colon === -1 || type.startsWith('//', colon + 1)
}

function namesWithin(element: Element, around: NameContext): NameContext {
  const vocab = strippedAttribute(element, 'vocab')
  const prefix = keptAttribute(element, 'prefix')
  if (vocab === null && prefix === null) return around
  return {
    vocabulary: vocab === null ? around.vocabulary : vocab === '' ? null : vocab,
    prefixes: prefix === null ? around.prefixes : withPrefixes(around.prefixes, prefix),
  }
}
