import { describe, expect, it } from 'vitest'
import type { HealthFigures } from '../../../../controller/src/db/health-figures.ts'
import { whatIsWrong } from '../../../../controller/src/operation/what-is-wrong.ts'

const WELL: HealthFigures = {
  deadRegions: [],
  uncommittedSeconds: 4,
  nearestClockMs: 20,
  oldestAlertSeconds: 2,
}
const many = Array.from({ length: 12 }, (_, index) => `r-${index}`)

describe('an installation', () => {
  it.each<[string, Partial<HealthFigures>, string[]]>([
    ['works', {}, []],
    ['has nothing to check', { uncommittedSeconds: null }, []],
    ['is a little behind', { uncommittedSeconds: 300, oldestAlertSeconds: 300 }, []],
    [
      'lost a region',
      { deadRegions: ['eu-west', 'us-east'] },
      ['No live agent checks the monitors of eu-west, us-east.'],
    ],
    [
      'lost many regions',
      { deadRegions: many },
      [
        'No live agent checks the monitors of r-0, r-1, r-2, r-3, r-4, r-5, r-6, r-7, r-8, r-9 and 2 more locations.',
      ],
    ],
    ['has no agent whose clock it knew', { nearestClockMs: null }, []],
    ['has an agent whose clock is right enough', { nearestClockMs: -2_000 }, []],
    [
      'has a database that is ahead of all agents',
      { nearestClockMs: -600_400 },
      [
        "The clock of the database's machine is 600 seconds or more ahead of those of all agents, so nothing they find counts: set right whichever is wrong.",
      ],
    ],
    [
      'has a database that is behind all agents',
      { nearestClockMs: 3_000 },
      [
        "The clock of the database's machine is 3 seconds or more behind those of all agents, so nothing they find counts: set right whichever is wrong.",
      ],
    ],
    [
      'stores nothing and tells nobody',
      { uncommittedSeconds: 421, oldestAlertSeconds: 3_600 },
      ['No result was stored for 7 minutes.', 'An alert is 60 minutes overdue.'],
    ],
  ])('that %s', (_what, figures, expected) => {
    expect(whatIsWrong({ ...WELL, ...figures })).toEqual(expected)
  })
})
