import { z } from 'zod'

/** An object's example, put together from those of its fields: a field's own first, else that of what
 *  it holds; a list has one entry. Optional fields are left out.
 *  @param told what must agree with other fields, or has no example
 *  @throws Error when a field has no example and is not told */
export function exampleOf<S extends z.ZodObject>(
  schema: S,
  told: Partial<z.input<S>> = {},
): z.input<S> {
  const fields = Object.entries<z.core.$ZodType>(schema.shape)
    .filter(([name, field]) => !(name in told) && !(field instanceof z.ZodOptional))
    .map(([name, field]) => [name, compose(field, name)])
  // In the order of the schema.
  const all: Record<string, unknown> = { ...Object.fromEntries(fields), ...told }
  const names = Object.keys(schema.shape).filter((name) => name in all)
  return Object.fromEntries(names.map((name) => [name, all[name]])) as z.input<S>
}

function compose(schema: z.core.$ZodType, name: string): unknown {
  const example = z.globalRegistry.get(schema)?.['example']
  if (example !== undefined) return example
  if (schema instanceof z.ZodObject) return exampleOf(schema)
  if (schema instanceof z.ZodArray) return [compose(schema.element, name)]
  if (schema instanceof z.ZodNullable) return compose(schema.unwrap(), name)
  throw new Error(`The field "${name}" has no example`)
}
