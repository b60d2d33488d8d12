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

interface Level {
  /** null for the document. */
  readonly element: Element | null
  readonly place: Place
  /** Who is to be told of its end. */
  readonly leave: readonly Visit[]
  readonly children: readonly ChildNode[]
  next: number
}

/** Takes collectors through a tree once, in document order. Templates and code are not entered; what a
 *  noscript element holds is.
 *  @param noscript the nodes that a noscript element's text makes */
export function walk(
  document: Document,
  collectors: readonly Collector<unknown>[],
  noscript: (text: string) => readonly ChildNode[],
): Walked {
  const visits = visitsOf(collectors)
  const reading = collectors.flatMap(({ text }) => text ?? [])
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
  let level = levels[0]
  while (level !== undefined) {
    const node: ChildNode | undefined = level.children[level.next++]
    if (node === undefined) {
      if (level.element !== null) {
        for (const leave of level.leave) leave(level.element, level.place)
      }
      levels.pop()
      level = levels.at(-1)
    } else if (isText(node)) {
      for (const text of reading) text(node.value, level.place)
    } else if ('tagName' in node) {
      if (levels.length > PAGE_LIMITS.depth) {
        isCut = true
        continue
      }
      const place = placeWithin(node, level.place)
      if (!level.place.isInNoscript) {
        elements += 1
        maxDepth = Math.max(maxDepth, levels.length)
      }
      const { enter, leave } = visits(node)
      for (const visit of enter) visit(node, place)
      level = { element: node, place, leave, children: childrenOf(node, level.place), next: 0 }
      levels.push(level)
    }
  }
  return { elements, maxDepth, isCut }
}

type Visit = (element: Element, place: Place) => void

/** Who is to meet an element, at its begin and at its end. */
interface Visits {
  readonly enter: readonly Visit[]
  readonly leave: readonly Visit[]
}

/** Finds out who is to meet an element, by its name and its attributes, so that those who want little cost
 *  the others nothing. A set of collectors is a number with a bit for each: there are 20, and room for 31. */
function visitsOf(collectors: readonly Collector<unknown>[]): (element: Element) => Visits {
  const byName = new Map<string, number>()
  const byAttribute = new Map<string, number>()
  const bySet = new Map<number, Visits>()
  let all = 0
  collectors.forEach(({ elements, attributes }, at) => {
    const bit = 1 << at
    if (elements === undefined && attributes === undefined) all |= bit
    for (const name of elements ?? []) byName.set(name, (byName.get(name) ?? 0) | bit)
    for (const name of attributes ?? []) byAttribute.set(name, (byAttribute.get(name) ?? 0) | bit)
  })
  return (element) => {
    let set = all | (byName.get(qualifiedName(element)) ?? 0)
    for (const { name } of element.attrs) set |= byAttribute.get(name) ?? 0
    const known = bySet.get(set)
    if (known !== undefined) return known
    const among = collectors.filter((_, at) => (set & (1 << at)) !== 0)
    const visits = {
      enter: among.flatMap(({ enter }) => enter ?? []),
      leave: among.flatMap(({ leave }) => leave ?? []),
    }
    bySet.set(set, visits)
    return visits
  }
}

function qualifiedName({ tagName, namespaceURI }: Element): string {
  if (namespaceURI === html.NS.HTML) return tagName
  return `${namespaceURI === html.NS.SVG ? 'svg' : 'math'}:${tagName}`
}
