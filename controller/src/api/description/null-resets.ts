import type { JsonSchema } from './document.ts'

/** Turns the schema of complete settings into that of a change to them, as both POST and PATCH take it:
 *  every field may be left out, and null resets it. Entries of lists stay whole, as a list replaces the
 *  list. Source: decisions, section 6
 *  @param schema an object's; it is changed in place */
export function makeChangeable(schema: JsonSchema): void {
  if (schema.properties !== undefined) {
    delete schema.required
    schema.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, field]) => [name, orNull(field)]),
    )
  }
  // A map such as the headers: null takes an entry out.
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object') {
    schema.additionalProperties = orNull(schema.additionalProperties)
  }
}

function orNull(field: JsonSchema): JsonSchema {
  makeChangeable(field)
  const { anyOf } = field
  if (anyOf?.some(({ type }) => type === 'null') === true) {
    for (const choice of anyOf) makeChangeable(choice)
    return field
  }
  const { description, ...rest } = field
  const { default: initial, ...type } = rest as JsonSchema & { default?: unknown }
  return {
    ...(description === undefined ? {} : { description }),
    ...(initial === undefined ? {} : ({ default: initial } as object)),
    anyOf: [type, { type: 'null' }],
  }
}
