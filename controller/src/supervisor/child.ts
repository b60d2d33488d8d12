import { once } from 'node:events'
import { createBackoff } from './backoff.ts'
import type { ChildCommand, ChildRun } from './child-run.ts'
import { runChild } from './child-run.ts'
import type { ProcessRecord } from './processes.ts'
import { signalPid } from './processes.ts'
import { StartError } from '../process/start-error.ts'
import { within } from './within.ts'

/** Lines that a program's end is explained by. */
const MAX_LAST_WORDS = 20

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
  let present: ChildRun | null = null
  let restartTimer: NodeJS.Timeout | undefined

  async function start(): Promise<void> {
    let startedAt = performance.now()
    const lastWords: string[] = []
    let how: string
    try {
      const asked = await command()
      if (stopping) return
      startedAt = performance.now()
      present = runChild(entry, asked, hear, (line) => {
        lastWords.push(line)
        if (lastWords.length > MAX_LAST_WORDS) lastWords.shift()
        events.onLine(line)
      })
      events.onChange()
      how = await present.ended
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
        await within(exited, graceMs, null)
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
