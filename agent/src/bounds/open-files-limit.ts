import { readFileSync } from 'node:fs'

/** Files and connections that this process may have open at once, as Node set it at its start: as many as the system
 *  lets it. Infinity where it does not say. Source: proc_pid_limits(5)
 *  @param file other than that of this process */
export function readOpenFilesLimit(file = '/proc/self/limits'): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync(file, 'utf8')) ?? []
    return soft === undefined ? Infinity : Number(soft)
  } catch {
    return Infinity
  }
}
