import type { LoopDelayMeter } from './loop-delay.ts'
import type { Probe } from './probe.ts'
import { fault } from './probe.ts'

/** An event loop held up for longer than this makes every time limit wrong. */
export const MAX_DELAY_MS = 1_000

/** Whether the process got to run when it wanted to. */
export function loopDelayProbe(meter: LoopDelayMeter): Probe {
  const longestMs = meter.reader()
  return async () => {
    const ms = longestMs()
    return ms > MAX_DELAY_MS ? fault(`the process stood still for ${Math.round(ms)} ms`) : null
  }
}
