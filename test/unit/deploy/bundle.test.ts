import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { PARTS_OF_PROGRAMS, PROGRAMS } from '../../../deploy/programs/places.js'
import { temporaryFolder } from '../../helpers/temporary-folder.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const PROGRAM = 'agent/src/main.ts'

function write(root: string, file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

/** A project whose programs tell where they find what, and say a word. */
function project(): string {
  const root = join(temporaryFolder(), 'first')
  for (const each of ['run.js', 'programs']) {
    cpSync(join(ROOT, 'deploy', each), join(root, 'deploy', each), { recursive: true })
  }
  mkdirSync(join(root, 'node_modules'))
  symlinkSync(join(ROOT, 'node_modules', 'rolldown'), join(root, 'node_modules', 'rolldown'))
  write(root, 'package.json', '{"type":"module"}')
  write(root, 'shared/src/word.ts', `export const word: string = 'first – 🙂'`)
  for (const file of [...PROGRAMS, ...PARTS_OF_PROGRAMS]) {
    write(root, file, 'export async function main() {}')
  }
  // So the word is a module of its own, whose name changes with it.
  write(root, 'agent/src/command.ts', `export { word } from '../../shared/src/word.ts'`)
  write(
    root,
    PROGRAM,
    `import { word } from '../../shared/src/word.ts'
     export async function main(): Promise<void> {
       console.log(JSON.stringify({
         word,
         isDash: /^\\w+ [–—] [🙂🙃]$/u.test(word),
         from: import.meta.url.split('/').at(-1),
         folder: import.meta.dirname,
         beside: new URL('./data.txt', import.meta.url).pathname,
         part: new URL('./lighthouse/program.ts', import.meta.url).pathname,
       }))
     }`,
  )
  return root
}

function run(root: string): unknown {
  // What the tests' own runner keeps is none of its business.
  const { NODE_COMPILE_CACHE: _, ...env } = process.env
  const args = [join(root, 'deploy', 'run.js'), PROGRAM]
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', env })
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

const bundles = (root: string): string => join(root, 'node_modules', '.cache', 'programs')

test('a bundled program finds what is beside its sources, wherever the project is', () => {
  const root = project()
  const moved = join(dirname(root), 'second')
  for (const at of [root, moved]) {
    if (at === moved) renameSync(root, moved)
    const { folder, ...told } = run(at) as { folder: string }
    expect(join(folder, '.')).toBe(join(at, 'agent', 'src'))
    expect(told).toEqual({
      word: 'first – 🙂',
      isDash: true,
      from: 'main.ts',
      beside: join(at, 'agent', 'src', 'data.txt'),
      part: join(bundles(at), 'agent-src-lighthouse-program.mjs'),
    })
  }
})

test('a change is bundled anew, and what only builds of long ago had is removed', () => {
  const root = project()
  const counts = ['second', 'third, longer', 'fourth, and longer', 'fifth, and so much longer'].map(
    (word) => {
      write(root, 'shared/src/word.ts', `export const word: string = '${word}'`)
      expect(run(root)).toMatchObject({ word })
      return readdirSync(bundles(root)).length
    },
  )
  expect(counts.at(-1)).toBe(counts.at(-2))
})

test('a package comes along, and finds what is beside it; another version of it is bundled anew', () => {
  const root = project()
  const moved = join(dirname(root), 'second')
  function install(version: string): void {
    write(root, 'node_modules/commander/package.json', '{"main":"lib/index.js"}')
    const text = `Object.assign(exports, { version: '${version}', beside: __dirname + '/x', driver: require('pg-native') })`
    write(root, 'node_modules/commander/lib/index.js', text)
    write(root, 'node_modules/.package-lock.json', JSON.stringify({ version }))
  }
  write(root, 'node_modules/pg-native/package.json', '{"main":"driver.js"}')
  write(root, 'node_modules/pg-native/driver.js', 'module.exports = __dirname')
  write(
    root,
    PROGRAM,
    `import { beside, driver, version } from 'commander'
     export const main = async () => console.log(JSON.stringify({ beside, driver, version }))`,
  )
  install('1.0.0')
  const places = (at: string) => ({
    beside: join(at, 'node_modules', 'commander', 'lib', 'x'),
    driver: join(at, 'node_modules', 'pg-native'),
  })
  expect(run(root)).toEqual({ version: '1.0.0', ...places(root) })
  // Nothing is read of where it was.
  write(root, 'node_modules/commander/lib/index.js', 'exports.version = "not looked at"')
  expect(run(root)).toMatchObject({ version: '1.0.0' })
  install('1.0.0-next')
  expect(run(root)).toMatchObject({ version: '1.0.0-next' })
  renameSync(root, moved)
  expect(run(moved)).toEqual({ version: '1.0.0-next', ...places(moved) })
})

test('no program has messages in other languages, or looks for settings in folders above', () => {
  const root = project()
  write(root, 'node_modules/zod/package.json', '{"type":"module","main":"v4/index.js"}')
  write(root, 'node_modules/zod/v4/index.js', `export * as locales from '../locales/index.js'`)
  write(root, 'node_modules/zod/locales/index.js', `export const fr = 'bonjour'`)
  write(root, 'node_modules/graphile-worker/package.json', '{"type":"module","main":"index.js"}')
  write(
    root,
    'node_modules/graphile-worker/index.js',
    `import { cosmiconfigSync } from 'cosmiconfig'
     export const found = cosmiconfigSync('graphile-worker').search()`,
  )
  write(
    root,
    PROGRAM,
    `import { locales } from 'zod'
     import { found } from 'graphile-worker'
     export const main = async () => console.log(JSON.stringify({ found, languages: Object.keys(locales) }))`,
  )
  expect(run(root)).toEqual({ found: null, languages: [] })
})

test('what is called only to see whether it throws is called', () => {
  const root = project()
  const calls = ['decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent']
  const tried = calls.map(
    (name) => `${name}: (text) => { try { ${name}(text); return true } catch { return false } }`,
  )
  write(
    root,
    PROGRAM,
    `const takes = { ${tried.join()} }
     export const main = async () => console.log(JSON.stringify(
       Object.values(takes).map((isTaken, at) => ['%', '\\ud800', 'a'].map(isTaken))))`,
  )
  const decoding = [false, true, true]
  const encoding = [true, false, true]
  expect(run(root)).toEqual([decoding, decoding, encoding, encoding])
})

test('an image is started by the bundles that it was built with', () => {
  const root = project()
  const { status } = spawnSync(process.execPath, ['deploy/programs/bundle.js', 'programs'], {
    cwd: root,
  })
  expect(status).toBe(0)
  write(root, 'shared/src/word.ts', `export const word: string = 'not looked at'`)
  expect(run(root)).toMatchObject({
    word: 'first – 🙂',
    part: join(root, 'programs', 'agent-src-lighthouse-program.mjs'),
  })
})
