import type { SchemaNode } from '../../../page/structured-data/schema-node.ts'
import { RICH_RESULTS, type RichResultRule } from './rules.ts'

/** What one item comes to as a rich result. */
export interface RichResult {
  /** Name of the rich result. */
  readonly type: string
  readonly eligible: boolean
  /** Required properties that are not there, as in the rules. */
  readonly missing: string[]
  /** Recommended properties that are not there. */
  readonly recommended: string[]
  readonly note: string | null
}

const BY_TYPE = new Map<string, [name: string, rule: RichResultRule][]>()
for (const [name, rule] of Object.entries(RICH_RESULTS)) {
  for (const type of rule.types) BY_TYPE.set(type, [...(BY_TYPE.get(type) ?? []), [name, rule]])
}

/** Judges the things of one page. */
export function createRichResultJudge(): (node: SchemaNode) => RichResult[] {
  const has = createPropertySearch()
  /** The rich results that an item may make, each judged once whatever types it has. */
  return (node) => {
    const rules = new Map(node.types.flatMap((type) => BY_TYPE.get(type) ?? []))
    return [...rules].map(([type, rule]) => {
      const lacks = (property: string) => !has(node, property)
      const within = (rule.requiredWithin ?? []).filter(
        (property) => node.values(property.split('.', 1)[0] ?? '').length > 0,
      )
      const missing = [...rule.required, ...within].filter(lacks)
      return {
        type,
        eligible: missing.length === 0 && rule.isRetired !== true,
        missing,
        recommended: rule.recommended.filter(lacks),
        note: rule.note ?? null,
      }
    })
  }
}

type Path = readonly string[]

/** Whether a thing has a property of the rules. What is found of one that is referred to is kept: a page may have a
 *  thousand items refer to it, with a hundred thousand things in it. */
function createPropertySearch(): (node: SchemaNode, property: string) => boolean {
  const known = new Map<SchemaNode, Map<string, boolean>>()

  function has(node: SchemaNode, property: string): boolean {
    const paths = () => property.split('|').map((path) => path.split('.'))
    if (!node.isReference) return hasPath(node, paths())
    const ofNode = known.get(node) ?? new Map<string, boolean>()
    known.set(node, ofNode)
    const isThere = ofNode.get(property) ?? hasPath(node, paths())
    ofNode.set(property, isThere)
    return isThere
  }

  /** Whether a thing has one of the paths. Every thing met on the way may take another of them: of a trail
   *  of breadcrumbs the last mostly has no item. */
  function hasPath(node: SchemaNode, paths: readonly Path[]): boolean {
    const steps = new Set(paths.map(([first = '']) => first))
    return [...steps].some((step) => {
      const values = node.values(step)
      const rests = paths.filter(([first]) => first === step).map(([, ...rest]) => rest)
      if (rests.some((rest) => rest.length === 0)) return values.length > 0
      // A name or an address where a thing is expected tells nothing of its properties.
      const things = new Set(values.filter((value) => typeof value !== 'string'))
      const rest = rests.map((path) => path.join('.')).join('|')
      return things.size > 0 && [...things].every((thing) => has(thing, rest))
    })
  }

  return has
}
