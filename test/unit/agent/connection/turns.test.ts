import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTurns } from '../../../../agent/src/connection/turns.ts'

const MEMBERS = ['a', 'b', 'c', 'd'] as const

/** The current one and those after it. */
function nextOf(turns: { current: () => string; pass: () => void }, count: number): string[] {
  return Array.from({ length: count }, () => {
    const member = turns.current()
    turns.pass()
    return member
  })
}

test('each has its turn once in every round', () => {
  const turns = createTurns(MEMBERS)
  for (let round = 0; round < 20; round += 1) {
    expect(nextOf(turns, MEMBERS.length).toSorted()).toEqual(MEMBERS)
  }
})

test('the one that was good comes last after it failed, wherever it stood in its round', () => {
  fc.assert(
    fc.property(fc.nat({ max: 10 }), (failures) => {
      const turns = createTurns(MEMBERS)
      nextOf(turns, failures)
      const good = turns.current()
      turns.settle()
      turns.pass()
      const [last, ...others] = nextOf(turns, MEMBERS.length).toReversed()
      expect(last).toBe(good)
      expect([good, ...others].toSorted()).toEqual(MEMBERS)
    }),
  )
})

test('agents that lose a controller together go to others by chance', () => {
  const firsts = Array.from({ length: 200 }, () => createTurns(MEMBERS).current())
  expect([...new Set(firsts)].toSorted()).toEqual(MEMBERS)
})

test('a single one has every turn', () => {
  const turns = createTurns(['a'])
  expect(nextOf(turns, 3)).toEqual(['a', 'a', 'a'])
})
