import { join } from 'node:path'
import { z } from 'zod'
import { readJsonFile, writeJsonFile } from './json-file.ts'

const ProcessRecord = z.object({ pid: z.int().positive(), identity: z.string() })

const RuntimeState = z.object({
  supervisor: ProcessRecord,
  children: z.array(ProcessRecord.extend({ name: z.string() })),
  /** Port of the embedded PostgreSQL, null with DATABASE_URL. */
  databasePort: z.int().nullable(),
  /** Where people reach the controller, null until it is ready. */
  url: z.string().nullable(),
  /** HOST:PORT for agents, null until the controller is ready. */
  grpc: z.string().nullable(),
})

/** What runs on a data folder, kept there for the next start, after a kill, and for the command line. */
export type RuntimeState = z.output<typeof RuntimeState>

/** The state the last or present supervisor of a folder left, null when there is none to read. */
export function readRuntimeState(dataFolder: string): RuntimeState | null {
  const parsed = RuntimeState.safeParse(readJsonFile(join(dataFolder, 'runtime.json')))
  return parsed.success ? parsed.data : null
}

export function writeRuntimeState(dataFolder: string, state: RuntimeState): void {
  writeJsonFile(join(dataFolder, 'runtime.json'), state)
}
