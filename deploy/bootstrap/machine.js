import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const FONT_FOLDERS = ['/usr/share/fonts', '/usr/local/share/fonts']

const LIBRARY_FOLDERS = [
  '/usr/lib/x86_64-linux-gnu',
  '/lib/x86_64-linux-gnu',
  '/usr/lib64',
  '/lib64',
  '/usr/lib',
  '/usr/local/lib',
]

const CHROMES = ['chromium', 'google-chrome-stable', 'google-chrome', 'chromium-browser', 'chrome']

const OFF = new Set(['0', 'false', 'no', 'off'])

/** What deciding about system packages asks of this machine. `own` is the folder of packages that were
 *  brought without root. */
export function thisMachine(own) {
  return {
    family: linuxFamily(),
    isRoot: process.geteuid?.() === 0,
    isAllowed: !OFF.has((process.env.SIGHTLINE_SYSTEM_PACKAGES ?? '').trim().toLowerCase()),
    // It is for this platform, and used where there is no other.
    usesPackagedChrome:
      process.platform === 'linux' &&
      process.arch === 'x64' &&
      (process.env.SIGHTLINE_CHROME ?? '') === '' &&
      !CHROMES.some(hasProgram),
    hasProgram,
    hasLibrary: (name) =>
      [join(own, 'lib'), ...LIBRARY_FOLDERS].some((folder) => existsSync(join(folder, name))),
    hasFont: (pattern) =>
      [join(own, 'fonts'), ...FONT_FOLDERS].some((folder) =>
        fontsIn(folder).some(pattern.test, pattern),
      ),
  }
}

function fontsIn(folder) {
  try {
    return readdirSync(folder, { recursive: true })
  } catch {
    return []
  }
}

function hasProgram(program) {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/sbin',
    '/usr/local/sbin',
    '/sbin',
  ]
  return folders.some((folder) => folder !== '' && existsSync(join(folder, program)))
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
