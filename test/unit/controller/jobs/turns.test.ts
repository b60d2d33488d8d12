import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Turns } from '../../../../controller/src/jobs/turns.ts'
import { createTurns } from '../../../../controller/src/jobs/turns.ts'

const PLACES = 20
const mayTake = (turns: Turns, sharer: string) => !turns.heldBack().includes(sharer)

describe('shares of a lane', () => {
  it('always leave a place to somebody who has none, unless all are taken by as many', () => {
    const step = fc.record({
      sharer: fc.integer({ min: 0, max: 5 }).map((n) => `workspace ${n}`),
      leaves: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const turns = createTurns({ places: PLACES, inARow: 1_000 })
        const inside = new Map<string, number>()
        const all = () => [...inside.values()].reduce((sum, count) => sum + count, 0)
        for (const { sharer, leaves } of steps) {
          const count = inside.get(sharer) ?? 0
          if (leaves && count > 0) {
            turns.gaveBack(sharer)
            inside.set(sharer, count - 1)
          } else if (!leaves && all() < PLACES && mayTake(turns, sharer)) {
            turns.took(sharer)
            inside.set(sharer, count + 1)
          }
          expect(mayTake(turns, 'newcomer')).toBe(true)
          // Six sharers at most.
          expect(all()).toBeLessThan(PLACES)
        }
      }),
    )
  })

  it('let one alone have most of the places, and two the same', () => {
    const turns = createTurns({ places: PLACES, inARow: 1_000 })
    const fill = (sharer: string) => {
      let count = 0
      for (; mayTake(turns, sharer); count += 1) turns.took(sharer)
      return count
    }
    expect(fill('one')).toBe(13)
    const second = fill('two')
    expect(second).toBeGreaterThanOrEqual(4)
    // The first gives back, and both take what they may: none has much more than the other.
    for (let n = 0; n < 13; n += 1) turns.gaveBack('one')
    const more = fill('two')
    expect(second + more).toBeGreaterThan(fill('one'))
  })
})

describe('turns in a lane', () => {
  it('go round: who waits is served after a few of each other', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 8 }),
        (amounts, inARow) => {
          const turns = createTurns({ places: null, inARow })
          const waiting = amounts.map((amount, n) => ({ sharer: `w${n}`, left: amount }))
          const order: string[] = []
          let looks = 0
          // As the jobs are: in the order they were added, those held back passed over.
          while (waiting.some(({ left }) => left > 0)) {
            looks += 1
            expect(looks).toBeLessThan(2_000)
            const held = turns.heldBack()
            const next = waiting.find(({ sharer, left }) => left > 0 && !held.includes(sharer))
            if (next === undefined) expect(turns.beginRound()).toBe(true)
            else {
              next.left -= 1
              order.push(next.sharer)
              turns.took(next.sharer)
              turns.gaveBack(next.sharer)
            }
          }
          const lastOf = waiting.map((_, n) => order.indexOf(`w${n}`)).filter((at) => at >= 0)
          for (const [n, first] of lastOf.entries()) expect(first).toBeLessThanOrEqual(n * inARow)
        },
      ),
    )
  })

  it('hold nobody back who belongs to no workspace, and begin anew only for somebody', () => {
    const turns = createTurns({ places: 4, inARow: 1 })
    for (let n = 0; n < 4; n += 1) turns.took(null)
    expect([turns.heldBack(), turns.beginRound()]).toEqual([[], false])
    turns.gaveBack(null)
    turns.took('one')
    expect([turns.heldBack(), turns.beginRound()]).toEqual([['one'], false])
    for (let n = 0; n < 3; n += 1) turns.gaveBack(null)
    turns.gaveBack('one')
    turns.took('one')
    turns.gaveBack('one')
    expect([turns.heldBack(), turns.beginRound(), turns.heldBack()]).toEqual([['one'], true, []])
  })
})
