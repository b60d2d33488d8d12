import { CAUSES } from '@sightline/shared/causes'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Tests that read a cause back from a target that is broken in its way. */
const TESTS = globSync([
  'test/integration/diagnosis/*.test.ts',
  'test/e2e/causes.test.ts',
  'test/e2e/render.test.ts',
])
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

test.for(Object.keys(CAUSES))('a target that is broken in the way of %s is tested', (cause) => {
  expect(TESTS.includes(`'${cause}'`)).toBe(true)
})
