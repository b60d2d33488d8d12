import { expect, it } from 'vitest'
import { toChange } from '../../../../controller/web/src/parts/monitors/to-change.ts'

it('what is taken back leaves monitors alone that were so before', () => {
  const isActive = new Map([
    ['mon_checked', true],
    ['mon_paused', false],
  ])
  const ids = ['mon_checked', 'mon_paused', 'mon_unknown']
  expect(toChange(ids, 'pause', isActive)).toEqual(['mon_checked', 'mon_unknown'])
  expect(toChange(ids, 'resume', isActive)).toEqual(['mon_paused', 'mon_unknown'])
})
