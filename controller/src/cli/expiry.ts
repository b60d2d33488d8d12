import { AppError } from '@sightline/shared/errors'
import { parseTime } from '../api/schemas/time.ts'

const UNIT_MS = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 } as const

const SPAN = /^(?<count>[1-9]\d{0,3})(?<unit>[hdw])$/

/** Reads when something is to end: a span from now on ("12h", "90d", "52w") or a time (ISO 8601, without
 *  a zone in UTC; a day alone is its beginning).
 *  @throws AppError badRequest when it is neither, or not in the future */
export function readExpiry(text: string, now: Date): Date {
  const span = SPAN.exec(text)?.groups
  const at =
    span === undefined
      ? parseTime(text)
      : new Date(now.getTime() + Number(span['count']) * UNIT_MS[span['unit'] as 'h' | 'd' | 'w'])
  if (at !== null && at.getTime() > now.getTime()) return at
  throw new AppError(
    'badRequest',
    `--expires is "${text}": it must be a span such as 12h, 90d or 52w, or a time in the future such as 2027-01-31 or 2027-01-31T12:00:00Z.`,
  )
}
