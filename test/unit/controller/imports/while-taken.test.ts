import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { whileTaken } from '../../../../controller/src/imports/while-taken.ts'

/** Pieces that end without a word when they are let go of, as those of a process do. */
function piecesUntilOver() {
  const state = { isOver: false }
  async function* pieces(): AsyncGenerator<number> {
    for (let piece = 1; piece <= 3 && !state.isOver; piece += 1) yield piece
  }
  return { state, pieces: pieces(), over: () => void (state.isOver = true) }
}

async function allOf(taken: AsyncIterable<number>): Promise<number[]> {
  const all: number[] = []
  for await (const piece of taken) all.push(piece)
  return all
}

describe('pieces that are passed on while they are taken', () => {
  it('are let go of at their end', async () => {
    const { state, pieces, over } = piecesUntilOver()
    expect(await allOf(whileTaken(pieces, { maxMs: 5_000, maxStallMs: 5_000 }, over))).toEqual([
      1, 2, 3,
    ])
    expect(state.isOver).toBe(true)
  })

  it('are let go of when nobody takes the next for long, who then is not told that this was all', async () => {
    const { state, pieces, over } = piecesUntilOver()
    const taken = whileTaken(pieces, { maxMs: 5_000, maxStallMs: 20 }, over)
    expect((await taken.next()).value).toBe(1)
    await expect.poll(() => state.isOver).toBe(true)
    await expect(taken.next()).rejects.toThrow('given up')
  })

  it('are let go of when all takes too long', async () => {
    const { state, pieces, over } = piecesUntilOver()
    const taken = whileTaken(pieces, { maxMs: 20, maxStallMs: 5_000 }, over)
    await taken.next()
    await delay(40)
    expect(state.isOver).toBe(true)
    await expect(allOf(taken)).rejects.toThrow('given up')
  })

  it('are let go of when whoever takes them leaves', async () => {
    const { state, pieces, over } = piecesUntilOver()
    const taken = whileTaken(pieces, { maxMs: 5_000, maxStallMs: 5_000 }, over)
    await taken.next()
    await taken.return(undefined)
    expect(state.isOver).toBe(true)
  })
})
