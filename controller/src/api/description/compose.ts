import { z } from 'zod'

/** What of an example is told by hand: any part of it, at any depth; of entries of lists too. */
export type Told<T> = T extends readonly (infer E)[]
  ? readonly Told<E>[]
  : T extends object
    ? { readonly [K in keyof T]?: Told<T[K]> }
    : T

/** An example put together from those of the fields: a field's own first, else that of what it holds, else
 *  the least it can be (null, no, 0, the first word, an empty list or map). Optional fields are left out.
 *  @param told what must agree with other fields, or has no example
 *  @throws Error when a field has no example and is not told, and when a field is told that is not there */
export function exampleOf<S extends z.ZodType>(schema: S, told?: Told<z.input<S>>): z.input<S> {
  return compose(schema, told) as z.input<S>
}

/** @returns undefined where neither the schema nor what it holds has an example */
function compose(schema: z.core.$ZodType, told: unknown): unknown {
  if (told === null || (told !== undefined && typeof told !== 'object')) return told
  const example = z.globalRegistry.get(schema)?.['example']
  if (told === undefined && example !== undefined) return example
  if (schema instanceof z.ZodObject) return composeObject(schema, told ?? {})
  if (schema instanceof z.ZodArray) return composeList(schema, told)
  if (schema instanceof z.ZodUnion) return composeChoice(schema, told)
  const inner = innerOf(schema)
  return inner === undefined ? told : compose(inner, told)
}

/** In the order of the schema. */
function composeObject({ shape }: z.ZodObject, told: object): Record<string, unknown> {
  const values = told as Readonly<Record<string, unknown>>
  const strange = Object.keys(values).find((name) => !(name in shape))
  if (strange !== undefined) throw new Error(`There is no field "${strange}"`)
  const fields = Object.entries<z.core.$ZodType>(shape).filter(
    ([name, field]) => name in values || !(field instanceof z.ZodOptional),
  )
  return Object.fromEntries(
    fields.map(([name, field]) => {
      const value = compose(field, values[name])
      return [name, value === undefined ? least(field, name) : value]
    }),
  )
}

/** One entry, where nothing else is told. */
function composeList({ element }: z.ZodArray, told: unknown): unknown[] {
  if (Array.isArray(told)) return told.map((entry) => compose(element, entry))
  const entry = compose(element, undefined)
  return entry === undefined ? [] : [entry]
}

/** The first choice that what is told fits. */
function composeChoice({ options }: z.ZodUnion, told: unknown): unknown {
  if (told === undefined) return compose(options[0] as z.core.$ZodType, told)
  const fitting = options.filter((option) => hasFields(option, told))
  const values = fitting.map((option) => ({ option, value: compose(option, told) }))
  const fit = values.find(({ option, value }) => z.safeParse(option, value).success)
  return fit === undefined ? told : fit.value
}

function hasFields(schema: z.core.$ZodType, told: unknown): boolean {
  return (
    schema instanceof z.ZodObject && Object.keys(told ?? {}).every((name) => name in schema.shape)
  )
}

/** What a schema wraps. */
function innerOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodPipe) return schema.in
  const wraps =
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  return wraps ? schema.unwrap() : undefined
}

function least(schema: z.core.$ZodType, name: string): unknown {
  if (schema instanceof z.ZodNullable) return null
  if (schema instanceof z.ZodLiteral) return schema.value
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodBoolean) return false
  if (schema instanceof z.ZodNumber) return Math.max(0, schema.minValue ?? 0)
  if (schema instanceof z.ZodRecord) return {}
  const inner = innerOf(schema)
  if (inner !== undefined) return least(inner, name)
  throw new Error(`The field "${name}" has no example`)
}
