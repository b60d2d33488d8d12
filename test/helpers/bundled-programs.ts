import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { AGENT_NODE_FLAGS } from '@sightline/shared/agent-process'
import type { TestProject } from 'vitest/node'
import { CONTROLLER_NODE_FLAGS } from '../../controller/src/process/node-flags.ts'
import { bundlePrograms } from '../../deploy/programs/bundle.js'
import { bundleOf, PROGRAMS } from '../../deploy/programs/places.js'
import { stampOfSources } from '../../deploy/programs/stamp.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const IS_BUNDLED = 'SIGHTLINE_TEST_IS_BUNDLED'

/** What most tests start, with the flags of production. */
const STARTED = [
  [...CONTROLLER_NODE_FLAGS, 'deploy/run.js', 'controller/src/main.ts'],
  [...AGENT_NODE_FLAGS, 'deploy/run.js', 'agent/src/main.ts'],
  ['deploy/run.js', 'controller/src/cli/main.ts'],
]

/** Compiles a program before many tests start it at once. */
async function compile(
  nodeArguments: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const child = spawn(process.execPath, nodeArguments, {
    cwd: ROOT,
    stdio: 'ignore',
    env: { ...process.env, ...environment, RUN_COMPILE_ONLY: '1' },
  })
  await once(child, 'exit')
}

/** Whether what lies there was bundled of these sources: bundling them takes a second and a half of a processor. */
function areBundled(): boolean {
  const stamp = stampOfSources(ROOT)
  return PROGRAMS.every((file) => bundleOf(ROOT, file, stamp) !== null)
}

/** Bundles and compiles the programs where their sources have changed, once before the tests of all kinds and again when
 *  they change. What cannot be compiled tells so where it is started. */
export async function setup(project: TestProject): Promise<void> {
  project.onTestsRerun(() => bundlePrograms(ROOT))
  if (process.env[IS_BUNDLED] !== undefined) return
  if (!areBundled()) await bundlePrograms(ROOT)
  process.env[IS_BUNDLED] = '1'
  await Promise.all(STARTED.map((each) => compile(each, project.config.env)))
}
