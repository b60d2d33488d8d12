import { expect, it } from 'vitest'
import type { Queryable } from '../../../../controller/src/db/pool.ts'
import { createOverallUptimes } from '../../../../controller/src/outages/overall-uptime.ts'

/** A database whose figures are how often it was asked. */
function counting(): { db: Queryable; asked: () => number; fail: () => void } {
  let asked = 0
  let fails = false
  const query = async () => {
    asked += 1
    if (fails) throw new Error('away')
    const row = {
      days: 1,
      goodSeconds: asked,
      countedSeconds: 100,
      goodBefore: 0,
      countedBefore: 0,
    }
    return { rows: [row], rowCount: 1 }
  }
  return {
    db: { query } as unknown as Queryable,
    asked: () => asked,
    fail: () => {
      fails = true
    },
  }
}

it('figures of all monitors are made once a minute, and nobody waits for others', async () => {
  const { db, asked, fail } = counting()
  let nowMs = Date.parse('2026-03-10T12:00:00Z')
  const uptimes = createOverallUptimes(
    () => db,
    () => new Date(nowMs),
  )
  const first = async () => (await uptimes(1))[0]
  expect(await Promise.all([first(), first()])).toEqual([
    { days: 1, uptime: 1, previous: null },
    { days: 1, uptime: 1, previous: null },
  ])
  nowMs += 59_000
  expect((await first())?.uptime).toBe(1)
  expect(asked()).toBe(1)
  nowMs += 2_000
  expect((await first())?.uptime).toBe(1)
  await expect.poll(async () => (await first())?.uptime).toBe(2)
  expect(asked()).toBe(2)
  // Those of long ago are told to nobody.
  nowMs += 700_000
  expect((await first())?.uptime).toBe(3)
  fail()
  nowMs += 61_000
  expect((await first())?.uptime).toBe(3)
  nowMs += 700_000
  await expect(first()).rejects.toThrow('away')
})
