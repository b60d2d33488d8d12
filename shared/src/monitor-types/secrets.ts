import { z } from 'zod'
import { innerSchema } from './inner-schema.ts'

/** A setting that is write-only: stored encrypted, read as "***". */
export const secret = (max: number) => z.string().max(max).meta({ secret: true })

/** Maps of which some entries are write-only in the same way: those whose name holds one of these
 *  words, in any case. */
export const PARTLY_SECRET = z.registry<{ readonly words: readonly string[] }>()

/** Where secrets are within the settings of a type: names one within another, such as "auth" and
 *  "password". An expression stands for every name it matches. */
export type SecretPath = readonly (string | RegExp)[]

/** Where the secrets of settings are.
 *  @param path of the schema within them */
export function secretPathsOf(schema: z.ZodType, path: SecretPath = []): readonly SecretPath[] {
  const core = innerSchema(schema)
  if (core instanceof z.ZodObject) {
    return Object.entries(core.shape).flatMap(([key, field]) =>
      secretPathsOf(field as z.ZodType, [...path, key]),
    )
  }
  const partly = PARTLY_SECRET.get(core)
  if (partly !== undefined) return [[...path, new RegExp(partly.words.join('|'), 'i')]]
  return core.meta()?.['secret'] === true ? [path] : []
}
