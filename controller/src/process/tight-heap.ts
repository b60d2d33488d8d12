import { setFlagsFromString } from 'node:v8'
import { CONTROLLER_HEAP_GROWTH } from './node-flags.ts'

/** Growth of the heap between two collections of it, in percent. A controller that crawls holds 300 MB so, and 360
 *  with the usual growth, for 3 % less processor time. */
const TIGHT = '--heap-growing-percent=60'

/** Work that makes much garbage which is old already. */
let works = 0

/** Keeps the heaps of all threads small until the returned function is called. */
export function keepHeapsTight(): () => void {
  works += 1
  if (works === 1) setFlagsFromString(TIGHT)
  return () => {
    works -= 1
    if (works === 0) setFlagsFromString(CONTROLLER_HEAP_GROWTH)
  }
}
