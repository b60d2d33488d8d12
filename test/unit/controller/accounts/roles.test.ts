import { expect, it } from 'vitest'
import { mayUseMonitoring } from '../../../../controller/src/accounts/roles.ts'

it.each([
  ['owner', true, true],
  ['admin', true, true],
  ['editor', true, true],
  ['viewer', true, false],
  ['analyst', false, false],
  ['emperor', false, false],
  ['toString', false, false],
  [null, false, false],
])('%s may view: %s, manage: %s', (role, view, manage) => {
  expect(mayUseMonitoring(role, 'view')).toBe(view)
  expect(mayUseMonitoring(role, 'manage')).toBe(manage)
})
