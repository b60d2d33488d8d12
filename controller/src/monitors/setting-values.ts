import type { MonitorType } from '@sightline/shared/check-words'
import { descriptionOf } from '@sightline/shared/monitor-types/registry'
import { z } from 'zod'

/** The closed lists of words among the settings of a type, by path: "tls.minVersion" holds "1.2".
 *  Entries of lists have the path of the list: "jsonChecks.operator". */
export function settingValues(type: MonitorType): Record<string, string[]> {
  const { shape } = descriptionOf(type).settings
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, field]) => wordsWithin(field, name)),
  )
}

function wordsWithin(schema: z.ZodType, path: string): readonly (readonly [string, string[]])[] {
  if (
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional
  ) {
    return wordsWithin(schema.def.innerType as z.ZodType, path)
  }
  if (schema instanceof z.ZodArray) return wordsWithin(schema.element as z.ZodType, path)
  if (schema instanceof z.ZodEnum) return [[path, schema.options.map(String)]]
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).flatMap(([key, field]) =>
    wordsWithin(field as z.ZodType, `${path}.${key}`),
  )
}
