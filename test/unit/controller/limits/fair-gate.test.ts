import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createFairGate } from '../../../../controller/src/limits/fair-gate.ts'

const LIMITS = { places: 4, ofOne: 3, waiting: 40, waitingOfOne: 20, waitMs: 60_000 }

/** Works that end when the test says so, in the order they began; what is left of them ends with it: what waited on
 *  would be refused a minute later, in the middle of another file's tests. */
function works() {
  const gate = createFairGate(LIMITS, 'dishes are being cooked')
  const begun: string[] = []
  const ends: (() => void)[] = []
  onTestFinished(async () => {
    while (ends.length > 0) await endFirst()
  })
  const add = (sharer: string, name = sharer): Promise<string> =>
    gate.pass(sharer, () => {
      begun.push(name)
      return new Promise((resolve) => ends.push(() => resolve(name)))
    })
  async function endFirst(): Promise<void> {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { gate, begun, ends, add, endFirst }
}

const begins = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('a gate that sharers take turns in', () => {
  it('keeps a place for others, however much one wants', async () => {
    const { begun, add } = works()
    for (let n = 0; n < 20; n += 1) void add('greedy')
    void add('other')
    await begins()
    expect(begun).toEqual(['greedy', 'greedy', 'greedy', 'other'])
  })

  it('lets in by turns, each in order', async () => {
    const { begun, add, endFirst } = works()
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) void add('a', name)
    for (const name of ['b1', 'b2', 'b3']) void add('b', name)
    for (const name of ['c1', 'c2']) void add('c', name)
    await begins()
    expect(begun.splice(0)).toEqual(['a1', 'a2', 'a3', 'b1'])
    for (let n = 0; n < 7; n += 1) await endFirst()
    expect(begun).toEqual(['a4', 'b2', 'c1', 'a5', 'b3', 'c2', 'a6'])
  })

  it('refuses what one has too much of, or all together, and lets others wait', async () => {
    const { add } = works()
    const refusals: string[] = []
    const refused = (name: string) => () => void refusals.push(name)
    for (let n = 0; n < 23; n += 1) add('a').catch(refused('a'))
    await begins()
    expect(refusals).toEqual([])
    const tooMany = await add('a').catch((error: unknown) => error)
    expect(tooMany).toMatchObject({
      code: 'unavailable',
      message: 'Too many dishes are being cooked at once: try again in a few seconds.',
      headers: { 'Retry-After': '5' },
    })
    for (let n = 0; n < 21; n += 1) add('b').catch(refused('b'))
    await begins()
    expect(refusals).toEqual([])
    add('c').catch(refused('c'))
    await begins()
    expect(refusals).toEqual(['c'])
  })

  it('refuses what waited for too long, and never begins it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { begun, add, endFirst } = works()
    for (const name of ['a1', 'a2', 'a3']) void add('a', name)
    const late = add('a', 'a4').catch((error: unknown) => error)
    vi.advanceTimersByTime(LIMITS.waitMs)
    expect(await late).toMatchObject({ code: 'unavailable' })
    void add('a', 'a5')
    await endFirst()
    expect(begun).toEqual(['a1', 'a2', 'a3', 'a5'])
  })

  it('passes on what a work throws, and gives its place up', async () => {
    const { gate } = works()
    for (let n = 0; n < 8; n += 1) {
      await expect(gate.pass('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    }
    await expect(gate.pass('a', async () => 'yes')).resolves.toBe('yes')
  })

  it('does every work once, with never more inside than there is room for', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 20 }),
        async (sharers) => {
          const gate = createFairGate(LIMITS, 'dishes are being cooked')
          const inside = new Map<string, number>()
          let all = 0
          let most = 0
          let mostOfOne = 0
          const done = await Promise.all(
            sharers.map((sharer, number) =>
              gate.pass(sharer, async () => {
                inside.set(sharer, (inside.get(sharer) ?? 0) + 1)
                all += 1
                most = Math.max(most, all)
                mostOfOne = Math.max(mostOfOne, inside.get(sharer) ?? 0)
                await begins()
                inside.set(sharer, (inside.get(sharer) ?? 0) - 1)
                all -= 1
                return number
              }),
            ),
          )
          expect(done).toEqual(sharers.map((_, number) => number))
          expect(most).toBeLessThanOrEqual(4)
          expect(mostOfOne).toBeLessThanOrEqual(3)
        },
      ),
    )
  })
})
