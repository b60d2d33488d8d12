import { spawnSync } from 'node:child_process'
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '@sightline/shared/make-folder'
import { temporaryFolder } from '../../helpers/temporary-folder.ts'

const MODULE = new URL('../../../shared/src/make-folder.ts', import.meta.url).href
const OWN_MOUNTS = ['--mount', '--propagation', 'private']
const canMount = spawnSync('unshare', [...OWN_MOUNTS, 'true']).status === 0

test('folders are made with those above them, and again without a word', () => {
  const folder = join(temporaryFolder(), 'a', 'b')
  makeFolder(folder, 0o700)
  makeFolder(folder, 0o700)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('a file in the way is told', () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  expect(() => makeFolder(join(file, 'a', 'b'))).toThrow('ENOTDIR')
  expect(() => makeFolder(file)).toThrow('EEXIST')
})

// /proc, and where disks are mounted when they are asked for, have folders in which none can be made.
test.runIf(process.platform === 'linux')('a place where no folder can be is told', () => {
  const program = `import { makeFolder } from ${JSON.stringify(MODULE)}; makeFolder('/proc/sightline/a')`
  const { stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', program],
    // What does not end hears no signal either.
    { encoding: 'utf8', timeout: 10_000, killSignal: 'SIGKILL' },
  )
  expect(stderr).toContain("ENOENT: no such file or directory, mkdir '/proc/sightline'")
})

test.runIf(canMount)(
  'a disk that may only be read is told (not where nothing can be mounted)',
  () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'disk'))
    const program = `import { makeFolder } from ${JSON.stringify(MODULE)}; makeFolder('disk/a/b')`
    const { stderr } = spawnSync(
      'unshare',
      [
        ...OWN_MOUNTS,
        'sh',
        '-c',
        'mount -t tmpfs -o ro tmpfs disk && exec "$@"',
        'sh',
        process.execPath,
        '--input-type=module',
        '--eval',
        program,
      ],
      { cwd: folder, encoding: 'utf8' },
    )
    expect(stderr).toContain('EROFS: read-only file system')
  },
)
