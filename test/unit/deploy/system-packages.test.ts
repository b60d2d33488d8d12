import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { bringPackages } from '../../../deploy/bootstrap/bring-packages.js'
import { installPackages } from '../../../deploy/bootstrap/system-packages.js'
import { advice, missingPackages, waysOf } from '../../../deploy/bootstrap/package-needs.js'
import { temporaryFolder } from '../../helpers/temporary-folder.ts'

/** A Debian with nothing of what npm cannot bring. */
const BARE = {
  family: 'debian',
  isRoot: false,
  isAllowed: true,
  usesPackagedChrome: true,
  hasProgram: (name: string) => name !== 'mtr-packet',
  hasLibrary: () => false,
  hasFont: () => false,
}

const namesOf = (needs: readonly { name: string }[]): string[] => needs.map(({ name }) => name)
const FONTS = [
  'fonts-dejavu-core',
  'fonts-droid-fallback',
  'fonts-wqy-microhei',
  'fonts-noto-color-emoji',
]

describe('what a machine lacks', () => {
  test('is a program for ping, a library and fonts for the browser', () => {
    expect(namesOf(missingPackages(BARE))).toEqual(['mtr-tiny', 'libsqlite3-0', ...FONTS])
  })

  test('is nothing of the browser where that is not the one that comes along', () => {
    expect(namesOf(missingPackages({ ...BARE, usesPackagedChrome: false }))).toEqual(['mtr-tiny'])
  })

  test('is no font that stands in for a wanted one', () => {
    const files = ['NotoNaskhArabic-Regular.ttf', 'opentype/noto/NotoSansCJK-Regular.ttc']
    const hasFont = (pattern: RegExp) => files.some((file) => pattern.test(file))
    const missing = missingPackages({ ...BARE, hasFont, hasLibrary: () => true })
    expect(namesOf(missing)).toEqual(['mtr-tiny', 'fonts-noto-color-emoji'])
  })
})

describe('what a machine lacks comes', () => {
  const missing = missingPackages(BARE)
  const comes = (machine: object) => {
    const { install, bring } = waysOf(missing, { ...BARE, ...machine })
    return { install: namesOf(install), bring: namesOf(bring) }
  }

  test('by apt-get as root', () => {
    expect(comes({ isRoot: true })).toEqual({
      install: ['mtr-tiny', 'libsqlite3-0', ...FONTS],
      bring: [],
    })
  })

  test('into a folder of the project without root, but for what only root can give its rights', () => {
    expect(comes({})).toEqual({ install: [], bring: ['libsqlite3-0', ...FONTS] })
  })

  test.each([
    ['where that was turned off', { isAllowed: false, isRoot: true }],
    ['on another system', { family: 'fedora', isRoot: true }],
    ['without apt-get', { hasProgram: () => false }],
  ])('not at all %s', (_, machine) => {
    expect(comes(machine)).toEqual({ install: [], bring: [] })
  })

  test('else it is told with its command', () => {
    const lines = advice(missing, 'debian')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain('libsqlite3.so.0')
    expect(lines[1]).toContain('sudo apt-get install -y --no-install-recommends libsqlite3-0')
    expect(advice(missing, 'fedora')[2]).toContain('sudo dnf install -y')
    expect(advice(missing, 'other')[1]).toContain("your system's sqlite library")
  })
})

/** Stands for apt-get and dpkg-deb. @param apt what apt-get does, as a shell script */
function withPrograms(apt: string): {
  folder: string
  bring: () => Promise<string | null>
  install: (deadline: number) => Promise<string | null>
} {
  const bin = temporaryFolder()
  const script = (name: string, text: string): void => {
    writeFileSync(path.join(bin, name), `#!/bin/sh\n${text}\n`)
    chmodSync(path.join(bin, name), 0o755)
  }
  script('apt-get', apt)
  script(
    'dpkg-deb',
    `mkdir -p "$3/usr/lib/x86_64-linux-gnu" "$3/usr/share/fonts/truetype" "$3/etc"
    echo sqlite > "$3/usr/lib/x86_64-linux-gnu/libsqlite3.so.0.8.6"
    ln -sf libsqlite3.so.0.8.6 "$3/usr/lib/x86_64-linux-gnu/libsqlite3.so.0"
    echo font > "$3/usr/share/fonts/truetype/A.ttf"; echo other > "$3/etc/other.conf"`,
  )
  const folder = path.join(temporaryFolder(), 'own')
  async function withPath<T>(work: () => Promise<T>): Promise<T> {
    const before = process.env['PATH']
    process.env['PATH'] = `${bin}:${before}`
    try {
      return await work()
    } finally {
      process.env['PATH'] = before
    }
  }
  return {
    folder,
    bring: () => withPath(() => bringPackages(['libsqlite3-0'], folder, Date.now() + 60_000)),
    install: (deadline) => withPath(() => installPackages([{ name: 'mtr-tiny' }], deadline)),
  }
}

const DOWNLOADS = 'for last; do :; done; case "$*" in *" download "*) : > "$last.deb" ;; esac'

describe('without root', () => {
  test('packages are downloaded, and only their library and fonts kept', async () => {
    const { folder, bring } = withPrograms(DOWNLOADS)
    expect(await bring()).toBeNull()
    expect(readdirSync(folder).toSorted()).toEqual(['fonts', 'lib'])
    expect(readFileSync(path.join(folder, 'lib', 'libsqlite3.so.0'), 'utf8')).toBe('sqlite\n')
    expect(readdirSync(path.join(folder, 'fonts'))).toEqual(['A.ttf'])
    expect(await bring()).toBeNull()
  })

  test('package lists of its own are used where the machine has none', async () => {
    const { folder, bring } = withPrograms(`case "$*" in
      *Dir::State::lists=*) ${DOWNLOADS} ;;
      *) echo 'E: Unable to locate package libsqlite3-0' >&2; exit 100 ;;
    esac`)
    expect(await bring()).toBeNull()
    expect(existsSync(path.join(folder, 'lib', 'libsqlite3.so.0'))).toBe(true)
  })

  test('a mirror that cannot be reached leaves nothing behind and is told', async () => {
    const { folder, bring } = withPrograms("echo 'E: Failed to fetch it' >&2; exit 100")
    expect(await bring()).toBe('E: Failed to fetch it')
    expect(readdirSync(folder)).toEqual([])
  })

  test('a project of somebody else is left as it is, which is told and keeps nobody from starting', async () => {
    const folder = path.join(temporaryFolder(), 'file')
    writeFileSync(folder, '')
    const told = await bringPackages(['libsqlite3-0'], path.join(folder, 'own'), Date.now() + 9_000)
    expect(told).toMatch(/^ENOTDIR: .*mkdir/)
  })
})

describe('as root', () => {
  test('what dpkg has begun it finishes, however little time is left', async () => {
    const { install } = withPrograms(`case "$*" in
      *--download-only*) exit 0 ;;
      *) sleep 2 ;;
    esac`)
    expect(await install(Date.now() + 1_500)).toBeNull()
  })

  test('a download that hangs is given up, and nothing is installed', async () => {
    const { install } = withPrograms(`case "$*" in
      *--download-only*) exec sleep 60 ;;
      *) exit 0 ;;
    esac`)
    expect(await install(Date.now() + 200)).toBe('not downloaded after 90 s')
  })
})

test('a machine that has all of it is asked for nothing', () => {
  const folder = temporaryFolder()
  mkdirSync(path.join(folder, 'deploy'))
  const script = new URL('../../../deploy/bootstrap/system-packages.js', import.meta.url)
  const run = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `const { offerSystemPackages } = await import('${script.href}'); await offerSystemPackages('${folder}')`,
    ],
    {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], SIGHTLINE_CHROME: 'none', SIGHTLINE_SYSTEM_PACKAGES: '0' },
    },
  )
  expect(run.status).toBe(0)
  // Only whoever lacks mtr-packet is told of anything.
  expect(run.stdout.replace(/^Ping monitors.*\n/, '')).toBe('')
})
