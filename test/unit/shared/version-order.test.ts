import { isBefore } from '@sightline/shared/version-order'
import { expect, test } from 'vitest'

test.each([
  ['0.1.0', '0.2.0', true],
  ['0.9.0', '0.10.0', true],
  ['0.2.0-beta.1', '0.2.0', true],
  ['nothing', '0.0.0', true],
  ['', '0.0.1', true],
  ['0.2.0', '0.2.0', false],
  ['0.2.0', '0.2.0-beta.1', false],
  ['1.0.0', '0.9.9', false],
  ['0.2.10', '0.2.9', false],
])('%s before %s: %s', (version, other, is) => {
  expect(isBefore(version, other)).toBe(is)
})
