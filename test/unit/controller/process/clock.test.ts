import { expect, it } from 'vitest'
import type { Database } from '../../../../controller/src/db/pool.ts'
import { openClock } from '../../../../controller/src/process/clock.ts'

it('tells how often the clock of the database was set back, and follows it', async () => {
  let saidMs = Date.UTC(2026, 0, 1, 12)
  const right = saidMs
  const query = async () => ({ rows: [{ nowMs: saidMs }], rowCount: 1 })
  const clock = await openClock({ query } as unknown as Database, {
    steadyMs: () => 0,
    wallMs: () => right,
  })
  expect(clock.setBacks()).toBe(0)
  const jumps = [3_600_000, -3_600_000, -30_000, 0, -90_000]
  const seen = []
  for (const jumpMs of jumps) {
    saidMs += jumpMs
    await clock.measure()
    expect(clock.now()).toBe(saidMs)
    seen.push(clock.setBacks())
  }
  expect(seen).toEqual([0, 1, 1, 1, 2])
})
