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
 *  as its main entity, breadcrumb or video. A publisher or an offer within is part of its item. */
export function describedItems(
  blocks: readonly JsonLdBlock[],
  { microdata, rdfa }: StructuredDataFacts,
): DescribedItem[] {
  const things = new JsonThings(blocks.flatMap(({ nodes }) => nodes))
  const items: DescribedItem[] = [
    ...blocks.flatMap(({ nodes }, index) =>
      nodes.map((node) => ({ source: 'jsonLd' as const, index, node: things.node(node) })),
    ),
    ...microdata.map((item, index) => ({
      source: 'microdata' as const,
      index,
      node: nodeOfItem(item),
    })),
    ...rdfa.map((item, index) => ({ source: 'rdfa' as const, index, node: nodeOfItem(item) })),
  ]
  const shown = items.flatMap((item) => [
    item,
    ...SHOWN_WITHIN.flatMap((property) => item.node.values(property)).flatMap((value) =>
      typeof value === 'string' ? [] : [{ ...item, node: value }],
    ),
  ])
  // What is only named in one place stands for itself in another.
  return shown.filter(({ node }) => !node.isReference)
}
