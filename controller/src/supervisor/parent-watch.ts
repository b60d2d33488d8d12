import type { ProcessRecord } from './processes.ts'
import { isRunning, isShell, parentPid, recordProcess } from './processes.ts'

const INTERVAL_MS = 1_000

/** Calls `onGone` once when npm, which started this program, is gone: a killed npm forwards nothing,
 *  and what it started would run on unseen. npm may stand behind a shell, so both are watched. Does
 *  nothing for a program that npm did not start.
 *  @returns ends the watch */
export function watchParent(environment: NodeJS.ProcessEnv, onGone: () => void): () => void {
  if (environment['npm_lifecycle_event'] === undefined) return () => {}
  const watched = ancestors(2)
  const timer = setInterval(() => {
    if (watched.every(isRunning)) return
    clearInterval(timer)
    onGone()
  }, INTERVAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** The shell npm may run a script through is itself npm's child; an ancestor further up is the
 *  terminal's, whose end is a signal of its own. */
function ancestors(generations: number): ProcessRecord[] {
  const found: ProcessRecord[] = []
  let pid: number | null = process.ppid
  for (let generation = 0; generation < generations && pid !== null && pid > 1; generation += 1) {
    const record = recordProcess(pid)
    if (record === null) break
    found.push(record)
    if (!isShell(pid)) break
    pid = parentPid(pid)
  }
  return found
}
