import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFairLine } from '../../../../agent/src/bounds/fair-line.ts'
import { presentSharer, workFor } from '../../../../agent/src/bounds/sharer.ts'

const sharers = fc.integer({ min: 0, max: 4 }).map((n) => `workspace ${n}`)
const step = fc.oneof(fc.record({ push: sharers }), fc.constant({ take: true } as const))

describe('a line in which sharers take turns', () => {
  it('loses nothing, keeps the order of each, and lets nobody wait for more than one of each other', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const line = createFairLine<{ sharer: string; n: number }>()
        const waiting = new Map<string, number[]>()
        /** Taken from others since each sharer that waits was served, or came. */
        const passed = new Map<string, Map<string, number>>()
        let n = 0
        for (const each of steps) {
          if ('push' in each) {
            const { push: sharer } = each
            line.push(sharer, { sharer, n })
            const own = waiting.get(sharer) ?? []
            if (own.length === 0) passed.set(sharer, new Map())
            waiting.set(sharer, [...own, n])
            n += 1
            continue
          }
          const taken = line.take()
          const all = [...waiting.values()].flat()
          expect(taken === undefined).toBe(all.length === 0)
          if (taken === undefined) continue
          const [first, ...rest] = waiting.get(taken.sharer) ?? []
          expect(taken.n).toBe(first)
          waiting.set(taken.sharer, rest)
          passed.set(taken.sharer, new Map())
          for (const [sharer, counts] of passed) {
            if (sharer === taken.sharer || (waiting.get(sharer) ?? []).length === 0) continue
            counts.set(taken.sharer, (counts.get(taken.sharer) ?? 0) + 1)
            expect(counts.get(taken.sharer)).toBeLessThanOrEqual(1)
          }
          expect(line.size()).toBe(all.length - 1)
        }
      }),
    )
  })
})

describe('for whom work is', () => {
  it('goes along with all that the work starts, and with nothing else', async () => {
    const seen = await Promise.all(
      ['a', 'b'].map((sharer) =>
        workFor(sharer, async () => {
          await Promise.resolve()
          return presentSharer()
        }),
      ),
    )
    expect([...seen, presentSharer()]).toEqual(['a', 'b', ''])
  })
})
