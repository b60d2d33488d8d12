import type { Collector } from './collectors/collector.ts'
import { PAGE_LIMITS } from './limits.ts'
import { isHtmlElement, ownText, type ChildNode, type Document, type Element } from './parse/dom.ts'
import { OUTERMOST, placeWithin, type Place } from './place.ts'

/** What the walk itself found out about the tree. */
export interface Walked {
  /** Elements that were met, those of noscript left out: to a browser they are text. */
  readonly elements: number
  /** Of the deepest element; the html element's is 1. */
  readonly maxDepth: number
  /** Some elements stand too deep and were left out. */
  readonly isCut: boolean
}

interface Level {
  /** null for the document. */
  readonly element: Element | null
  readonly place: Place
  readonly children: readonly ChildNode[]
  next: number
}

/** Takes collectors through a tree once, in document order. Templates are not entered; what a noscript
 *  element holds is.
 *  @param noscript the nodes that a noscript element's text makes */
export function walk(
  document: Document,
  collectors: readonly Collector<unknown>[],
  noscript: (text: string) => readonly ChildNode[],
): Walked {
  const entering = collectors.flatMap(({ enter }) => enter ?? [])
  const leaving = collectors.flatMap(({ leave }) => leave ?? [])
  const reading = collectors.flatMap(({ text }) => text ?? [])
  let elements = 0
  let maxDepth = 0
  let isCut = false

  const childrenOf = (element: Element, around: Place): readonly ChildNode[] => {
    if (element.tagName === 'template' && isHtmlElement(element)) return []
    if (element.tagName === 'noscript' && isHtmlElement(element) && !around.isInNoscript) {
      return noscript(ownText(element))
    }
    return element.childNodes
  }

  // By hand, not by recursion: a page decides how deep it is.
  const levels: Level[] = [
    { element: null, place: OUTERMOST, children: document.childNodes, next: 0 },
  ]
  let level = levels[0]
  while (level !== undefined) {
    const node: ChildNode | undefined = level.children[level.next++]
    if (node === undefined) {
      if (level.element !== null) for (const leave of leaving) leave(level.element, level.place)
      levels.pop()
      level = levels.at(-1)
    } else if ('value' in node) {
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
      for (const enter of entering) enter(node, place)
      level = { element: node, place, children: childrenOf(node, level.place), next: 0 }
      levels.push(level)
    }
  }
  return { elements, maxDepth, isCut }
}
