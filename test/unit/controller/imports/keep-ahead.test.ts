import { describe, expect, it } from 'vitest'
import { keepAhead } from '../../../../controller/src/imports/keep-ahead.ts'

/** Pieces that are made as soon as they may be, and how many of them were. */
function counted(most: number, failure: Error | null = null) {
  const state = { made: 0, isOver: false }
  async function* make(): AsyncGenerator<{ text: string }> {
    while (state.made < most) {
      state.made += 1
      yield { text: `${'ä'.repeat(10_000)} ${state.made}` }
    }
    if (failure !== null) throw failure
  }
  return { state, made: make(), over: () => void (state.isOver = true) }
}

describe('pieces that are kept ahead', () => {
  it('are all made though nobody takes them, and come whole and in their order', async () => {
    const { state, made, over } = counted(200)
    const kept = await keepAhead(made, over)
    await expect.poll(() => state.isOver).toBe(true)
    const all: string[] = []
    for await (const { text } of kept.pieces) all.push(text)
    kept.drop()
    expect(all).toHaveLength(200)
    expect(all.map((text) => Number(text.slice(10_001)))).toEqual(all.map((_, index) => index + 1))
  })

  it('are waited for where they are taken faster', async () => {
    const { promise: second, resolve } = Promise.withResolvers<void>()
    async function* make() {
      yield 1
      await second
      yield 2
    }
    const kept = await keepAhead(make(), () => undefined)
    expect(await kept.pieces.next()).toEqual({ done: false, value: 1 })
    const next = kept.pieces.next()
    resolve()
    expect(await next).toEqual({ done: false, value: 2 })
    expect((await kept.pieces.next()).done).toBe(true)
    kept.drop()
  })

  it('fail after those that were made where the making failed', async () => {
    const { state, made, over } = counted(1, new Error('no more'))
    const kept = await keepAhead(made, over)
    expect((await kept.pieces.next()).done).toBe(false)
    await expect(kept.pieces.next()).rejects.toThrow('no more')
    expect(state.isOver).toBe(true)
    kept.drop()
  })

  it('are not made any more once they are dropped', async () => {
    const { state, made, over } = counted(Number.POSITIVE_INFINITY)
    const kept = await keepAhead(made, over)
    await kept.pieces.next()
    kept.drop()
    kept.drop()
    await expect.poll(() => state.isOver).toBe(true)
    expect(state.made).toBeLessThan(1_000_000)
  })
})
