import type { Collector } from '../../page/collectors/collector.ts'
import type { Element } from '../../page/parse/dom.ts'
import type { ShadowTrees } from '../../page/parse/flatten-shadow-trees.ts'
import { attribute } from '../../page/parse/dom.ts'
import { isUnmet } from '../../page/place.ts'
import { isCalled, saysSomething } from './elements.ts'
import type { PageIndex } from './rule.ts'
import { headingLevel } from './structure.ts'

/** Gathers what rules ask about the whole page while it is walked once. */
export function createIndex(
  shadowTrees: ShadowTrees,
): PageIndex & { readonly collector: Collector<undefined> } {
  const ids = new Map<string, number>()
  /** Of each shadow tree, which has ids of its own. */
  const idsOfTrees = new Map<string, number>()
  const labelled = new Set<string>()
  const filled = new Set<Element>()
  const inLabel = new Set<Element>()
  const parents = new Map<Element, Element | null>()
  const levels = new Map<Element, number | null>()
  const open: Element[] = []
  let labels = 0
  let level: number | null = null

  /** Marks the elements around as holding something; those around a marked one are marked already. */
  function fill(): void {
    for (let at = open.length - 1; at >= 0; at -= 1) {
      const element = open[at]
      if (element === undefined || filled.has(element)) return
      filled.add(element)
    }
  }

  /** Counts the most that there are in one tree. */
  function countId(id: string, tree: number | undefined): void {
    const own = `${tree ?? 0} ${id}`
    const count = (idsOfTrees.get(own) ?? 0) + 1
    idsOfTrees.set(own, count)
    if (count > (ids.get(id) ?? 0)) ids.set(id, count)
  }

  const collector: Collector<undefined> = {
    enter(element, place) {
      parents.set(element, open.at(-1) ?? null)
      open.push(element)
      const id = attribute(element, 'id')
      if (id !== null && id !== '') countId(id, shadowTrees.get(element))
      if (!place.isAriaHidden && !place.isHidden && isSpoken(element)) fill()
      if (labels > 0) inLabel.add(element)
      if (isCalled(element, 'label')) {
        labels += 1
        const wanted = attribute(element, 'for') ?? ''
        // A label without it is for the field that it holds, not for those without an id.
        if (wanted !== '') labelled.add(wanted)
      }
      const own = isUnmet(element, place) ? null : headingLevel(element)
      if (own === null) return
      levels.set(element, level)
      level = own
    },
    leave(element) {
      open.pop()
      if (isCalled(element, 'label')) labels -= 1
    },
    text(text, place) {
      if (!place.isAriaHidden && !place.isHidden && text.trim() !== '') fill()
    },
    finish: () => undefined,
  }
  return {
    collector,
    ids,
    labelled,
    isFilled: (element) => filled.has(element),
    isInLabel: (element) => inLabel.has(element),
    parentOf: (element) => parents.get(element) ?? null,
    levelBefore: (element) => levels.get(element) ?? null,
  }
}

/** Elements that are read out though they hold no text. */
const isSpoken = (element: Element): boolean =>
  saysSomething(element, isCalled(element, 'img') ? 'alt' : 'aria-label')
