import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

const CHECKOUT = fileURLToPath(new URL('../../../', import.meta.url))

let root: string

/** What npm notes of the packages it installed, as a script of the npm below. */
const RECORD = `
  const wanted = JSON.parse(fs.readFileSync('package-lock.json', 'utf8')).packages
  const omits = process.argv.includes('--omit=dev')
  const packages = Object.fromEntries(Object.entries(wanted).filter(([, { dev }]) => !(dev && omits)))
  fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }))`

/** A project of one package, and an npm that notes its arguments and installs a "Node 24". */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sightline-bootstrap-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  cpSync(join(CHECKOUT, 'deploy', 'bootstrap.js'), join(root, 'deploy', 'bootstrap.js'))
  cpSync(join(CHECKOUT, 'deploy', 'bootstrap'), join(root, 'deploy', 'bootstrap'), {
    recursive: true,
  })
  writeFileSync(join(root, 'package.json'), '{"type":"module"}')
  writeLock('1.0.0')
  writeNpm(`
    fs.rmSync('node_modules', { recursive: true, force: true })
    fs.mkdirSync('node_modules/.bin', { recursive: true })
    fs.writeFileSync('node_modules/.bin/node', '#!/bin/sh\\necho v24.1.0\\n', { mode: 0o755 })
    ${RECORD}`)
})

function writeLock(version: string): void {
  const packages = {
    '': {},
    'node_modules/a': { version },
    'node_modules/d': { version, dev: true },
  }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }))
}

function writeNpm(script: string): void {
  writeFileSync(
    join(root, 'npm-cli.cjs'),
    `const fs = require('node:fs')
    fs.appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n')
    ${script}`,
  )
}

/** @param uid who runs it, where that is not who runs the tests */
function bootstrap(
  purpose: string,
  uid?: number,
): { status: number | null; output: string; calls: string[] } {
  rmSync(join(root, 'npm-calls'), { force: true })
  const result = spawnSync(process.execPath, ['deploy/bootstrap.js', purpose], {
    cwd: root,
    ...(uid === undefined ? {} : { uid, gid: uid }),
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      npm_execpath: join(root, 'npm-cli.cjs'),
      npm_node_execpath: process.execPath,
      SIGHTLINE_SYSTEM_PACKAGES: '0',
    },
  })
  const calls = existsSync(join(root, 'npm-calls'))
    ? readFileSync(join(root, 'npm-calls'), 'utf8').trim().split('\n')
    : []
  return { status: result.status, output: result.stdout + result.stderr, calls }
}

test('the first start installs without development tools, the second nothing', () => {
  const first = bootstrap('start')
  expect(first.status).toBe(0)
  expect(first.calls).toHaveLength(1)
  expect(first.calls[0]).toMatch(/^ci --omit=dev /)
  expect(first.output).toContain('runs on Node 24.1.0')
  const second = bootstrap('start')
  expect(second.calls).toEqual([])
  expect(bootstrap('cli').output).toBe('')
})

test('no install scripts run but those of the packages that are named, whatever npm there is', () => {
  const allowScripts = { named: true, absent: true, refused: false }
  writeFileSync(join(root, 'package.json'), JSON.stringify({ type: 'module', allowScripts }))
  writeNpm(`if (process.argv[2] === 'ci') {
    for (const name of ['.bin', 'named', 'refused', 'other']) {
      fs.mkdirSync('node_modules/' + name, { recursive: true })
    }
    fs.writeFileSync('node_modules/.bin/node', '#!/bin/sh\\necho v24.1.0\\n', { mode: 0o755 })
  }`)
  const { status, calls } = bootstrap('start')
  expect(status).toBe(0)
  expect(calls).toEqual([
    expect.stringMatching(/^ci .*--ignore-scripts( |$)/),
    expect.stringMatching(/^rebuild named --ignore-scripts=false/),
  ])
})

test('tests need the development tools, and then a start has all it needs', () => {
  bootstrap('start')
  expect(bootstrap('test').calls[0]).toMatch(/^ci --include=dev /)
  expect(bootstrap('check').calls).toEqual([])
  expect(bootstrap('start').calls).toEqual([])
})

test('a changed lock file is installed again', () => {
  bootstrap('cli')
  writeLock('2.0.0')
  expect(bootstrap('cli').calls).toHaveLength(1)
  expect(bootstrap('cli').calls).toEqual([])
})

test('packages that were installed halfway are installed again', () => {
  bootstrap('start')
  const works = readFileSync(join(root, 'npm-cli.cjs'), 'utf8')
  // Killed after it removed some, with the record of the last install still there.
  writeNpm(`process.kill(process.ppid, 'SIGKILL'); process.exit(1)`)
  bootstrap('test')
  writeFileSync(join(root, 'npm-cli.cjs'), works)
  expect(bootstrap('start').calls).toHaveLength(1)
  expect(bootstrap('start').calls).toEqual([])
})

test('packages installed by hand are taken as they are', () => {
  mkdirSync(join(root, 'node_modules', '.bin'), { recursive: true })
  const node = join(root, 'node_modules', '.bin', 'node')
  writeFileSync(node, '#!/bin/sh\necho v24.9.0\n')
  chmodSync(node, 0o755)
  const record = { packages: { 'node_modules/a': { version: '1.0.0' } } }
  writeFileSync(join(root, 'node_modules', '.package-lock.json'), JSON.stringify(record))
  expect(bootstrap('cli').calls).toEqual([])
  expect(bootstrap('gen').calls).toHaveLength(1)
})

test.each([
  ['getaddrinfo ENOTFOUND registry.example', 'registry cannot be reached'],
  ['ENOSPC: no space left on device', 'disk is full'],
  ['EACCES: permission denied, mkdir', 'must belong to the user'],
  ['EINTEGRITY sha512-x', 'download'],
  ['something new', 'something new'],
])('npm failing with "%s" is explained', (reason, words) => {
  writeNpm(`console.error('npm error ' + ${JSON.stringify(reason)}); process.exit(1)`)
  const { status, output } = bootstrap('cli')
  expect(status).toBe(1)
  expect(output).toContain('The packages could not be installed.')
  expect(output).toContain(words)
  expect(existsSync(join(root, 'deploy', '.bootstrap.lock'))).toBe(false)
})

test('npm that could not write all files, and says that all went well, is not believed', () => {
  writeNpm(`fs.mkdirSync('node_modules/.bin', { recursive: true })
    fs.writeFileSync('node_modules/.bin/node', '#!/bin/sh\\necho v24.1.0\\n', { mode: 0o755 })
    console.error('npm warn deprecated a@1: old')
    console.error('npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write')`)
  const { status, output } = bootstrap('cli')
  expect(status).toBe(1)
  expect(output).toContain('disk is full')
  expect(output).not.toContain('deprecated')
  expect(bootstrap('cli').calls).toHaveLength(1)
})

test('a lock that a killed start left does not stop the next', () => {
  writeFileSync(join(root, 'deploy', '.bootstrap.lock'), '2147483000 12345\n')
  expect(bootstrap('cli').calls).toHaveLength(1)
})

test('a start as a user who may not write the project names who can install, and does without a new app', () => {
  bootstrap('start')
  mkdirSync(join(root, 'controller', 'web'), { recursive: true })
  mkdirSync(join(root, 'shared', 'src'), { recursive: true })
  writeFileSync(join(root, 'controller', 'web', 'vite.config.ts'), '')
  chmodSync(root, 0o755)
  chmodSync(join(root, 'deploy'), 0o555)
  const uid = process.getuid?.() === 0 ? 65_534 : undefined
  const advice = /cannot be written \(E[A-Z]+: .*its owner runs "RUN_COMPILE_ONLY=1 npm start"/
  const start = bootstrap('start', uid)
  expect(start.status).toBe(0)
  expect(start.output).toMatch(/^The app could not be built; the API works without it\.\n/)
  expect(start.output).toMatch(advice)
  writeLock('2.0.0')
  const update = bootstrap('start', uid)
  expect(update).toMatchObject({ status: 1, calls: [] })
  expect(update.output).toMatch(advice)
})

test.runIf(process.getuid?.() === 0)(
  'packages that root installed for itself alone are told as that (only as root)',
  () => {
    bootstrap('start')
    chmodSync(root, 0o755)
    chmodSync(join(root, 'node_modules'), 0o700)
    const { status, output } = bootstrap('start', 65_534)
    expect(status).toBe(1)
    expect(output).toContain(`The packages in ${root} are closed to this user`)
    expect(output).toContain(`chmod -R a+rX ${join(root, 'node_modules')}`)
  },
)

test('an unknown purpose is refused', () => {
  expect(bootstrap('dance')).toMatchObject({ status: 1, calls: [] })
})
