import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { RawSettings } from './description.ts'
import { fieldOf, innerSchema } from './inner-schema.ts'

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
  const sparse = Object.entries(settings).flatMap(([name, value]): [string, unknown][] => {
    if (isDefault(defaults, name, value)) return []
    const section = sectionOf(fieldOf(shape, name), value)
    return [[name, section === null ? value : withoutDefaults(section.shape, section.value)]]
  })
  return Object.fromEntries(sparse)
}

/** Settings that a newer version may have stored, as far as this one knows them: what the shape does not have or
 *  does not take is left out, and has its default. */
export function knownSettings(shape: z.ZodObject, stored: RawSettings): RawSettings {
  const known = Object.entries(stored).flatMap(([name, value]): [string, unknown][] => {
    const field = fieldOf(shape, name)
    if (field === undefined) return []
    const section = sectionOf(field, value)
    const part = section === null ? value : knownSettings(section.shape, section.value)
    return field.safeParse(part).success ? [[name, part]] : []
  })
  return Object.fromEntries(known)
}

/** The value of a field that has settings within it; null: it is none. */
function sectionOf(
  field: z.ZodType | undefined,
  value: unknown,
): { readonly shape: z.ZodObject; readonly value: RawSettings } | null {
  const shape = field === undefined ? null : innerSchema(field)
  return shape instanceof z.ZodObject && isRecord(value) ? { shape, value } : null
}

/** What of settings `knownSettings` leaves out: a change keeps it, for those who know it. */
export function unknownSettings(stored: RawSettings, known: RawSettings): RawSettings {
  const unknown = Object.entries(stored).flatMap(([name, value]): [string, unknown][] => {
    if (!Object.hasOwn(known, name)) return [[name, value]]
    const part = known[name]
    if (!isRecord(value) || !isRecord(part)) return []
    const rest = unknownSettings(value, part)
    return Object.keys(rest).length > 0 ? [[name, rest]] : []
  })
  return Object.fromEntries(unknown)
}

/** Complete settings out of stored ones, whatever of them is newer. With nothing newer it costs no more than reading
 *  them by the shape (5 µs); to look for what is takes another 20. */
export function completeSettings<Shape extends z.ZodObject>(
  shape: Shape,
  stored: RawSettings,
): z.output<Shape> {
  const parsed = shape.safeParse(stored)
  return parsed.success ? parsed.data : shape.parse(knownSettings(shape, stored))
}
