import { z } from 'zod'
import { timeZoneNamed } from '../../maintenance/time-zone.ts'

const MAX_ZONE_NAME_LENGTH = 64

/** A time zone as it is sent, by its name in the IANA database. */
export const TimeZone = z
  .string()
  .max(MAX_ZONE_NAME_LENGTH)
  .transform((name, context): string => {
    const zone = timeZoneNamed(name)
    if (zone !== null) return zone
    const message = 'must be a time zone of the IANA database, such as Europe/Berlin or UTC'
    context.issues.push({ code: 'custom', message, input: name })
    return z.NEVER
  })
