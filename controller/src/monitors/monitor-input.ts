import { MONITOR_TYPES } from '@sightline/shared/check-words'
import { z } from 'zod'
import { orNull } from '../input/fields.ts'
import { MONITOR_FIELDS } from './monitor-fields.ts'

type Fields = typeof MONITOR_FIELDS
type FieldName = keyof Fields
type Field = Fields[FieldName]

/** The schema of each field, by what is made of it. */
function schemasOf(schemaOf: (field: Field) => z.ZodType): unknown {
  const entries = Object.entries(MONITOR_FIELDS).map(([name, field]) => [name, schemaOf(field)])
  return Object.fromEntries(entries)
}

const type = z.enum(MONITOR_TYPES).meta({
  description: 'Kind of check. Without it the scheme of the url decides; a bare host is web.',
  example: 'web',
})

/** Any subset of an object's fields. */
type Some<S> =
  S extends z.ZodObject<infer Shape>
    ? z.ZodObject<{ [K in keyof Shape]: z.ZodOptional<Shape[K]> }, z.core.$strict>
    : never

type Sent<F extends Field> = F extends { change: 'byField' } ? Some<F['sent']> : F['sent']

const sent = schemasOf((field) =>
  field.change === 'byField' ? field.sent.partial().meta({ ...field.sent.meta() }) : field.sent,
) as { [N in FieldName]: Sent<Fields[N]> }

/** Body of POST /monitors. */
export const MonitorCreation = z
  .strictObject({ type, ...sent })
  .partial()
  .extend({ url: sent.url })
  .meta({ description: 'Only url is required; everything else has a default.' })
export type MonitorCreationInput = z.output<typeof MonitorCreation>

/** Any subset of an object's fields, null for the default of one or of all. */
function byField(object: z.ZodObject): z.ZodType {
  const entries = Object.entries(object.shape).map(([name, field]) => [
    name,
    orNull(field as z.ZodType),
  ])
  return orNull(
    z
      .strictObject(Object.fromEntries(entries))
      .partial()
      .meta({ ...object.meta() }),
  )
}

type SomeOrNull<S> =
  S extends z.ZodObject<infer Shape>
    ? Some<z.ZodObject<{ [K in keyof Shape]: z.ZodNullable<Shape[K]> }>>
    : never

type Change<F extends Field> = F extends { change: 'byField' }
  ? z.ZodNullable<SomeOrNull<F['sent']>>
  : F extends { change: 'whole' }
    ? z.ZodNullable<F['sent']>
    : F['sent']

const changes = schemasOf((field) => {
  if (field.change === 'byField') return byField(field.sent)
  return field.change === 'whole' ? orNull(field.sent as z.ZodType) : field.sent
}) as { [N in FieldName]: Change<Fields[N]> }

/** Body of PATCH /monitors/{id}. */
export const MonitorChange = z
  .strictObject({ type, ...changes })
  .partial()
  .meta({
    description:
      'Any subset of the fields, null for the default of one; type cannot change, and a url has no default.',
  })
export type MonitorChangeInput = z.output<typeof MonitorChange>

/** How fields are shown. */
export const SHOWN_FIELDS = schemasOf(({ shown }) => shown) as {
  [N in FieldName]: Fields[N]['shown']
}
export type ShownFields = { [N in FieldName]: z.output<Fields[N]['shown']> }
