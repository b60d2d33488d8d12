import { fileURLToPath } from 'node:url'
import { spawnProgram } from '../../helpers/program.ts'
import type { Targets } from '../targets/start-targets.ts'

const PROGRAM = fileURLToPath(new URL('bare-requests.ts', import.meta.url))
const PACED_PROGRAM = fileURLToPath(new URL('../product/paced-requests.ts', import.meta.url))

async function run(file: string, args: readonly string[], targets: Targets): Promise<number> {
  const program = spawnProgram(file, args, { NODE_EXTRA_CA_CERTS: targets.authorityFile })
  const told = await Promise.race([program.told, program.exited])
  if (typeof told !== 'object') throw new Error(`bare requests failed:\n${program.output()}`)
  await program.exited
  return (told as { cpuMs: number }).cpuMs
}

/** What one request of Node's own client costs, a connection each, at full speed: ms of processor time.
 *  @throws with its output when the program fails */
export const bareRequestMs = (url: string, targets: Targets): Promise<number> =>
  run(PROGRAM, [url], targets)

/** As `bareRequestMs`, at so many a second, begun in the steps in which an agent begins its checks. */
export const pacedRequestMs = (url: string, perSecond: number, targets: Targets): Promise<number> =>
  run(PACED_PROGRAM, [url, String(perSecond)], targets)
