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

/** The rich results that an item may make, each judged once whatever types it has. */
export function judgeRichResults(node: SchemaNode): RichResult[] {
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

/** Whether every thing on one of the alternative paths has what comes next on it. */
function has(node: SchemaNode, property: string): boolean {
  return property.split('|').some((path) => hasPath([node], path.split('.')))
}

function hasPath(nodes: readonly SchemaNode[], path: readonly string[]): boolean {
  const [property, ...rest] = path
  if (property === undefined) return true
  return nodes.every((node) => {
    const values = node.values(property)
    if (values.length === 0) return false
    if (rest.length === 0) return true
    // A name or an address where a thing is expected tells nothing of its properties.
    const things = values.filter((value): value is SchemaNode => typeof value !== 'string')
    return things.length > 0 && hasPath(things, rest)
  })
}
