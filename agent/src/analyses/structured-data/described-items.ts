import type { StructuredDataFacts } from '../../page/facts.ts'
import type { JsonLdBlock } from '../../page/structured-data/json-ld/block.ts'
import { JsonThings } from '../../page/structured-data/json-ld/json-things.ts'
import { nodeOfItem, type SchemaNode } from '../../page/structured-data/schema-node.ts'

/** A thing that a page describes for itself, and where. */
export interface DescribedItem {
  readonly source: 'jsonLd' | 'microdata' | 'rdfa'
  /** Of the script or item it stands in. */
  readonly index: number
  readonly node: SchemaNode
}

/** Properties of pages whose values are things that search shows for themselves. */
const SHOWN_WITHIN = ['mainEntity', 'breadcrumb', 'video']

/** The things of a page that may make rich results: items that stand for themselves, and what a page names
 *  as its main entity, breadcrumb or video. A publisher or an offer within is part of its item.
 *  @param max how many are looked for: a page may hold a thing in every other character */
export function describedItems(
  blocks: readonly JsonLdBlock[],
  facts: Pick<StructuredDataFacts, 'microdata' | 'rdfa'>,
  max: number,
): DescribedItem[] {
  const items: DescribedItem[] = []
  for (const item of outermostItems(blocks, facts)) {
    // What is only named in one place stands for itself in another.
    if (item.node.isReference) continue
    const within = SHOWN_WITHIN.flatMap((property) => item.node.values(property))
    for (const node of [item.node, ...within]) {
      if (items.length === max) return items
      if (typeof node !== 'string' && !node.isReference) items.push({ ...item, node })
    }
  }
  return items
}

/** One after the other, as making them costs. */
function* outermostItems(
  blocks: readonly JsonLdBlock[],
  { microdata, rdfa }: Pick<StructuredDataFacts, 'microdata' | 'rdfa'>,
): Generator<DescribedItem> {
  const things = new JsonThings(blocks.flatMap(({ nodes }) => nodes))
  for (const [index, { nodes }] of blocks.entries()) {
    for (const node of nodes) yield { source: 'jsonLd', index, node: things.node(node) }
  }
  for (const [index, item] of microdata.entries()) {
    yield { source: 'microdata', index, node: nodeOfItem(item) }
  }
  for (const [index, item] of rdfa.entries()) {
    yield { source: 'rdfa', index, node: nodeOfItem(item) }
  }
}
