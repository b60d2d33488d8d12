import { Temporal } from 'temporal-polyfill'

/** The name of a time zone as the zone database spells it; null when there is no such zone. Offsets such
 *  as +02:00 are none: they would not follow the clocks, which is what the name is for. */
export function timeZoneNamed(name: string): string | null {
  if (!/^[A-Za-z]/.test(name)) return null
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId
  } catch {
    return null
  }
}
