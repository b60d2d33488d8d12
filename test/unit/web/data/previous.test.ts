import { expect, it } from 'vitest'
import { previousOf } from '../../../../controller/web/src/data/previous.ts'

const previous = previousOf('monitor', 'mon_1', 'summary')

it('what was read of the same stands until the next read comes', () => {
  expect(previous('before', { queryKey: ['monitor', 'mon_1', 'summary', { from: 'then' }] })).toBe(
    'before',
  )
})

it.each([
  [['monitor', 'mon_2', 'summary', {}]],
  [['monitor', 'mon_1', 'performance', {}]],
  [['monitor']],
])('what was read of something else does not: %j', (queryKey) => {
  expect(previous('before', { queryKey })).toBeUndefined()
})

it('before the first read there is nothing', () => {
  expect(previous(undefined, undefined)).toBeUndefined()
})
