import { existsSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

// Preloaded into the agent that is measured: it writes for how long the event loop was held up at most
// since the file was last taken away, in ms.
const RESOLUTION_MS = 5
const WRITE_EVERY_MS = 250

const file = process.env['SIGHTLINE_BENCH_LOOP_FILE']
if (isMainThread && file !== undefined) {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  histogram.enable()
  setInterval(() => {
    if (!existsSync(file)) histogram.reset()
    writeFileSync(file, String(Math.max(0, histogram.max / 1e6 - RESOLUTION_MS)))
  }, WRITE_EVERY_MS).unref()
}
