import { spawnProgram } from './program.ts'

/** Those that deploy/run.js compiles at their first start. */
const PROGRAMS = [
  'controller/src/main.ts',
  'controller/src/supervisor/main.ts',
  'agent/src/main.ts',
] as const

/** Compiles the programs once before the tests. In a new checkout the first six files would each do it for
 *  themselves, and not be ready in time. What does not compile tells so where it is started. */
export async function setup(): Promise<void> {
  await Promise.all(
    PROGRAMS.map((file) => spawnProgram(file, [], { RUN_COMPILE_ONLY: '1' }).exited),
  )
}
