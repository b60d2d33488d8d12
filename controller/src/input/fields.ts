import { z } from 'zod'

const MAX_IDS = 100

/** Ids of things of the workspace, each once. */
export const idList = (description: string) =>
  z
    .array(z.string().max(64))
    .max(MAX_IDS)
    .transform((ids) => [...new Set(ids)])
    .meta({ description, example: [] })

/** A short text for people. Control characters would break mail subjects and logs. */
export const label = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'must not hold control characters or line breaks')

/** The same field, or null; what describes it goes along. */
export function orNull<S extends z.ZodType>(field: S): z.ZodNullable<S> {
  return field.nullable().meta({ ...field.meta() })
}
