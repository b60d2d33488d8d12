import { expect, test } from 'vitest'
import { createStoreTurns } from '../../../../controller/src/crawl/store-turns.ts'

test('between two batches of a crawl what waits is handed out', async () => {
  const seen: string[] = []
  const inTurn = createStoreTurns(() => Promise.resolve(void seen.push('hand out')))
  const store = (name: string) => (): Promise<string> => {
    seen.push(`store ${name}`)
    return Promise.resolve(name)
  }
  await Promise.all([inTurn(1, true, store('one')), inTurn(1, true, store('two'))])
  expect(seen).toEqual(['hand out', 'store one', 'hand out', 'store two'])
})

test('a batch whose host asks for patience is stored before anything is handed out', async () => {
  const seen: string[] = []
  const inTurn = createStoreTurns(() => Promise.resolve(void seen.push('hand out')))
  await inTurn(1, false, () => Promise.resolve(void seen.push('store')))
  expect(seen).toEqual(['store'])
})

test('one that cannot be stored holds up neither the next one nor other crawls', async () => {
  const inTurn = createStoreTurns(() => Promise.resolve())
  const never = inTurn(1, true, () => new Promise<never>(() => {}))
  void never
  const failed = inTurn(2, true, () => Promise.reject(new Error('broken')))
  await expect(failed).rejects.toThrow('broken')
  await expect(inTurn(2, true, () => Promise.resolve('stored'))).resolves.toBe('stored')
})
