import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../helpers/temporary-folder.ts'

const DEPLOY = fileURLToPath(new URL('../../../deploy', import.meta.url))

/** A project of one program that imports `node:http`, which tells its arguments, whether Node had to strip it of its types
 *  and whether it loaded what browsers ask servers with. */
function project(): string {
  const root = temporaryFolder()
  for (const each of ['run.js', 'programs']) {
    cpSync(join(DEPLOY, each), join(root, 'deploy', each), { recursive: true })
  }
  for (const folder of ['agent', 'controller', 'shared']) {
    mkdirSync(join(root, folder, 'src'), { recursive: true })
  }
  mkdirSync(join(root, 'node_modules'))
  writeFileSync(join(root, 'package.json'), '{"type":"module"}')
  writeProgram(root, 'first')
  return root
}

function writeProgram(root: string, word: string): void {
  writeFileSync(
    join(root, 'agent', 'src', 'main.ts'),
    `import { createServer } from 'node:http'
     const word: string = '${word}'
     export async function main(): Promise<void> {
       const has = (part: string) => process.moduleLoadList.some((name: string) => name.includes(part))
       const loaded = { isStripped: has('amaro'), hasUndici: has('undici') }
       console.log(JSON.stringify({ word, ...loaded, argv: process.argv.slice(1), serves: typeof createServer }))
     }`,
  )
}

function run(root: string): unknown {
  const args = [join(root, 'deploy', 'run.js'), join('agent', 'src', 'main.ts'), '--flag', 'value']
  // What the tests' own runner keeps is none of its business.
  const { NODE_COMPILE_CACHE: _, ...env } = process.env
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env,
  })
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

test('a program runs as if it had been started itself', () => {
  const root = project()
  expect(run(root)).toMatchObject({
    word: 'first',
    argv: [join('agent', 'src', 'main.ts'), '--flag', 'value'],
  })
})

test('servers are imported without what browsers ask them with', () => {
  expect(run(project())).toMatchObject({ serves: 'function', hasUndici: false })
})

test('no program strips types itself, neither the first time nor after a change', () => {
  const root = project()
  expect(run(root)).toMatchObject({ word: 'first', isStripped: false })
  expect(run(root)).toMatchObject({ word: 'first', isStripped: false })
  writeProgram(root, 'changed')
  expect(run(root)).toMatchObject({ word: 'changed', isStripped: false })
})

test('where nothing can be kept it runs all the same', () => {
  const root = project()
  writeFileSync(join(root, 'node_modules', '.cache'), 'a file where a folder has to be')
  expect(run(root)).toMatchObject({ word: 'first' })
  expect(readdirSync(join(root, 'node_modules'))).toEqual(['.cache'])
})
