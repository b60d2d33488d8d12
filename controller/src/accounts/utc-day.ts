const DAY_MS = 86_400_000

/** The UTC day of an instant, such as "2026-01-31". */
export function isoDay(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/** When the day of an instant ends: the next 00:00 UTC. */
export function nextDayAt(at: Date): Date {
  return new Date((Math.floor(at.getTime() / DAY_MS) + 1) * DAY_MS)
}

/** Whole seconds until the next 00:00 UTC, at least 1. */
export function secondsToNextDay(at: Date): number {
  return Math.ceil((nextDayAt(at).getTime() - at.getTime()) / 1_000)
}
