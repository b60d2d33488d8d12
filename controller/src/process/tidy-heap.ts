import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** By then what only starting needed is garbage. */
const AFTER_MS = 5_000

/** Has the heap looked through once, soon after the start. What loading and starting leave behind would
 *  stay for hours in a process that does little: 30 MB of a controller, 10 of a supervisor. */
export function tidyHeapAfterStart(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    setFlagsFromString('--no-expose-gc')
    collect()
  }, AFTER_MS).unref()
}
