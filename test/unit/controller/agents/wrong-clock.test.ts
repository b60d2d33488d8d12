import { createLogger } from '@sightline/shared/logger'
import { expect, test } from 'vitest'
import { createWrongClockLog } from '../../../../controller/src/agents/wrong-clock.ts'

test('a clock that is off is told of once, and once when it is right again', () => {
  const lines: string[] = []
  const log = createLogger('test', 'info', { write: (line) => lines.push(line) })
  let offsetMs = 0
  const look = createWrongClockLog({ offsetMs: () => offsetMs }, log)
  for (offsetMs of [0, -3_000, -3_001, 1_999, 0]) look()
  expect(lines.map((line) => JSON.parse(line).offsetMs)).toEqual([-3_000, 1_999])
})
