import { z } from 'zod'

/** Markup that runs a script wherever it is taken for markup; short enough for most limits of a text. */
export const MARKUP = `<img src=x onerror="window.owned=1">`

/** The same where a text may be only a few characters long. */
const SHORT_MARKUP = '<b>x'

type Schema = z.core.JSONSchema.BaseSchema

/** A value that a schema takes, with markup in every text and in every name that is free to choose. */
export function hostileValue(schema: z.ZodType): unknown {
  return valueOf(z.toJSONSchema(schema, { unrepresentable: 'any' }))
}

function valueOf(schema: Schema): unknown {
  const { anyOf, enum: words, type } = schema
  if (anyOf !== undefined) return valueOf(anyOf[0] ?? {})
  if (words !== undefined) return words[0]
  switch (type) {
    case 'string':
      return textOf(schema)
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, 0)
    case 'boolean':
      return false
    case 'array':
      return [valueOf((schema.items ?? {}) as Schema)]
    case 'object':
      return objectOf(schema)
    default:
      // Text or nothing without an end: a rule of its own judges it, such as a closed list.
      return null
  }
}

function textOf({ format, maxLength = MARKUP.length }: Schema): string {
  if (format === 'date-time') return new Date().toISOString()
  return maxLength < MARKUP.length ? SHORT_MARKUP.slice(0, maxLength) : MARKUP
}

function objectOf(schema: Schema): object {
  const fields = Object.entries(schema.properties ?? {}).map(([field, inner]) => [
    field,
    valueOf(inner as Schema),
  ])
  const more = schema.additionalProperties
  const free = typeof more === 'object' ? [[MARKUP, valueOf(more)]] : []
  return Object.fromEntries([...fields, ...free]) as object
}
