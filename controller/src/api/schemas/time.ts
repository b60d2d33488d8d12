import { z } from 'zod'

/** A time in an answer: ISO 8601 UTC with milliseconds. Source: decisions, section 1 */
export const IsoTime = z
  .codec(z.iso.datetime({ precision: 3 }), z.date(), {
    decode: (text) => new Date(text),
    encode: (date) => date.toISOString(),
  })
  .meta({ format: 'date-time', example: '2026-01-31T12:00:00.000Z' })

// A "+" of an offset arrives as a space when a client did not encode it.
const ISO =
  /^\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?<zone>[Zz]|[+\- ]\d{2}(?::?\d{2})?)?)?$/
const MESSAGE =
  'must be a time: ISO 8601 such as 2026-01-31T12:00:00Z, or UNIX seconds (not milliseconds)'
/** Years 1 to 9999: what ISO 8601 writes with four digits. */
const MIN_MS = -62_135_596_800_000
const MAX_SECONDS = 253_402_300_799
/** To the end of it: programs write the last instant where they mean "never". */
const MAX_MS = MAX_SECONDS * 1_000 + 999

/** Reads ISO 8601 (without a zone: UTC) or UNIX seconds.
 *  @returns null when the text is neither */
export function parseTime(input: string | number): Date | null {
  if (typeof input === 'number' || /^-?\d+$/.test(input)) {
    const seconds = Number(input)
    return Number.isInteger(seconds) && seconds >= 0 && seconds <= MAX_SECONDS
      ? new Date(seconds * 1_000)
      : null
  }
  const match = ISO.exec(input)
  if (match === null) return null
  const zone = match.groups?.['zone']
  const text = input.replace(/[Tt ]/, 'T').replace(',', '.')
  const withZone =
    zone === undefined
      ? text.length > 10
        ? `${text}Z`
        : text
      : `${text.slice(0, -zone.length)}${zoneOf(zone)}`
  const at = new Date(withZone)
  if (Number.isNaN(at.getTime())) return null
  // Date takes 31 February for 3 March.
  const day = Number(input.slice(8, 10))
  const lastDay = new Date(Date.UTC(Number(input.slice(0, 4)), Number(input.slice(5, 7)), 0))
  const isInRange = at.getTime() >= MIN_MS && at.getTime() <= MAX_MS
  return day <= lastDay.getUTCDate() && isInRange ? at : null
}

function zoneOf(zone: string): string {
  if (/^[Zz]$/.test(zone)) return 'Z'
  const digits = zone.slice(1).replace(':', '')
  return `${zone.startsWith('-') ? '-' : '+'}${digits.slice(0, 2)}:${digits.slice(2) || '00'}`
}

function read(input: string | number, context: z.core.$RefinementCtx): Date {
  const at = parseTime(input)
  if (at !== null) return at
  context.issues.push({ code: 'custom', message: MESSAGE, input })
  return z.NEVER
}

const FORMS = 'ISO 8601 (without a zone: UTC) or UNIX seconds.'

/** A time in a query. */
export const TimeParameter = z.string().transform(read).meta({ description: FORMS })

/** A time in a body. */
export const TimeField = z
  .union([z.string(), z.number()], MESSAGE)
  .transform(read)
  .meta({ description: FORMS, example: '2026-02-01T22:00:00Z' })
