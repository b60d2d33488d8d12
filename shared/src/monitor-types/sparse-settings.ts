import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { RawSettings } from './description.ts'
import { fieldOf, innerSchema } from './inner-schema.ts'

function isRecord(value: unknown): value is RawSettings {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A field as it is when it is left out. */
interface Usual {
  /** What it has then; undefined for one that must be there. */
  readonly value: unknown
  /** What it has settings within it by; null: none. */
  readonly section: z.ZodObject | null
  /** Whether those are all at their defaults then: to be there without any is the same. */
  readonly isEmptySection: boolean
}

/** By schema. Made once: reading the defaults of a schema takes 20 µs. */
const USUAL = new WeakMap<z.ZodObject, ReadonlyMap<string, Usual>>()

function usualOf(shape: z.ZodObject): ReadonlyMap<string, Usual> {
  const known = USUAL.get(shape)
  if (known !== undefined) return known
  const fields = Object.entries(shape.shape).map(([name, field]) => {
    const value = (field as z.ZodType).safeParse(undefined).data
    const within = innerSchema(field as z.ZodType)
    const section = within instanceof z.ZodObject ? within : null
    const empty = section?.safeParse({})
    const isEmptySection = empty?.success === true && isDeepStrictEqual(value, empty.data)
    return [name, { value, section, isEmptySection }] as const
  })
  const usual = new Map(fields)
  USUAL.set(shape, usual)
  return usual
}

function isSame(value: unknown, usual: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === usual
  return isDeepStrictEqual(value, usual)
}

/** What of settings differs from the defaults: all that is stored and sent, so that whoever does not know a setting
 *  gets none of it from monitors that make no use of it. Reading it by the shape gives the same settings.
 *  What the shape does not have stays. */
export function withoutDefaults(shape: z.ZodObject, settings: RawSettings): RawSettings {
  const usual = usualOf(shape)
  const sparse: [string, unknown][] = []
  for (const name of Object.keys(settings)) {
    const value = settings[name]
    const field = usual.get(name)
    if (field?.section != null && isRecord(value)) {
      const within = withoutDefaults(field.section, value)
      if (!field.isEmptySection || Object.keys(within).length > 0) sparse.push([name, within])
    } else if (field === undefined || field.value === undefined || !isSame(value, field.value)) {
      sparse.push([name, value])
    }
  }
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
