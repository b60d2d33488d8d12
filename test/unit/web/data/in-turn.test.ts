import { expect, test } from 'vitest'
import { createTurns } from '../../../../controller/web/src/data/in-turn.ts'

test('works go in a few at a time, in their order, and a failure makes room', async () => {
  const inTurn = createTurns(2)
  const begun: number[] = []
  const ends = Array.from({ length: 4 }, () => Promise.withResolvers<number>())
  const works = ends.map(({ promise }, at) =>
    inTurn(() => {
      begun.push(at)
      return promise
    }),
  )
  await Promise.resolve()
  expect(begun).toEqual([0, 1])
  ends[1]?.reject(new Error('no'))
  await expect(works[1]).rejects.toThrow('no')
  expect(begun).toEqual([0, 1, 2])
  for (const [at, { resolve }] of ends.entries()) resolve(at)
  expect(await Promise.all([works[0], works[2], works[3]])).toEqual([0, 2, 3])
})

test('who gives up leaves the line, and takes nobody with him', async () => {
  const inTurn = createTurns(1)
  const first = Promise.withResolvers<string>()
  const one = inTurn(() => first.promise)
  const stop = new AbortController()
  const two = inTurn(async () => 'two', stop.signal)
  const three = inTurn(async () => 'three')
  stop.abort(new Error('gone'))
  await expect(two).rejects.toThrow('gone')
  first.resolve('one')
  expect(await Promise.all([one, three])).toEqual(['one', 'three'])
  await expect(inTurn(async () => 'four', AbortSignal.abort(new Error('late')))).rejects.toThrow(
    'late',
  )
})
