import { SOFTWARE_VERSION } from '@sightline/shared/software-version'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it.each(['.', 'shared', 'controller', 'agent'])(
  'the package in %s has the version that the programs tell',
  (folder) => {
    const path = new URL(`../../../${folder}/package.json`, import.meta.url)
    expect(JSON.parse(readFileSync(path, 'utf8')).version).toBe(SOFTWARE_VERSION)
  },
)
