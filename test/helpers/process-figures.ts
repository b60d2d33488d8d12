import { readFileSync } from 'node:fs'

/** Clock ticks a second of /proc, which Linux has kept at 100 on every architecture. */
const TICKS_PER_SECOND = 100

/** CPU time a process has used so far, in ms. Linux only. */
export function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND
}

/** Memory of a process in MB: now, and at its highest. Linux only. */
export function memoryMbOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kilobytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
  return { now: kilobytes('VmRSS') / 1_024, peak: kilobytes('VmHWM') / 1_024 }
}
