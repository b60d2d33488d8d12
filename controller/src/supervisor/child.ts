import type { AgentUser } from '@sightline/shared/agent-user'
import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { createBackoff } from './backoff.ts'
import type { ProcessRecord } from './processes.ts'
import { recordProcess, signalPid } from './processes.ts'
import { runArguments } from './run-arguments.ts'
import { StartError } from './start-error.ts'

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

/** A program kept running: started again, ever more slowly, whenever it ends by itself. */
export interface Child {
  readonly name: string
  /** The first message `{ type: 'ready', … }` it sends.
   *  @throws StartError with its own words when it ends before that */
  readonly ready: Promise<unknown>
  /** Of the present process, null between two. */
  readonly record: () => ProcessRecord | null
  /** Ends it and what it started: SIGTERM, and SIGKILL after `graceMs`. It is not started again. */
  readonly stop: (graceMs: number) => Promise<void>
  /** Ends the present process, to be started again by the command of that moment. */
  readonly restart: () => void
}

/** What becomes of a child, for whoever shows and keeps it. */
export interface ChildEvents {
  readonly onLine: (line: string) => void
  /** It was started or ended: its record changed. */
  readonly onChange: () => void
  /** It ended by itself and is started again after a while. */
  readonly onDeath: (how: string, restartInMs: number) => void
  /** It is ready again after a restart. */
  readonly onReadyAgain: (message: unknown) => void
}

/** Starts and keeps a program of this repository.
 *  @param entry path of its main file
 *  @param command a failing one counts as a death */
export function keepChild(
  name: string,
  entry: string,
  command: () => Promise<ChildCommand>,
  events: ChildEvents,
): Child {
  const backoff = createBackoff()
  const first = Promise.withResolvers<unknown>()
  // Whoever stops before it is ready never looks at it.
  first.promise.catch(() => undefined)
  let isReady = false
  let stopping = false
  let present: { process: ChildProcess; record: ProcessRecord | null } | null = null
  let restartTimer: NodeJS.Timeout | undefined

  async function start(): Promise<void> {
    let startedAt = performance.now()
    const lastWords: string[] = []
    let how: string
    try {
      const { nodeFlags = [], arguments: extra, environment, user, input } = await command()
      if (stopping) return
      startedAt = performance.now()
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
      present = {
        process: child,
        record: child.pid === undefined ? null : recordProcess(child.pid),
      }
      events.onChange()
      child.on('message', hear)
      // One that ends before it has read it says why by its exit.
      child.stdin?.on('error', () => {}).end(input)
      for (const stream of [child.stdout, child.stderr]) {
        if (stream === null) continue
        createInterface({ input: stream }).on('line', (line) => {
          lastWords.push(line)
          if (lastWords.length > 20) lastWords.shift()
          events.onLine(line)
        })
      }
      const closed = once(child, 'close')
      const [code, signalName] = (await once(child, 'exit')) as [number | null, string | null]
      how = signalName === null ? `ended with code ${code}` : `was ended by ${signalName}`
      if (child.pid !== undefined) signalPid(-child.pid, 'SIGKILL')
      // Its last words may still be in the pipe; somebody else may hold the pipe open for ever.
      await Promise.race([closed, delay(500, undefined, { ref: false })])
    } catch (error: unknown) {
      how = `could not be started: ${error instanceof Error ? error.message : String(error)}`
    }
    present = null
    events.onChange()
    if (stopping) return
    if (!isReady) {
      first.reject(new StartError(explain(name, how, lastWords)))
      return
    }
    const waitMs = backoff.next(performance.now() - startedAt)
    events.onDeath(how, waitMs)
    restartTimer = setTimeout(() => void start(), waitMs)
  }

  function hear(message: unknown): void {
    if (typeof message !== 'object' || message === null) return
    if (!('type' in message) || message.type !== 'ready') return
    if (isReady) events.onReadyAgain(message)
    isReady = true
    first.resolve(message)
  }

  void start()
  return {
    name,
    ready: first.promise,
    record: () => present?.record ?? null,
    restart: () => present?.process.kill('SIGTERM'),
    async stop(graceMs) {
      stopping = true
      clearTimeout(restartTimer)
      const child = present?.process
      if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      if (graceMs > 0) {
        child.kill('SIGTERM')
        await Promise.race([exited, delay(graceMs, undefined, { ref: false })])
      }
      signalPid(-child.pid, 'SIGKILL')
      await exited
    },
  }
}

/** A program that cannot start says so in one plain line, or in its last log entry; whatever Node
 *  prints about a crash is more than one line, and all of it helps. */
function explain(name: string, how: string, lastWords: readonly string[]): string {
  const plain = lastWords.filter((line) => !line.startsWith('{') && line.trim() !== '')
  if (plain.length > 0) return plain.join('\n')
  const entry = lastWords.findLast((line) => line.startsWith('{'))
  return `The ${name} ${how}${entry === undefined ? '' : `: ${entry}`}`
}
