import { bareName, listOf, typesOf } from '../schema-node.ts'
import { isJsonObject, type JsonObject, type JsonValue } from './json-value.ts'
import { readTolerantJson } from './tolerant-json.ts'

/** One script of JSON-LD, read. */
export interface JsonLdBlock {
  /** null where it is no JSON. */
  readonly data: JsonValue
  /** The things it describes: the object itself, the members of its array and of its @graph. */
  readonly nodes: readonly JsonObject[]
  /** Of those things, names of schema.org bare, each once. */
  readonly types: readonly string[]
  /** Why it is no JSON-LD, with its line and column within the script; null when it is. */
  readonly error: {
    readonly message: string
    readonly line: number
    readonly column: number
  } | null
  /** What was passed over, or seems forgotten. */
  readonly warnings: readonly string[]
}

/** Reads a script of JSON-LD, tolerantly. What is JSON but no object or array of objects is an error too.
 *  Source: JSON-LD 1.1, section 9.1 */
export function readJsonLdBlock(text: string): JsonLdBlock {
  const reading = readTolerantJson(text)
  if (!reading.ok) {
    const { message, line, column, warnings } = reading
    return { data: null, nodes: [], types: [], error: { message, line, column }, warnings }
  }
  const { value: data, warnings } = reading
  const members = listOf(data)
  if (!members.every(isJsonObject)) {
    const message = 'Expected an object, or an array of objects'
    return { data, nodes: [], types: [], error: { message, line: 1, column: 1 }, warnings }
  }
  const nodes = members.flatMap(nodesOf)
  const types = [...new Set(nodes.flatMap(typesOf).map(bareName))]
  return { data, nodes, types, error: null, warnings: [...warnings, ...omissions(members, types)] }
}

/** An object, or what its @graph holds. An object with properties of its own beside the graph counts too. */
function nodesOf(object: JsonObject): JsonObject[] {
  if (!Object.hasOwn(object, '@graph')) return [object]
  const members = listOf(object['@graph']).filter(isJsonObject)
  return typesOf(object).length > 0 ? [object, ...members] : members
}

function omissions(members: readonly JsonObject[], types: readonly string[]): string[] {
  const warnings: string[] = []
  if (!members.every((member) => Object.hasOwn(member, '@context'))) {
    warnings.push('@context is missing, so that names have no meaning')
  }
  if (types.length === 0) warnings.push('@type is missing')
  return warnings
}
