import { expect, it } from 'vitest'
import { checkQuorum } from '../../../../controller/src/monitors/monitor-rules.ts'

it.each<['majority' | 'all' | 'any' | number, number]>([
  ['majority', 1],
  ['all', 1],
  ['any', 1],
  [1, 1],
  [3, 3],
])('a quorum of %s fits %i regions', (quorum, regions) => {
  expect(() => checkQuorum(quorum, regions)).not.toThrow()
})

it('a quorum that is never reached is refused', () => {
  expect(() => checkQuorum(3, 2)).toThrow(
    'The field "confirmation.quorum" is 3: the monitor has 2 regions, so it must be at most 2.',
  )
  expect(() => checkQuorum(2, 1)).toThrow(/one region, so it must be at most 1/)
})
