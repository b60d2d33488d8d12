import { z } from 'zod'

/** What a field holds when it is there: without its default, and what else stands around it. */
export function innerSchema(schema: z.ZodType): z.ZodType {
  let current = schema
  while (
    current instanceof z.ZodDefault ||
    current instanceof z.ZodPrefault ||
    current instanceof z.ZodNullable ||
    current instanceof z.ZodOptional
  ) {
    current = current.def.innerType as z.ZodType
  }
  return current
}

/** The field of a name, which anybody may have chosen; undefined: there is none. */
export function fieldOf(shape: z.ZodObject, name: string): z.ZodType | undefined {
  return Object.hasOwn(shape.shape, name) ? (shape.shape[name] as z.ZodType) : undefined
}
