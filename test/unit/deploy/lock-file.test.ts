import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface LockedPackage {
  readonly integrity?: string
  readonly link?: boolean
  readonly dev?: boolean
  readonly optional?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

test('the lock file holds the packages of every platform (else: node deploy/complete-lock.js)', () => {
  const file = new URL('../../../package-lock.json', import.meta.url)
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  const missing = Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {}).filter(
      (name) =>
        !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages),
    ),
  )
  expect(missing).toEqual([])
})

test('what is installed is what was locked: nothing that a start needs lacks its integrity, nor does any tool of this platform', () => {
  const file = new URL('../../../package-lock.json', import.meta.url)
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  const unproven = Object.entries(packages).filter(
    ([path, { integrity, link }]) =>
      path.includes('node_modules/') && link !== true && integrity === undefined,
  )
  // Development tools of platforms that the registry in use did not offer (deploy/complete-lock.js).
  const isForeignTool = ({ dev, optional, os, cpu, libc }: LockedPackage) =>
    dev === true &&
    optional === true &&
    !(os?.includes('linux') && cpu?.includes('x64') && !libc?.includes('musl'))
  expect(unproven.filter(([, entry]) => !isForeignTool(entry)).map(([path]) => path)).toEqual([])
})
