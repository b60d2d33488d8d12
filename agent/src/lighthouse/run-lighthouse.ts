import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { freemem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { poorNodeEnvironment } from '../browser/poor-environment.ts'
import type { LabJob, LabMessage, LabOutcome } from './messages.ts'

/** What came of a run: its own outcome, or how its process ended without one. `late`: it was ended because
 *  its time was over; `tooLarge`: it took more memory than it may; `broken`: by a bug, or by the machine. */
export type RunOutcome = LabOutcome | { readonly kind: 'late' | 'tooLarge' | 'broken' }

/** Measures one page, in a process of its own that has none of the agent's secrets. Always resolves, when
 *  that process is gone and its Chrome was killed.
 *  @param signal when it aborts both are ended at once */
export type RunLighthouse = (job: LabJob, signal: AbortSignal) => Promise<RunOutcome>

const PROGRAM = fileURLToPath(new URL('./program.ts', import.meta.url))
/** Until it is told its own. */
const NO_FOLDER = '/'

/** The trace of a heavy page takes 500 MB to look through. */
const MAX_HEAP_MB = 1_024
/** How V8 ends a process whose heap is full. */
const HEAP_IS_FULL = 'SIGABRT'

/** As long as a Chrome without a page is kept. */
const AHEAD_MS = 60_000
/** A process that waits takes 150 MB of it. */
const MIN_FREE_BYTES = 1_500_000_000

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It is gone already.
  }
}

const startProcess = (): ChildProcess =>
  fork(PROGRAM, {
    cwd: NO_FOLDER,
    env: poorNodeEnvironment(NO_FOLDER),
    execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })

const isRunning = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid !== undefined && exitCode === null && signalCode === null

async function runIn(child: ChildProcess, job: LabJob, signal: AbortSignal): Promise<RunOutcome> {
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
    const exited = isRunning(child) ? once(child, 'exit') : null
    kill()
    await exited
  }
}

/** A process that has loaded Lighthouse and waits, so that the next run does not; one at most, for a minute
 *  after a run, and none where memory is short. It does not outlive the agent, nor keep it. */
function createProcessAhead() {
  let waiting: { readonly child: ChildProcess; readonly timer: NodeJS.Timeout } | null = null

  return {
    prepare(): void {
      if (waiting !== null || freemem() < MIN_FREE_BYTES) return
      const child = startProcess()
      const timer = setTimeout(() => {
        waiting = null
        child.kill('SIGKILL')
      }, AHEAD_MS)
      timer.unref()
      child.unref()
      child.channel?.unref()
      child.on('error', () => {})
      waiting = { child, timer }
    },
    take(): ChildProcess {
      const taken = waiting
      waiting = null
      clearTimeout(taken?.timer)
      if (taken === null || !isRunning(taken.child)) return startProcess()
      taken.child.ref()
      taken.child.channel?.ref()
      return taken.child
    },
  }
}

/** Starts nothing yet. A run takes a new process always: what a page did to one is gone with it. */
export function createRunLighthouse(): RunLighthouse {
  const ahead = createProcessAhead()
  return async (job, signal) => {
    if (signal.aborted) return { kind: 'late' }
    try {
      return await runIn(ahead.take(), job, signal)
    } finally {
      ahead.prepare()
    }
  }
}
