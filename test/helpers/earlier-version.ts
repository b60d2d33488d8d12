import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Packages of the project itself, and what is kept of its sources. */
const OWN = new Set(['@sightline', '.cache', '.package-lock.json'])
const WORKSPACES = ['agent', 'controller', 'shared']

/** The version before, in a folder of its own with the packages of this one. */
export interface EarlierVersion {
  readonly root: string
  readonly remove: () => void
}

/** The commit that `test/earlier-version` names: the last release, or what was in use before this version. */
export const EARLIER_COMMIT = readFileSync(join(ROOT, 'test/earlier-version'), 'utf8').trim()

/** Whether the checkout has the history that the commit is in. */
export function hasEarlierVersion(): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${EARLIER_COMMIT}^{commit}`], {
      cwd: ROOT,
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
}

/** Unpacks the version before. */
export function unpackEarlierVersion(): EarlierVersion {
  const root = mkdtempSync(join(tmpdir(), 'sightline-earlier-'))
  const archive = join(root, 'archive.tar')
  execFileSync('git', ['archive', '--output', archive, EARLIER_COMMIT], { cwd: ROOT })
  execFileSync('tar', ['-xf', archive, '-C', root])
  const packages = join(root, 'node_modules')
  mkdirSync(join(packages, '@sightline'), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (!OWN.has(name)) symlinkSync(join(ROOT, 'node_modules', name), join(packages, name))
  }
  for (const name of WORKSPACES) symlinkSync(join(root, name), join(packages, '@sightline', name))
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) }
}
