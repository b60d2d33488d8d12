import { assignmentMark } from '@sightline/shared/assignment-mark'
import { expect, it } from 'vitest'

const assignment = {
  monitorId: 7,
  generation: 3,
  periodMs: 300_000,
  phaseMs: 12_350,
  runAtMs: 1_700_000_000_123,
}

it('is the same in every version', () => {
  expect(assignmentMark(assignment)).toBe(-1_834_796_543)
  expect(assignmentMark({ ...assignment, runAtMs: 0 })).toBe(1_666_957_916)
})

it('differs with everything that makes an assignment another', () => {
  const others = Object.entries(assignment).map(([name, value]) =>
    assignmentMark({ ...assignment, [name]: value + 1 }),
  )
  // The high word of the instant counts as well.
  others.push(assignmentMark({ ...assignment, runAtMs: assignment.runAtMs + 2 ** 32 }))
  expect(new Set([...others, assignmentMark(assignment)]).size).toBe(7)
})
