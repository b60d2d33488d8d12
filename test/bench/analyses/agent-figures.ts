import { readdirSync, readFileSync } from 'node:fs'
import { descendantsOf, memoryMbOf } from '../../helpers/process-figures.ts'

/** Threads of a process; none of one that has ended. */
function tasksOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

/** CPU time of all threads a process has now, in ms with three decimals. Unlike the ticks of
 *  /proc/PID/stat (10 ms) it is fine enough for one page. Linux only. */
function threadsCpuMs(pid: number): number {
  return tasksOf(pid).reduce((sum, thread) => {
    try {
      const [ranNs = 0] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8')
        .split(' ')
        .map(Number)
      return sum + ranNs / 1e6
    } catch {
      // It ended while /proc was read.
      return sum
    }
  }, 0)
}

/** The same of a process and of all it has started: an agent, and its Chrome. */
export const familyCpuMs = (pid: number): number =>
  [pid, ...descendantsOf(pid)].reduce((sum, each) => sum + threadsCpuMs(each), 0)

const SAMPLE_EVERY_MS = 20

/** Watches how much memory a process takes until it is asked. @returns the most it took, in MB */
export function watchMemory(pid: number): () => number {
  let most = memoryMbOf(pid).now
  const timer = setInterval(() => {
    most = Math.max(most, memoryMbOf(pid).now)
  }, SAMPLE_EVERY_MS)
  return () => {
    clearInterval(timer)
    return most
  }
}
