import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { canRun, findProgram } from '../programs/find-program.ts'

/** A Chrome that may work: a program of the machine, or the archives of one inside an npm package. */
export type ChromePlace =
  | { readonly kind: 'program'; readonly file: string }
  | { readonly kind: 'packaged'; readonly archives: string }

/** Which Chromes there are, best first; `missing` says in one sentence for people why there is none, and
 *  is null where there is one. */
export interface FoundChrome {
  readonly places: readonly ChromePlace[]
  readonly missing: string | null
  /** Whether the processes of pages must be locked in: without, no Chrome is started. */
  readonly isSandboxed: boolean
}

/** Values of SIGHTLINE_CHROME_SANDBOX. */
export const SANDBOXES = ['on', 'off'] as const

/** What finding asks of a machine. */
export interface Machine {
  readonly platform: NodeJS.Platform
  readonly architecture: string
  /** @returns an absolute path; null when the machine does not have it */
  readonly findProgram: (name: string) => string | null
  readonly canRun: (file: string) => boolean
  /** Folder of the packaged Chrome's archives; null when the package is not installed. */
  readonly packagedArchives: () => string | null
}

/** The value of SIGHTLINE_CHROME that switches the browser off. */
export const CHROME_OFF = 'none'

const PROGRAM_NAMES = [
  'chromium',
  'google-chrome-stable',
  'google-chrome',
  'chromium-browser',
  'chrome',
]

const MAC_PROGRAMS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

function findPackagedArchives(): string | null {
  try {
    const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
    const archives = path.join(path.dirname(entry), '..', 'bin')
    return existsSync(path.join(archives, 'chromium.br')) ? archives : null
  } catch {
    return null
  }
}

const THIS_MACHINE: Machine = {
  platform: process.platform,
  architecture: process.arch,
  findProgram,
  canRun,
  packagedArchives: findPackagedArchives,
}

/** Looks for Chromes without starting one: the one the operator names and no other, else those of the
 *  machine, else the one that comes with the agent (Linux on x64).
 *  @param setting of SIGHTLINE_CHROME: an absolute path, or `none`; null when it is not set
 *  @param sandbox of SIGHTLINE_CHROME_SANDBOX: `off` takes Chrome as it can be had */
export function findChrome(
  setting: string | null,
  sandbox: (typeof SANDBOXES)[number],
  machine: Machine = THIS_MACHINE,
): FoundChrome {
  return { ...findPlaces(setting, machine), isSandboxed: sandbox === 'on' }
}

function findPlaces(
  setting: string | null,
  machine: Machine,
): Pick<FoundChrome, 'places' | 'missing'> {
  if (setting === CHROME_OFF) {
    const missing = 'The browser is switched off on this agent (SIGHTLINE_CHROME=none).'
    return { places: [], missing }
  }
  if (setting !== null) {
    if (machine.canRun(setting)) {
      return { places: [{ kind: 'program', file: setting }], missing: null }
    }
    // Not the path: users read this as well, and it is a place of the machine.
    const missing =
      'This agent has no browser: SIGHTLINE_CHROME names no program that it can run on its machine.'
    return { places: [], missing }
  }
  const named = PROGRAM_NAMES.map((name) => machine.findProgram(name))
  const mac = machine.platform === 'darwin' ? MAC_PROGRAMS.filter(machine.canRun) : []
  const files = new Set([...named.filter((file) => file !== null), ...mac])
  const places: ChromePlace[] = [...files].map((file) => ({ kind: 'program', file }))
  if (machine.platform === 'linux' && machine.architecture === 'x64') {
    const archives = machine.packagedArchives()
    if (archives !== null) places.push({ kind: 'packaged', archives })
  }
  if (places.length > 0) return { places, missing: null }
  const missing =
    'This agent has no browser: install chromium or google-chrome on its machine, or name one by SIGHTLINE_CHROME.'
  return { places, missing }
}
