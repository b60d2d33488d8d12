import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pathToFileURL } from 'node:url'
import type { TestProject } from 'vitest/node'
import { bundlePrograms } from './bundle-programs.ts'
import { IS_BUNDLED, PROGRAMS, runnable } from './bundles.ts'

/** Loads a program and ends, so that what this compiles is kept: of a program that is killed nothing is. */
async function compile(
  file: (typeof PROGRAMS)[number],
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const load = `await import(${JSON.stringify(pathToFileURL(runnable(file)).href)}); process.exit()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', load], {
    stdio: 'ignore',
    env: { ...process.env, ...environment },
  })
  await once(child, 'exit')
}

/** Bundles and compiles the programs, once before the tests of all kinds and again when sources have changed. What
 *  cannot be compiled tells so where it is started. */
export async function setup(project: TestProject): Promise<void> {
  project.onTestsRerun(bundlePrograms)
  if (process.env[IS_BUNDLED] !== undefined) return
  await bundlePrograms()
  process.env[IS_BUNDLED] = '1'
  await Promise.all(PROGRAMS.map((file) => compile(file, project.config.env)))
}
