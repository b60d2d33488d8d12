import type { Account } from '@sightline/shared/system-account'
import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { ProcessRecord } from '../processes.ts'
import { recordProcess, signalPid } from '../processes.ts'
import { within } from './within.ts'

/** How to run a program. */
export interface RunCommand {
  /** The program and its arguments. */
  readonly words: readonly string[]
  /** Who it becomes, null for who runs this. */
  readonly account: Account | null
  readonly environment?: NodeJS.ProcessEnv
  readonly folder?: string
  /** What it reads from standard input, which is the only place where no other process sees it. */
  readonly input?: string | undefined
  /** Is given each line it prints. */
  readonly onLine: (line: string) => void
  /** Is given its messages; left out where it sends none. */
  readonly onMessage?: (message: unknown) => void
}

/** One run of a program, from its start to its end. */
export interface Run {
  readonly process: ChildProcess
  /** null when it could not be started or is gone already. */
  readonly record: ProcessRecord | null
  /** How it ended, in words after its name.
   *  @throws Error when it could not be started */
  readonly ended: Promise<string>
}

/** How long its last words may take to come out of the pipe. */
const LAST_WORDS_MS = 500

/** Starts a program in a process group of its own: Ctrl-C is for the supervisor, and what the program started ends
 *  with it. */
export function startRun(command: RunCommand): Run {
  const { words, account, environment, folder, input, onLine, onMessage } = command
  const [program = '', ...given] = words
  const child = spawn(program, given, {
    ...(environment === undefined ? {} : { env: environment }),
    ...(folder === undefined ? {} : { cwd: folder }),
    ...account,
    stdio: [
      input === undefined ? 'ignore' : 'pipe',
      'pipe',
      'pipe',
      ...(onMessage === undefined ? [] : ['ipc' as const]),
    ],
    detached: true,
  })
  if (onMessage !== undefined) child.on('message', onMessage)
  // One that ends before it has read it says why by its exit.
  child.stdin?.on('error', () => {}).end(input)
  for (const stream of [child.stdout, child.stderr]) {
    if (stream !== null) createInterface({ input: stream }).on('line', onLine)
  }
  const record = child.pid === undefined ? null : recordProcess(child.pid)
  const ended = endOf(child)
  // Whoever stops it first never looks at that.
  ended.catch(() => undefined)
  return { process: child, record, ended }
}

async function endOf(child: ChildProcess): Promise<string> {
  const closed = new Promise((resolve) => child.once('close', resolve))
  const [code, signalName] = (await once(child, 'exit')) as [number | null, string | null]
  if (child.pid !== undefined) signalPid(-child.pid, 'SIGKILL')
  // Its last words may still be in the pipe; somebody else may hold the pipe open for ever.
  await within(closed, LAST_WORDS_MS, null)
  return signalName === null ? `ended with code ${code}` : `was ended by ${signalName}`
}

/** Ends a run by one signal after the other, each with the ms it may take; SIGKILL is for all that it started. */
export async function endRun(
  { process: child, ended }: Run,
  signals: readonly (readonly [name: NodeJS.Signals, waitMs: number])[],
): Promise<void> {
  const over = ended.then(
    () => true,
    () => true,
  )
  for (const [name, waitMs] of signals) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    signalPid(name === 'SIGKILL' ? -child.pid : child.pid, name)
    if (await within(over, waitMs, false)) return
  }
}
