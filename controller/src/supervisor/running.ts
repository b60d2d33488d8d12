import type { ProcessRecord } from './processes.ts'
import { recordProcess } from './processes.ts'
import type { ControllerReady } from './ready-message.ts'
import { writeRuntimeState } from './runtime-file.ts'
import type { Terminal } from './terminal.ts'

/** A program of this project that is kept running. */
export interface KeptProgram {
  readonly name: string
  /** The first message `{ type: 'ready', … }` it sends.
   *  @throws StartError with its own words when it ends before that */
  readonly ready: Promise<unknown>
  /** From now on it is started again even if it never was ready. */
  readonly insist: () => void
  /** Of the present process, null between two. */
  readonly record: () => ProcessRecord | null
  /** Ends it and what it started: SIGTERM, and SIGKILL after `graceMs`. It is not started again. */
  readonly stop: (graceMs: number) => Promise<void>
  /** Ends the present process, to be started again by the command of that moment. */
  readonly restart: () => void
}

/** The database everything works with. */
export interface KeptDatabase {
  /** Its present URL; empty before it runs. */
  readonly url: () => string
  /** Port of the embedded one, null before it runs and for one that others run. */
  readonly port: () => number | null
  readonly stop: (graceMs: number) => Promise<void>
}

/** What an installation runs at a moment; each step of the start adds its own. */
export interface Running {
  database: KeptDatabase | null
  controller: KeptProgram | null
  readonly agents: KeptProgram[]
  /** What the controller said when it was first ready, null before. */
  ready: ControllerReady | null
}

/** Before the start. */
export function nothingRuns(): Running {
  return { database: null, controller: null, agents: [], ready: null }
}

/** Writes down what runs, for a start after this one was killed and for the command line. */
export function rememberRunning(dataFolder: string, running: Running): void {
  const supervisor = recordProcess(process.pid)
  if (supervisor === null) return
  const { agents, controller, database, ready } = running
  const children = [...agents, controller].flatMap((child) => {
    const record = child?.record() ?? null
    return child === null || record === null ? [] : [{ name: child.name, ...record }]
  })
  writeRuntimeState(dataFolder, {
    supervisor,
    children,
    databasePort: database?.port() ?? null,
    url: ready?.url ?? null,
    grpc: ready?.grpc ?? null,
  })
}

/** The same while it runs, when nothing may end by it: where the disk is full that is told, and what runs is kept all the
 *  same. */
export function noteRunning(dataFolder: string, running: Running, warn: Terminal['warn']): void {
  try {
    rememberRunning(dataFolder, running)
  } catch (error: unknown) {
    const reason = error instanceof Error ? error.message : String(error)
    warn(`What runs cannot be noted in the data folder: ${reason}`)
  }
}
