import { createLogger } from '@sightline/shared/logger'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createAnsweredRechecks } from '../../../../controller/src/agents/answered-rechecks.ts'
import type { Queryable } from '../../../../controller/src/db/pool.ts'

function start({ failures = 0 } = {}) {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const forgotten: unknown[][] = []
  const query = vi.fn((_: unknown, values: readonly unknown[] = []) => {
    forgotten.push([...values])
    if (forgotten.length <= failures) return Promise.reject(new Error('the database is away'))
    return Promise.resolve({ rows: [], rowCount: 0 })
  })
  const db: Queryable = { query }
  return { forgotten, answered: createAnsweredRechecks(db, createLogger('test', 'silent')) }
}

const keyOf = (monitorId: number) => ({ monitorId, scheduledAtMs: 1_000, attempt: 1 })

test('rechecks that are answered within a moment are forgotten together, by one statement for all regions', async () => {
  const { forgotten, answered } = start()
  for (let id = 1; id <= 500; id += 1) answered.add(id % 2 === 0 ? 'eu' : 'us', [keyOf(id)])
  expect(forgotten).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(forgotten).toHaveLength(1)
  expect(String(forgotten[0]?.[0]).match(/us|eu/g)).toHaveLength(500)

  answered.add('eu', [keyOf(501)])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(forgotten).toHaveLength(2)
})

test('those that could not be forgotten keep no later ones', async () => {
  const { forgotten, answered } = start({ failures: 1 })
  answered.add('eu', [keyOf(1)])
  await vi.advanceTimersByTimeAsync(1_000)
  answered.add('eu', [keyOf(2)])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(forgotten).toHaveLength(2)
})
