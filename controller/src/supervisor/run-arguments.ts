import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const RUN = fileURLToPath(new URL('../../../deploy/run.js', import.meta.url))

/** Arguments of Node that run a program of this repository with what loading it compiles kept on disk.
 *  @param entry path of its main file */
export function runArguments(entry: string, nodeFlags: readonly string[]): string[] {
  return [...nodeFlags, RUN, entry]
}

/** Compiles a program that is to be started soon, if it is not yet. Where that fails, its start does it.
 *  @param entry path of its main file */
export async function compileAhead(
  entry: string,
  nodeFlags: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const child = spawn(process.execPath, runArguments(entry, nodeFlags), {
    env: { ...environment, RUN_COMPILE_ONLY: '1' },
    stdio: 'ignore',
  })
  await once(child, 'exit').catch(() => undefined)
}
