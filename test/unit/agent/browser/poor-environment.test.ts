import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../helpers/temporary-folder.ts'

const MODULE = fileURLToPath(
  new URL('../../../../agent/src/browser/poor-environment.ts', import.meta.url),
)

/** What a program says that a Node with this program and environment runs. */
function said(program: string, env: NodeJS.ProcessEnv): string {
  const flags = ['--input-type=module', '-e', program]
  const { stdout, stderr } = spawnSync(process.execPath, flags, { encoding: 'utf8', env })
  expect(stderr).toBe('')
  return stdout
}

test('a program of the agent’s own keeps what it compiles where the agent does, whoever that is', () => {
  const folder = temporaryFolder()
  mkdirSync(path.join(folder, 'kept'))
  const agent = path.join(folder, 'agent.mjs')
  writeFileSync(
    agent,
    `import { enableCompileCache, getCompileCacheDir } from 'node:module'
     enableCompileCache(${JSON.stringify(path.join(folder, 'kept'))})
     const { poorNodeEnvironment } = await import(${JSON.stringify(MODULE)})
     console.log(JSON.stringify([getCompileCacheDir(), poorNodeEnvironment('/nowhere')]))`,
  )
  const secret = { PATH: process.env['PATH'], SIGHTLINE_AGENT_TOKEN: 'secret' }
  const [kept, environment] = JSON.parse(
    said(`await import(${JSON.stringify(agent)})`, secret),
  ) as [string, NodeJS.ProcessEnv]
  expect(environment).not.toHaveProperty('SIGHTLINE_AGENT_TOKEN')
  const child = `import { getCompileCacheDir } from 'node:module'
    console.log(getCompileCacheDir())`
  expect(said(child, environment).trim()).toBe(kept)
})
