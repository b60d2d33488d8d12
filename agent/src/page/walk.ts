import type { Collector } from './collectors/collector.ts'
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

/** What the walk itself found out about the tree. */
export interface Walked {
  /** Elements that were met, those of noscript left out: to a browser they are text. */
  readonly elements: number
  /** Of the deepest element; the html element's is 1. */
  readonly maxDepth: number
  /** Some elements stand too deep and were left out. */
  readonly isCut: boolean
}

/** HTML elements whose content is no part of the page, or no text for people. */
const UNREAD = new Set(words('template script style title iframe noembed noframes'))

interface Level {
  /** null for the document. */
  readonly element: Element | null
  readonly place: Place
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
    { element: null, place: OUTERMOST, children: document.childNodes, next: 0 },
  ]
  let level = levels[0]
  while (level !== undefined) {
    const node: ChildNode | undefined = level.children[level.next++]
    if (node === undefined) {
      if (level.element !== null) visits(level.element).leave(level.element, level.place)
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
      visits(node).enter(node, place)
      level = { element: node, place, children: childrenOf(node, level.place), next: 0 }
      levels.push(level)
    }
  }
  return { elements, maxDepth, isCut }
}

type Visit = (element: Element, place: Place) => void

interface Visits {
  readonly enter: Visit
  readonly leave: Visit
}

/** Who is to meet an element: by its name, so that those who want a few names cost the others nothing. */
function visitsOf(collectors: readonly Collector<unknown>[]): (element: Element) => Visits {
  const among = (wants: (elements: readonly string[] | undefined) => boolean): Visits => {
    const wanting = collectors.filter(({ elements }) => wants(elements))
    return {
      enter: all(wanting.flatMap(({ enter }) => enter ?? [])),
      leave: all(wanting.flatMap(({ leave }) => leave ?? [])),
    }
  }
  const general = among((elements) => elements === undefined)
  const names = new Set(collectors.flatMap(({ elements }) => elements ?? []))
  const byName = new Map(
    [...names].map((name) => [
      name,
      among((elements) => elements === undefined || elements.includes(name)),
    ]),
  )
  return (element) => (isHtmlElement(element) && byName.get(element.tagName)) || general
}

function all(visits: readonly Visit[]): Visit {
  return (element, place) => {
    for (const visit of visits) visit(element, place)
  }
}
