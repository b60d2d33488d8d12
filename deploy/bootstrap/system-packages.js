import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** All of it together: a mirror that hangs must not hold up a start. */
const APT_LIMIT_MS = 60_000

/** A machine where it failed is asked again after a day, not at every start. */
const RETRY_AFTER_MS = 24 * 3_600_000

const OFF = new Set(['0', 'false', 'no', 'off'])

/** mtr-packet (ping and traceroute) is the only program npm cannot bring: installed where this runs
 *  as root on Debian or Ubuntu, else the command is told. Never an error: the rest works without. */
export async function offerSystemPackages(root) {
  if (isThere('mtr-packet')) return
  const noteFile = join(root, 'node_modules', '.sightline-system-packages.json')
  const family = linuxFamily()
  const isAllowed = !OFF.has((process.env.SIGHTLINE_SYSTEM_PACKAGES ?? '').trim().toLowerCase())
  const mayInstall =
    isAllowed && family === 'debian' && process.geteuid?.() === 0 && isThere('apt-get')
  const note = readNote(noteFile)
  if (note !== null && Date.now() - note.at < RETRY_AFTER_MS && note.mayInstall === mayInstall)
    return
  const problem = mayInstall ? await installMtr() : null
  if (mayInstall && problem === null) return
  if (problem !== null) console.log(`  mtr-tiny could not be installed: ${problem}`)
  console.log(
    `Ping monitors and traceroutes need mtr-packet, which is not installed; everything else works. To install it: ${COMMANDS[family]}`,
  )
  try {
    writeFileSync(noteFile, JSON.stringify({ at: Date.now(), mayInstall }))
  } catch {
    // Told again next time.
  }
}

const COMMANDS = {
  debian: 'sudo apt-get install -y --no-install-recommends mtr-tiny',
  fedora: 'sudo dnf install -y mtr',
  alpine: 'sudo apk add mtr',
  arch: 'sudo pacman -S mtr',
  macos: 'brew install mtr',
  other: "install your system's mtr package",
}

/** Returns null when it is installed, else why not. */
async function installMtr() {
  console.log(
    'Installing mtr-tiny with apt-get (for ping and traceroute; SIGHTLINE_SYSTEM_PACKAGES=0 turns this off)',
  )
  const deadline = Date.now() + APT_LIMIT_MS
  const install = ['install', '-y', '--no-install-recommends', 'mtr-tiny']
  let result = await aptGet(install, deadline)
  // Minimal images come without package lists, and old lists name versions that are gone.
  if (result.status !== 0 && /Unable to locate|no installation candidate|404/.test(result.output)) {
    await aptGet(['update'], deadline)
    result = await aptGet(install, deadline)
  }
  if (result.status === 0 && isThere('mtr-packet')) {
    console.log('Installed mtr-tiny')
    return null
  }
  if (Date.now() >= deadline) return `not done after ${APT_LIMIT_MS / 1_000} s`
  const reasons = result.output.split('\n').filter((line) => /^(?:E|Err|W):/.test(line))
  return reasons.at(0) ?? `apt-get ended with code ${result.status}`
}

function aptGet(args, deadline) {
  const options = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10']
  return new Promise((resolve) => {
    const child = spawn('apt-get', [...options, '-o', 'DPkg::Lock::Timeout=10', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output = (output + chunk).slice(-20_000)
      })
    }
    const timer = setTimeout(() => child.kill('SIGTERM'), Math.max(0, deadline - Date.now()))
    child.once('error', (error) => resolve({ status: null, output: `E: ${error.message}` }))
    child.once('close', (status) => {
      clearTimeout(timer)
      resolve({ status, output })
    })
  })
}

function linuxFamily() {
  if (process.platform === 'darwin') return 'macos'
  try {
    const release = readFileSync('/etc/os-release', 'utf8')
    const ids = [...release.matchAll(/^(?:ID|ID_LIKE)="?([^"\n]*)"?$/gm)].flatMap((m) =>
      m[1].split(' '),
    )
    const words = new Set(ids)
    if (words.has('debian') || words.has('ubuntu')) return 'debian'
    if (words.has('fedora') || words.has('rhel')) return 'fedora'
    if (words.has('alpine')) return 'alpine'
    if (words.has('arch')) return 'arch'
  } catch {
    // No such file: not a common Linux.
  }
  return 'other'
}

function isThere(program) {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/sbin',
    '/usr/local/sbin',
    '/sbin',
  ]
  return folders.some((folder) => folder !== '' && existsSync(join(folder, program)))
}

function readNote(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
