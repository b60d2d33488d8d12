import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import path from 'node:path'

/** Has the system run the calling thread after others that want the processor too. Linux counts priorities by
 *  thread; elsewhere, and where the system refuses it, the thread runs as the others do.
 *  @param niceness 0 (as the others) to 19: with 15 a thread gets a thirtieth of a core that another wants
 *    whole. Source: sched(7), "The nice value" */
export function lowerThreadPriority(niceness: number): void {
  if (niceness === 0) return
  try {
    const thread = Number(path.basename(readlinkSync('/proc/thread-self')))
    // An agent that was started with "nice" stands further behind already.
    setPriority(thread, Math.max(niceness, getPriority(thread)))
  } catch {
    // There is no such file, or no such right.
  }
}
