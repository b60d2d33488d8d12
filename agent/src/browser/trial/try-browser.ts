import { anySignal } from '@sightline/shared/any-signal'
import type { Lacks } from '@sightline/shared/lacks'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FoundChrome } from '../find-chrome.ts'
import { poorNodeEnvironment } from '../poor-environment.ts'

/** What the process of a trial is told. */
export interface TrialJob {
  readonly found: FoundChrome
  /** Folder of unpacked Chromes. */
  readonly dataFolder: string
  /** For profiles of this trial alone. */
  readonly folder: string
  /** Somebody waits for it. */
  readonly isUrgent: boolean
}

const PROGRAM = fileURLToPath(new URL('./program.ts', import.meta.url))

/** Unpacking takes its time on a small machine, and it may wait for a busy one. */
const TRIAL_MS = 180_000

/** Tries the agent's browser with an https page of the agent's own, in a process of its own that has none
 *  of the agent's secrets. Takes a second, and some more where Chrome has to be unpacked first.
 *  @returns what it lacks; null when that could not be found out, which says nothing about the browser */
export async function tryBrowser(
  job: { found: FoundChrome; dataFolder: string; stateFolder: string; isUrgent: boolean },
  signal: AbortSignal,
): Promise<Lacks | null> {
  const { found, dataFolder, isUrgent } = job
  const limit = anySignal([signal, AbortSignal.timeout(TRIAL_MS)])
  let end = (): void => {}
  let folder: string | null = null
  try {
    folder = await mkdtemp(path.join(job.stateFolder, 'browser-trial-'))
    const child = fork(PROGRAM, {
      cwd: job.stateFolder,
      env: poorNodeEnvironment(folder),
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    end = () => void child.kill('SIGKILL')
    limit.addEventListener('abort', end, { once: true })
    const exited = once(child, 'exit').then(() => null)
    const told = new Promise<Lacks>((resolve) => child.once('message', resolve as never))
    const whole: TrialJob = { found, dataFolder, folder, isUrgent }
    child.send(whole, () => {})
    const lacks = await Promise.race([told, exited])
    await exited
    return lacks
  } catch {
    return null
  } finally {
    limit.removeEventListener('abort', end)
    if (folder !== null)
      await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
  }
}
