import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** What a controller of the bench has in memory, told to whoever asks over its channel: loaded before the controller
 *  itself. */
export interface MemoryAnswer {
  /** Of the heap and of what lies beside it, once nothing is left that nobody uses. */
  readonly usedBytes: number
  readonly rssBytes: number
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

process.on('message', () => {
  collect()
  collect()
  const { heapUsed, external, rss } = process.memoryUsage()
  process.send?.({ usedBytes: heapUsed + external, rssBytes: rss } satisfies MemoryAnswer)
})
// It alone keeps no process from ending.
process.channel?.unref()
