import { fileURLToPath } from 'node:url'
import { spawnProgram } from '../../helpers/program.ts'
import type { Targets } from '../targets/start-targets.ts'

const PROGRAM = fileURLToPath(new URL('bare-requests.ts', import.meta.url))

/** What one request of Node's own client costs, a connection each, at full speed: ms of processor time.
 *  @throws with its output when the program fails */
export async function bareRequestMs(url: string, targets: Targets): Promise<number> {
  const program = spawnProgram(PROGRAM, [url], { NODE_EXTRA_CA_CERTS: targets.authorityFile })
  const told = await Promise.race([program.told, program.exited])
  if (typeof told !== 'object') throw new Error(`bare requests failed:\n${program.output()}`)
  await program.exited
  return (told as { cpuMs: number }).cpuMs
}
