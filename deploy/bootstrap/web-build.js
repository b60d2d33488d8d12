// Builds the app that the controller serves, where its sources are newer than what was built of them.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the build is made of. */
const SOURCES = ['controller/web', 'shared/src', 'package-lock.json']
const NO_SOURCES = new Set(['dist', 'node_modules'])

function filesOf(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .filter((name) => !NO_SOURCES.has(name))
    .sort()
    .flatMap((name) => filesOf(join(path, name)))
}

function hashOfSources(root) {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap((path) => filesOf(join(root, path)))) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

const stampFile = (root) => join(root, 'controller', 'web', 'dist', '.built-of')

/** True when the app is there and of the present sources, or there are none. */
export function isWebBuilt(root) {
  if (!existsSync(join(root, 'controller', 'web', 'vite.config.ts'))) return true
  const file = stampFile(root)
  return existsSync(file) && readFileSync(file, 'utf8') === hashOfSources(root)
}

/** Builds it, with the Node that is installed with the packages. A controller works without the app: what failed
 *  is said and nothing is thrown. */
export function buildWeb(root) {
  const hash = hashOfSources(root)
  console.log('Building the app (once, and when its sources change)')
  const startedAt = Date.now()
  const node = join(root, 'node_modules', '.bin', 'node')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const { status, stdout, stderr } = spawnSync(node, [vite, 'build', '--logLevel', 'error'], {
    cwd: join(root, 'controller', 'web'),
    encoding: 'utf8',
  })
  if (status !== 0) {
    const said = `${stdout ?? ''}${stderr ?? ''}`.trim()
    console.error(`The app could not be built; the API works without it.\n${said}`)
    return
  }
  writeFileSync(stampFile(root), hash)
  console.log(`  built in ${Math.round((Date.now() - startedAt) / 1_000)} s`)
}
