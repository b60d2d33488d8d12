import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Measures for how long the event loop was held up. */
export interface LoopDelayMeter {
  /** A reader gives the longest delay since it was read last, in ms; readers do not disturb each
   *  other. */
  readonly reader: () => () => number
  readonly stop: () => void
}

/** A delay is seen shorter by this at most. Each look wakes the process: 50 a second took 4 ms of processor
 *  time, more than all else of an agent at rest. */
const RESOLUTION_MS = 100

export function createLoopDelayMeter(): LoopDelayMeter {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  const longest: { ms: number }[] = []
  histogram.enable()

  function gather(): void {
    // What is recorded includes the resolution itself.
    const ms = Math.max(0, histogram.max / 1e6 - RESOLUTION_MS)
    histogram.reset()
    for (const each of longest) each.ms = Math.max(each.ms, ms)
  }

  return {
    reader() {
      const own = { ms: 0 }
      longest.push(own)
      return () => {
        gather()
        const { ms } = own
        own.ms = 0
        return ms
      }
    },
    stop: () => histogram.disable(),
  }
}
