import { expect, it } from 'vitest'
import { SETTINGS_VERSION } from '@sightline/shared/monitor-types/since'
import { needsVersionOf } from '../../../../controller/src/monitors/apply-settings.ts'

const settings = { method: 'HEAD', redirects: { max: 3 } }

it('a monitor needs the version of its settings', () => {
  expect(needsVersionOf('web', settings)).toBe(1)
  expect(needsVersionOf('web', settings, { needsVersion: 1 })).toBe(1)
})

it('what a newer controller noted stays: a setting that is not known here is kept', () => {
  const needsVersion = SETTINGS_VERSION + 1
  expect(needsVersionOf('web', settings, { needsVersion })).toBe(needsVersion)
})
