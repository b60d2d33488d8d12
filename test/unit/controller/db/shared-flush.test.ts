import { expect, it } from 'vitest'
import { shareFlush } from '../../../../controller/src/db/shared-flush.ts'

/** Flushes that end when they are told to. */
function flushes() {
  const begun: PromiseWithResolvers<void>[] = []
  const flush = shareFlush(() => {
    const one = Promise.withResolvers<void>()
    begun.push(one)
    return one.promise
  })
  return { begun, flush }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

it('who asks while the disk is waited for shares the next wait, which begins after it', async () => {
  const { begun, flush } = flushes()
  const done: string[] = []
  const ask = (name: string) => void flush().then(() => done.push(name))
  ask('first')
  ask('second')
  ask('third')
  await turn()
  expect(begun).toHaveLength(1)

  begun[0]?.resolve()
  await turn()
  expect(done).toEqual(['first'])
  expect(begun).toHaveLength(2)
  ask('fourth')

  begun[1]?.resolve()
  await turn()
  expect(done).toEqual(['first', 'second', 'third'])
  expect(begun).toHaveLength(3)

  begun[2]?.resolve()
  await turn()
  expect(done).toEqual(['first', 'second', 'third', 'fourth'])
  ask('fifth')
  expect(begun).toHaveLength(4)
})

it('a wait that fails is told those who share it, and none of those who come after', async () => {
  const { begun, flush } = flushes()
  const first = flush()
  const second = flush()
  begun[0]?.reject(new Error('the database is away'))
  await expect(first).rejects.toThrow('away')
  await turn()
  begun[1]?.resolve()
  await expect(second).resolves.toBeUndefined()
  const third = flush()
  begun[2]?.resolve()
  await expect(third).resolves.toBeUndefined()
})
