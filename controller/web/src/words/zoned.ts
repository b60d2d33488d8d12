// Wall clocks of zones, with what every browser has.

const PARTS: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
}

/** "2026-11-23T14:05", what a clock in the zone shows at an instant: the form of datetime-local inputs. */
export function wallClock(at: Date, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', { ...PARTS, timeZone: zone }).formatToParts(at)
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}`
}

const MINUTE_MS = 60_000

const WALL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

const asUtcMs = (wall: string): number => (WALL.test(wall) ? Date.parse(`${wall}:00Z`) : NaN)

/** Minutes that the clocks of a zone are ahead of UTC at an instant. */
export function offsetMinutes(at: Date, zone: string): number {
  return asUtcMs(wallClock(at, zone)) / MINUTE_MS - Math.floor(at.getTime() / MINUTE_MS)
}

/** The instant at which a clock in the zone shows that; of a time that comes twice the first, of one that the
 *  clocks skip as much later. Null when the text is no time. */
export function instantOf(wall: string, zone: string): Date | null {
  const wallMs = asUtcMs(wall)
  if (Number.isNaN(wallMs)) return null
  const offsetAt = (ms: number) => asUtcMs(wallClock(new Date(ms), zone)) - ms
  const DAY_MS = 86_400_000
  // The offsets before and after whatever change of clocks is near.
  const candidates = [offsetAt(wallMs - DAY_MS), offsetAt(wallMs + DAY_MS)]
    .map((offset) => wallMs - offset)
    .sort((a, b) => a - b)
  const exact = candidates.find((ms) => asUtcMs(wallClock(new Date(ms), zone)) === wallMs)
  return new Date(exact ?? wallMs - offsetAt(wallMs - DAY_MS))
}
