import { readFileSync } from 'node:fs'
import type { ProcessRecord } from './processes.ts'
import { isRunning, parentPid, recordProcess } from './processes.ts'

const INTERVAL_MS = 1_000

/** Calls `onGone` once when npm, which started this program, is gone: a killed npm forwards nothing,
 *  and what it started would run on unseen. Does nothing for a program that npm did not start. */
export function watchParent(environment: NodeJS.ProcessEnv, onGone: () => void): void {
  if (environment['npm_lifecycle_event'] === undefined) return
  const watched = startedBy()
  const timer = setInterval(() => {
    if (watched.every(isRunning)) return
    clearInterval(timer)
    onGone()
  }, INTERVAL_MS)
  timer.unref()
}

/** npm, and the shell before it that it may run a script through: an ancestor further up is the terminal's, whose end is
 *  a signal of its own. */
function startedBy(): ProcessRecord[] {
  const parent = recordProcess(process.ppid)
  if (parent === null) return []
  const npm = isShell(parent.pid) ? parentPid(parent.pid) : null
  const further = npm === null || npm <= 1 ? null : recordProcess(npm)
  return further === null ? [parent] : [parent, further]
}

/** True when a process is a shell; false too where the system does not say. */
function isShell(pid: number): boolean {
  try {
    const name = readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
    return /^(?:sh|dash|bash|ash|busybox|zsh)$/.test(name)
  } catch {
    return false
  }
}
