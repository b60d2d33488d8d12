import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { LoadOrder, LoadReport } from './load.ts'

const PROGRAM = fileURLToPath(new URL('load.ts', import.meta.url))
/** Every time of every answer. */
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024

/** Runs a load in a process of its own, so that it takes no time of the one that measures.
 *  @throws when it does not end in time */
export async function startLoad(order: LoadOrder): Promise<LoadReport> {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, JSON.stringify(order)], {
    maxBuffer: MAX_OUTPUT_BYTES,
    timeout: (order.seconds + 60) * 1_000,
  })
  return JSON.parse(stdout) as LoadReport
}
