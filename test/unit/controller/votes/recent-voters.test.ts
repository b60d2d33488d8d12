import { expect, it } from 'vitest'
import type { Queryable } from '../../../../controller/src/db/pool.ts'
import { createRecentVoters } from '../../../../controller/src/votes/recent-voters.ts'

it('who may vote is read again after half a second, and not before; a read that fails is not kept', async () => {
  let reads = 0
  let nowMs = 0
  let isAway = true
  const db = {
    query() {
      reads += 1
      return isAway
        ? Promise.reject(new Error('away'))
        : Promise.resolve({ rows: [{ region: `r${reads}`, capabilities: ['http'] }] })
    },
  } as unknown as Queryable
  const read = createRecentVoters(() => nowMs)
  await expect(read(db)).rejects.toThrow('away')
  isAway = false
  expect([...(await read(db))]).toEqual([['r2', new Set(['http'])]])
  nowMs = 499
  expect([...(await read(db)).keys()]).toEqual(['r2'])
  nowMs = 500
  expect([...(await read(db)).keys()]).toEqual(['r3'])
})
