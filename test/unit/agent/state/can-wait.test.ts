import { CheckStatus } from '@sightline/shared/gen/probe/v1/result_pb'
import { expect, test } from 'vitest'
import { createCanWait } from '../../../../agent/src/state/can-wait.ts'

const UP = { monitorId: 7, attempt: 0, confirmation: false, status: CheckStatus.UP }

test.each([
  ['of the grid and up', UP, true],
  ['not up', { ...UP, status: CheckStatus.DEGRADED }, false],
  ['of nobody knows whom', { ...UP, status: CheckStatus.UNKNOWN }, false],
  ['beside the grid: somebody has just made the monitor', { ...UP, attempt: 1 }, false],
  ['of a vote', { ...UP, confirmation: true }, false],
])('a result %s', (_, result, mayWait) => {
  expect(createCanWait()(result)).toBe(mayWait)
})

test('a monitor that is up again is told at once, and that of another is not held up', () => {
  const canWait = createCanWait()
  canWait({ ...UP, status: CheckStatus.DOWN })
  expect(canWait({ ...UP, monitorId: 8 })).toBe(true)
  expect(canWait(UP)).toBe(false)
  expect(canWait(UP)).toBe(true)
})
