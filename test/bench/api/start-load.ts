import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { AttackOrder, AttackReport } from './attack.ts'
import type { LoadOrder, LoadReport } from './load.ts'

/** Every time of every answer. */
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024

/** Runs a load in a process of its own, so that it takes no time of the one that measures.
 *  @throws when it does not end in time */
export function startLoad(order: LoadOrder): Promise<LoadReport> {
  return runApart('load.ts', order)
}

/** Runs an attack, likewise. */
export function startAttack(order: AttackOrder): Promise<AttackReport> {
  return runApart('attack.ts', order)
}

async function runApart<Found>(file: string, order: { readonly seconds: number }): Promise<Found> {
  const program = fileURLToPath(new URL(file, import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify(order)], {
    maxBuffer: MAX_OUTPUT_BYTES,
    timeout: (order.seconds + 60) * 1_000,
  })
  return JSON.parse(stdout) as Found
}
