import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { RawSettings } from './description.ts'
import { innerSchema } from './inner-schema.ts'

function isRecord(value: unknown): value is RawSettings {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What fields have that are left out, by schema; a field that must be there is not in it. Made once: reading
 *  them of a schema takes 20 µs. */
const DEFAULTS = new WeakMap<z.ZodObject, ReadonlyMap<string, unknown>>()

function defaultsOf(shape: z.ZodObject): ReadonlyMap<string, unknown> {
  const known = DEFAULTS.get(shape)
  if (known !== undefined) return known
  const read = Object.entries(shape.shape).flatMap(([name, field]) => {
    const parsed = (field as z.ZodType).safeParse(undefined)
    return parsed.success ? [[name, parsed.data] as const] : []
  })
  const defaults = new Map(read)
  DEFAULTS.set(shape, defaults)
  return defaults
}

function isDefault(defaults: ReadonlyMap<string, unknown>, name: string, value: unknown): boolean {
  if (!defaults.has(name)) return false
  const usual = defaults.get(name)
  if (typeof value !== 'object' || value === null) return value === usual
  return isDeepStrictEqual(value, usual)
}

/** What of settings differs from the defaults: all that is stored and sent, so that whoever does not know a setting
 *  gets none of it from monitors that make no use of it. Reading it by the shape gives the same settings.
 *  What the shape does not have stays. */
export function withoutDefaults(shape: z.ZodObject, settings: RawSettings): RawSettings {
  const defaults = defaultsOf(shape)
  const sparse: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(settings)) {
    if (isDefault(defaults, name, value)) continue
    const field = shape.shape[name] as z.ZodType | undefined
    const within = field === undefined ? null : innerSchema(field)
    const isSection = within instanceof z.ZodObject && isRecord(value)
    sparse[name] = isSection ? withoutDefaults(within, value) : value
  }
  return sparse
}

/** Settings that a newer version may have stored, as far as this one knows them: what the shape does not have or
 *  does not take is left out, and has its default. */
export function knownSettings(shape: z.ZodObject, stored: RawSettings): RawSettings {
  const known: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(stored)) {
    const field = shape.shape[name] as z.ZodType | undefined
    if (field === undefined) continue
    const within = innerSchema(field)
    const isSection = within instanceof z.ZodObject && isRecord(value)
    const part = isSection ? knownSettings(within, value) : value
    if (field.safeParse(part).success) known[name] = part
  }
  return known
}

/** What of settings `knownSettings` leaves out: a change keeps it, for those who know it. */
export function unknownSettings(stored: RawSettings, known: RawSettings): RawSettings {
  const unknown: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(stored)) {
    const part = known[name]
    if (part === undefined) unknown[name] = value
    else if (isRecord(value) && isRecord(part)) {
      const rest = unknownSettings(value, part)
      if (Object.keys(rest).length > 0) unknown[name] = rest
    }
  }
  return unknown
}
