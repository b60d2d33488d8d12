import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks a second of /proc, which Linux has kept at 100 on every architecture. */
const TICKS_PER_SECOND = 100

/** Fields of /proc/PID/stat from the third on (the state): the name before may hold spaces. */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** CPU time a process has used so far, in ms. Linux only. */
export function cpuMsOf(pid: number): number {
  const fields = statOf(pid)
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND
}

/** Memory of a process in MB: now, and at its highest. Linux only. */
export function memoryMbOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kilobytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
  return { now: kilobytes('VmRSS') / 1_024, peak: kilobytes('VmHWM') / 1_024 }
}

/** The processes a process has started and that still run, with theirs. Linux only. */
export function descendantsOf(pid: number): number[] {
  const children = readdirSync('/proc').flatMap((name) => {
    try {
      return /^\d+$/.test(name) && statOf(Number(name))[1] === String(pid) ? [Number(name)] : []
    } catch {
      // It ended while /proc was read.
      return []
    }
  })
  return children.flatMap((child) => [child, ...descendantsOf(child)])
}

/** CPU time of a process and of each it has started and that still runs, in ms, by pid: its own, and that
 *  of children that ended. Linux only. */
export function cpuMsByProcess(pid: number): (readonly [pid: number, cpuMs: number])[] {
  return [pid, ...descendantsOf(pid)].flatMap((each) => {
    try {
      const fields = statOf(each)
      // User and system each.
      const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0)
      return [[each, (ticks * 1_000) / TICKS_PER_SECOND] as const]
    } catch {
      // It ended while /proc was read.
      return []
    }
  })
}

/** CPU time of a process and of all it has started, ended or not, in ms. Linux only. */
export function cpuMsOfFamily(pid: number): number {
  return cpuMsByProcess(pid).reduce((sum, [, cpuMs]) => sum + cpuMs, 0)
}

/** Memory of a process in MB, what it shares with others in equal parts; 0 when it is gone. Linux only. */
export function pssMbOf(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1_024
  } catch {
    return 0
  }
}

/** Memory of the processes a process has started, in MB together. Linux only. */
export function memoryMbOfChildren(pid: number): number {
  return descendantsOf(pid).reduce((sum, each) => sum + memoryMbOf(each).now, 0)
}

/** Memory of a process and of all it has started, in MB together, what they share counted once. Linux only. */
export function proportionalMbOfFamily(pid: number): number {
  const kilobytes = [pid, ...descendantsOf(pid)].map((each) => {
    try {
      const rollup = readFileSync(`/proc/${each}/smaps_rollup`, 'utf8')
      return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0)
    } catch {
      // It ended while /proc was read.
      return 0
    }
  })
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1_024
}
