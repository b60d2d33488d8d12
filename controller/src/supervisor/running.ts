import type { Child } from './child.ts'
import type { KeptDatabase } from './database.ts'
import { recordProcess } from './processes.ts'
import type { ControllerReady } from './ready-message.ts'
import { writeRuntimeState } from './runtime-file.ts'

/** What an installation runs at a moment; each step of the start adds its own. */
export interface Running {
  database: KeptDatabase | null
  controller: Child | null
  readonly agents: Child[]
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
  const children = [...agents, ...(controller === null ? [] : [controller])].flatMap((child) => {
    const record = child.record()
    return record === null ? [] : [{ name: child.name, ...record }]
  })
  writeRuntimeState(dataFolder, {
    supervisor,
    children,
    databasePort: database?.port() ?? null,
    url: ready?.url ?? null,
    grpc: ready?.grpc ?? null,
  })
}
