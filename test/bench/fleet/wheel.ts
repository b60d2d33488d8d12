import { SLOT_STEP_MS } from '@sightline/shared/protocol'

/** What is due once a minute, each at its place of it. */
export interface Wheel<T> {
  /** @param phaseMs of the minute, a multiple of `SLOT_STEP_MS` */
  readonly add: (phaseMs: number, item: T) => void
  readonly remove: (phaseMs: number, item: T) => void
  /** Everything that is due from then on, up to and without an instant. */
  readonly due: (fromMs: number, toMs: number, each: (item: T, atMs: number) => void) => void
}

const MINUTE_MS = 60_000

export function createWheel<T>(): Wheel<T> {
  const places = Array.from({ length: MINUTE_MS / SLOT_STEP_MS }, () => new Set<T>())
  const placeOf = (ms: number): Set<T> | undefined =>
    places[Math.floor((ms % MINUTE_MS) / SLOT_STEP_MS)]
  return {
    add: (phaseMs, item) => placeOf(phaseMs)?.add(item),
    remove: (phaseMs, item) => placeOf(phaseMs)?.delete(item),
    due(fromMs, toMs, each) {
      const firstMs = Math.ceil(fromMs / SLOT_STEP_MS) * SLOT_STEP_MS
      for (let atMs = firstMs; atMs < toMs; atMs += SLOT_STEP_MS) {
        for (const item of placeOf(atMs) ?? []) each(item, atMs)
      }
    },
  }
}
