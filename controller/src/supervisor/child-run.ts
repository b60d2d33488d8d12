import type { AgentUser } from '@sightline/shared/agent-user'
import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { ProcessRecord } from './processes.ts'
import { recordProcess, signalPid } from './processes.ts'
import { runArguments } from './run-arguments.ts'
import { within } from './within.ts'

/** How to run a child; asked anew before every start. */
export interface ChildCommand {
  /** Flags of Node itself. */
  readonly nodeFlags?: readonly string[]
  readonly arguments: readonly string[]
  readonly environment: NodeJS.ProcessEnv
  /** Who it runs as, null for who runs this. */
  readonly user?: AgentUser | null
  /** What it reads from standard input, which is the only place where no other process sees it. */
  readonly input?: string
}

/** How long its last words may take to come out of the pipe. */
const LAST_WORDS_MS = 500

/** One run of a program, from its start to its end. */
export interface ChildRun {
  readonly process: ChildProcess
  /** null when it could not be started or is gone already. */
  readonly record: ProcessRecord | null
  /** How it ended, in words after its name.
   *  @throws Error when it could not be started */
  readonly ended: Promise<string>
}

/** Starts a program of this repository.
 *  @param hear is given its messages
 *  @param onLine is given what it prints */
export function runChild(
  entry: string,
  { nodeFlags = [], arguments: extra, environment, user, input }: ChildCommand,
  hear: (message: unknown) => void,
  onLine: (line: string) => void,
): ChildRun {
  const prefix = user?.prefix ?? []
  const run = [process.execPath, ...runArguments(entry, nodeFlags), ...extra]
  const [program = '', ...given] = [...prefix, ...run]
  const child = spawn(program, given, {
    env: environment,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe', 'ipc'],
    ...(prefix.length === 0 ? user?.account : {}),
    // A group of its own: Ctrl-C is for the supervisor, and its own children end with it.
    detached: true,
  })
  child.on('message', hear)
  // One that ends before it has read it says why by its exit.
  child.stdin?.on('error', () => {}).end(input)
  for (const stream of [child.stdout, child.stderr]) {
    if (stream !== null) createInterface({ input: stream }).on('line', onLine)
  }
  const record = child.pid === undefined ? null : recordProcess(child.pid)
  return { process: child, record, ended: endOf(child) }
}

async function endOf(child: ChildProcess): Promise<string> {
  const closed = once(child, 'close')
  const [code, signalName] = (await once(child, 'exit')) as [number | null, string | null]
  if (child.pid !== undefined) signalPid(-child.pid, 'SIGKILL')
  // Its last words may still be in the pipe; somebody else may hold the pipe open for ever.
  await within(closed, LAST_WORDS_MS, null)
  return signalName === null ? `ended with code ${code}` : `was ended by ${signalName}`
}
