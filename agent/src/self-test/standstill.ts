import { MAX_DELAY_MS } from './loop-delay-probe.ts'

/** A timer is late by less in a process that is merely busy. A shorter one would wake the process for little. */
const PULSE_MS = 250

/** Finds out whether this process stood still for over a second: it was stopped, its machine slept, or one thing kept it
 *  busy. What was measured meanwhile says as much about the agent as about its target. */
export interface Standstill {
  /** Begins to look. @returns ends it: whether the process stood still since */
  readonly watch: () => () => boolean
}

/** Looks at the clocks only while somebody watches: an agent at rest is not woken.
 *  @param clocks.monotonic in ms; does not go on while a machine sleeps
 *  @param clocks.wall in ms; one that is set forward looks like a machine that slept */
export function createStandstill(
  clocks: { monotonic: () => number; wall: () => number } = {
    monotonic: () => performance.now(),
    wall: Date.now,
  },
): Standstill {
  let beatMs = 0
  let wallBeatMs = 0
  let standstills = 0
  let watching = 0
  let timer: NodeJS.Timeout | null = null

  /** Whoever looks first after a standstill finds it, be it the timer or not: answers that came meanwhile are read before
   *  timers run. */
  function beat(): void {
    const nowMs = clocks.monotonic()
    const wallMs = clocks.wall()
    // At most a pulse passes between two beats, by either clock.
    const passedMs = Math.max(nowMs - beatMs, wallMs - wallBeatMs)
    if (watching > 0 && passedMs > PULSE_MS + MAX_DELAY_MS) standstills += 1
    beatMs = nowMs
    wallBeatMs = wallMs
  }

  return {
    watch() {
      beat()
      const before = standstills
      watching += 1
      timer ??= setInterval(beat, PULSE_MS).unref()
      return () => {
        beat()
        watching -= 1
        if (watching === 0 && timer !== null) {
          clearInterval(timer)
          timer = null
        }
        return standstills > before
      }
    },
  }
}
