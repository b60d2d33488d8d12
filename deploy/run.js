// Runs one of the project's programs, bundled where that can be and with what loading it compiles kept on disk. Plain
// JavaScript: a program that Node has to strip of its types first keeps 15 to 40 MB for that as long as it
// lives, so where nothing is kept yet, a process of its own bundles and compiles it beforehand and is gone.
//   node deploy/run.js FILE [ARGUMENT…]     FILE exports `main`
// With RUN_COMPILE_ONLY it only compiles; RUN_COMPILED_DIR is where it is kept when the
// folder of the packages cannot be written.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, readFileSync, writeFileSync } from 'node:fs'
import { enableCompileCache, flushCompileCache, getCompileCacheDir } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundleOf } from './programs/places.js'
import { stampOfSources } from './programs/stamp.js'

const COMPILE_ONLY = 'RUN_COMPILE_ONLY'
const OWN_FOLDER = 'RUN_COMPILED_DIR'
const COMPILE_LIMIT_MS = 60_000

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const file = resolve(process.argv[2] ?? '')
const isCompileOnly = process.env[COMPILE_ONLY] !== undefined

/** Where it is noted of which sources this program is compiled, for these flags and this user. Null
 *  where nothing can be kept: then it runs as it is. */
function markFile() {
  // The second is for whoever may not write the first, as agents that run as a user of their own.
  for (const kept of [join(root, 'node_modules', '.cache', 'compiled'), process.env[OWN_FOLDER]]) {
    if (kept !== undefined) enableCompileCache(kept)
    const folder = getCompileCacheDir()
    if (folder === undefined) continue
    try {
      accessSync(folder, constants.W_OK)
    } catch {
      return null
    }
    return join(folder, `of-${relative(root, file).replaceAll(/[^a-z]+/g, '-')}`)
  }
  return null
}

function isCompiled(mark, stamp) {
  try {
    return readFileSync(mark, 'utf8') === stamp
  } catch {
    return false
  }
}

/** In a process of its own, which is gone afterwards. Where it fails the program still runs. */
function compile() {
  spawnSync(process.execPath, [...process.execArgv, fileURLToPath(import.meta.url), file], {
    env: { ...process.env, [COMPILE_ONLY]: '1' },
    stdio: 'ignore',
    timeout: COMPILE_LIMIT_MS,
  })
}

/** Where no bundler is installed, or nothing can be kept, programs are run as they are. */
async function bundle() {
  try {
    const { bundlePrograms } = await import('./programs/bundle.js')
    await bundlePrograms(root)
  } catch (error) {
    console.error(error)
  }
}

/** Loads the program: its bundle where there is one, else its sources. */
function load() {
  return import(pathToFileURL(bundleOf(root, relative(root, file), stamp) ?? file).href)
}

/** Node offers browsers' WebSocket as a part of `node:http` too, and makes it as soon as a module imports anything of that:
 *  with the whole of undici, 60 ms of a processor and 3 MB at the start of each program. Who uses it has it by its globals. */
function withoutUndici() {
  const http = process.getBuiltinModule('node:http')
  for (const name of ['WebSocket', 'CloseEvent', 'MessageEvent']) delete http[name]
}

withoutUndici()
const mark = markFile()
const stamp = stampOfSources(root)
const isNew = mark !== null && !isCompiled(mark, stamp)
if (isCompileOnly) {
  if (isNew) {
    if (bundleOf(root, relative(root, file), stamp) === null) await bundle()
    await load()
    flushCompileCache()
    writeFileSync(mark, stamp)
  }
  process.exit(0)
}
if (isNew) compile()
// As if it had been started itself.
process.argv.splice(1, 1)
const program = await load()
await program.main()
