import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { poorEnvironment } from '../browser/poor-environment.ts'
import type { LabJob, LabMessage, LabOutcome } from './messages.ts'

/** What came of a run: its own outcome, or how its process ended without one. `late`: it was ended because
 *  its time was over; `tooLarge`: it took more memory than it may; `broken`: by a bug, or by the machine. */
export type RunOutcome = LabOutcome | { readonly kind: 'late' | 'tooLarge' | 'broken' }

const PROGRAM = fileURLToPath(new URL('./program.ts', import.meta.url))

/** The trace of a heavy page takes 500 MB to look through. */
const MAX_HEAP_MB = 1_024
/** How V8 ends a process whose heap is full. */
const HEAP_IS_FULL = 'SIGABRT'

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It is gone already.
  }
}

/** Measures one page, in a process of its own that has none of the agent's secrets. Always resolves, when
 *  that process is gone and its Chrome was killed.
 *  @param signal when it aborts both are ended at once */
export async function runLighthouse(job: LabJob, signal: AbortSignal): Promise<RunOutcome> {
  if (signal.aborted) return { kind: 'late' }
  const child = fork(PROGRAM, {
    cwd: job.folder,
    env: poorEnvironment(job.folder),
    execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let chromePid: number | null = null
  function kill(): void {
    // Chrome first: as a child it keeps its number until its parent is gone.
    if (chromePid !== null) killGroup(chromePid)
    chromePid = null
    child.kill('SIGKILL')
  }

  const outcome = new Promise<RunOutcome>((resolve) => {
    child.on('message', (message: LabMessage) => {
      if (message.kind === 'chrome') chromePid = message.pid
      else resolve(message)
    })
    child.once('error', () => resolve({ kind: 'broken' }))
    child.once('exit', (_, signalName) => {
      if (signal.aborted) resolve({ kind: 'late' })
      else resolve({ kind: signalName === HEAP_IS_FULL ? 'tooLarge' : 'broken' })
    })
  })
  signal.addEventListener('abort', kill, { once: true })
  try {
    // What becomes of it is told by the events.
    child.send(job, () => {})
    return await outcome
  } finally {
    signal.removeEventListener('abort', kill)
    const isRunning =
      child.pid !== undefined && child.exitCode === null && child.signalCode === null
    const exited = isRunning ? once(child, 'exit') : null
    kill()
    await exited
  }
}
