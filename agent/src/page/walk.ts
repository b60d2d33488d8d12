import { html } from 'parse5'
import type { Collector, Walked } from './collectors/collector.ts'
import { PAGE_LIMITS } from './limits.ts'
import {
  isHtmlElement,
  isText,
  ownText,
  type ChildNode,
  type Document,
  type Element,
} from './parse/dom.ts'
import { OUTERMOST, placeWithin, type Place } from './place.ts'
import { words } from './words.ts'

/** HTML elements whose content is no part of the page, or no text for people. */
const UNREAD = new Set(words('template script style title iframe noembed noframes'))

/** An element whose children are met. One object serves all elements of its depth, one after the other: a page has few
 *  depths and thousands of elements. */
interface Level {
  /** null for the document. */
  element: Element | null
  place: Place
  /** Who is to be told of its end. */
  leave: readonly Visit[]
  children: readonly ChildNode[]
  next: number
}

/** Takes collectors through a tree once, in document order. Templates and code are not entered; what a
 *  noscript element holds is.
 *  @param noscript the nodes that a noscript element's text makes
 *  @param interests of the collectors */
export function walk(
  document: Document,
  collectors: readonly Collector<unknown>[],
  noscript: (text: string) => readonly ChildNode[],
  interests = interestsOf(collectors),
): Walked {
  const { visits, readers } = meetingsOf(collectors, interests)
  let elements = 0
  let maxDepth = 0
  let isCut = false

  const childrenOf = (element: Element, around: Place): readonly ChildNode[] => {
    if (!isHtmlElement(element)) return element.childNodes
    if (UNREAD.has(element.tagName)) return []
    const isMarkup = element.tagName === 'noscript' && !around.isInNoscript
    return isMarkup ? noscript(ownText(element)) : element.childNodes
  }

  // By hand, not by recursion: a page decides how deep it is.
  const levels: Level[] = [
    { element: null, place: OUTERMOST, leave: [], children: document.childNodes, next: 0 },
  ]
  let depth = 0
  let level = levels[0]
  while (level !== undefined) {
    const node: ChildNode | undefined = level.children[level.next++]
    if (node === undefined) {
      if (level.element !== null) {
        meet(level.leave, level.element, level.place)
      }
      depth -= 1
      level = levels[depth]
    } else if (isText(node)) {
      const all = readers()
      for (let at = 0; at < all.length; at += 1) all[at]?.(node.value, level.place)
    } else if ('tagName' in node) {
      if (depth >= PAGE_LIMITS.depth) {
        isCut = true
        continue
      }
      const place = placeWithin(node, level.place)
      if (!level.place.isInNoscript) {
        elements += 1
        maxDepth = Math.max(maxDepth, depth + 1)
      }
      const { enter, leave } = visits(node)
      meet(enter, node, place)
      const children = childrenOf(node, level.place)
      depth += 1
      level = levels[depth]
      if (level === undefined) {
        levels.push((level = { element: node, place, leave, children, next: 0 }))
        continue
      }
      level.element = node
      level.place = place
      level.leave = leave
      level.children = children
      level.next = 0
    }
  }
  return { elements, maxDepth, isCut }
}

function meet(visits: readonly Visit[], element: Element, place: Place): void {
  for (let at = 0; at < visits.length; at += 1) visits[at]?.(element, place)
}

type Visit = (element: Element, place: Place) => void

/** Who is to meet an element, at its begin and at its end. */
interface Visits {
  readonly enter: readonly Visit[]
  readonly leave: readonly Visit[]
}

/** Which elements collectors want to meet, by their places. A set of collectors is a number with a bit for each: there
 *  are 20, and room for 31. */
export interface Interests {
  readonly byName: ReadonlyMap<string, number>
  readonly byAttribute: ReadonlyMap<string, number>
  /** Who wants to meet all of them. */
  readonly all: number
}

/** Found out once for collectors of the same kinds: the hundredth part of what an ordinary page takes. */
export function interestsOf(collectors: readonly Collector<unknown>[]): Interests {
  const byName = new Map<string, number>()
  const byAttribute = new Map<string, number>()
  let all = 0
  collectors.forEach(({ elements, attributes }, at) => {
    const bit = 1 << at
    if (elements === undefined && attributes === undefined) all |= bit
    for (const name of elements ?? []) byName.set(name, (byName.get(name) ?? 0) | bit)
    for (const name of attributes ?? []) byAttribute.set(name, (byAttribute.get(name) ?? 0) | bit)
  })
  return { byName, byAttribute, all }
}

type Read = (text: string, place: Place) => void

/** Finds out who is to meet an element, by its name and its attributes, and a text, so that those who want little cost
 *  the others nothing. */
function meetingsOf(
  collectors: readonly Collector<unknown>[],
  { byName, byAttribute, all }: Interests,
): {
  readonly visits: (element: Element) => Visits
  readonly readers: () => readonly Read[]
} {
  const visitsBySet = new Map<number, Visits>()
  const readersBySet = new Map<number, readonly Read[]>()
  let open = 0

  /** Notes after a visit whether the collector is open. */
  function noting({ isOpen }: Collector<unknown>, at: number, visit: Visit): Visit {
    if (isOpen === undefined) return visit
    return (element, place) => {
      visit(element, place)
      open = isOpen() ? open | (1 << at) : open & ~(1 << at)
    }
  }
  function visitsOf(set: number): Visits {
    const enter: Visit[] = []
    const leave: Visit[] = []
    collectors.forEach((collector, at) => {
      if ((set & (1 << at)) === 0) return
      if (collector.enter !== undefined) enter.push(noting(collector, at, collector.enter))
      if (collector.leave !== undefined) leave.push(noting(collector, at, collector.leave))
    })
    const visits = { enter, leave }
    visitsBySet.set(set, visits)
    return visits
  }
  function readersOf(set: number): readonly Read[] {
    const readers = collectors.flatMap(({ text, isOpen }, at) =>
      text !== undefined && (isOpen === undefined || (set & (1 << at)) !== 0) ? [text] : [],
    )
    readersBySet.set(set, readers)
    return readers
  }

  return {
    visits: (element) => {
      let set = all | open | (byName.get(qualifiedName(element)) ?? 0)
      const { attrs } = element
      for (let at = 0; at < attrs.length; at += 1)
        set |= byAttribute.get(attrs[at]?.name ?? '') ?? 0
      return visitsBySet.get(set) ?? visitsOf(set)
    },
    readers: () => readersBySet.get(open) ?? readersOf(open),
  }
}

function qualifiedName({ tagName, namespaceURI }: Element): string {
  if (namespaceURI === html.NS.HTML) return tagName
  return `${namespaceURI === html.NS.SVG ? 'svg' : 'math'}:${tagName}`
}
