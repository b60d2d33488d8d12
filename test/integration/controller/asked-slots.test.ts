import { createLogger } from '@sightline/shared/logger'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openResultDays } from '../../../controller/src/db/partitions.ts'
import type { UnaskedRow } from '../../../controller/src/db/results.ts'
import { commitResults } from '../../../controller/src/ingest/commit.ts'
import type { GridMonitor } from '../../../controller/src/schedule/grid.ts'
import {
  gridOf,
  monitorHash,
  nextSlotAt,
  regionHash,
} from '../../../controller/src/schedule/grid.ts'
import { aResult } from '../../helpers/report-rows.ts'
import { insertMonitors, insertWorkspace } from '../../helpers/rows.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const LONG_AGO = new Date('2026-01-01')

let database: TestDatabase
let workspaceId: number
let ensure: (instantsMs: readonly number[]) => Promise<void>
beforeAll(async () => {
  database = await openTestDatabase()
  workspaceId = await insertWorkspace(database.db)
  ensure = (await openResultDays(database.db, createLogger('test', 'silent'))).ensure
})
afterAll(() => database.close())

async function aMonitor(
  intervalMinutes: number,
  regions: readonly string[] = ['eu-west'],
  createdAt = LONG_AGO,
): Promise<GridMonitor> {
  const fields = { intervalMinutes, regions, createdAt }
  const [id = 0] = await insertMonitors(database.db, workspaceId, fields)
  return { id, intervalMinutes, regions, checkMode: 'all' }
}

/** Changes the grid of a monitor as its people do. */
async function change(
  monitor: GridMonitor,
  changed: Partial<GridMonitor>,
  atMs: number,
): Promise<GridMonitor> {
  const after = { ...monitor, ...changed }
  await database.db.query(
    {
      text: `update monitors set interval_minutes = $2, check_mode = $3, regions = $4, grid_since = $5
        where id = $1`,
    },
    [after.id, after.intervalMinutes, after.checkMode, after.regions, new Date(atMs)],
  )
  return after
}

/** The first slot after an instant. */
const slotAfter = (monitor: GridMonitor, atMs: number, region = 'eu-west') =>
  nextSlotAt(gridOf(monitor, region), atMs)

/** Commits a result of each slot. @returns the slots that were stored, and what was told of the others */
async function commit(monitor: GridMonitor, slots: readonly number[], region = 'eu-west') {
  const rows = slots.map((scheduledAtMs) =>
    aResult({
      monitorId: monitor.id,
      region,
      scheduledAtMs,
      checkedAtMs: scheduledAtMs + 5,
      regionHash: regionHash(monitor.id, region),
      monitorHash: monitorHash(monitor.id),
    }),
  )
  const told: UnaskedRow[] = []
  await commitResults(database.db, rows, () => NOW, ensure, {
    passedOver: (unasked) => void told.push(unasked),
  })
  const stored = await database.db.query<{ at: number }>(
    {
      text: `select extract(epoch from scheduled_at)::float8 * 1000 as at from check_results
        where monitor_id = $1 and region = $2 and scheduled_at = any($3::timestamptz[]) order by at`,
    },
    [monitor.id, region, slots.map((slot) => new Date(slot))],
  )
  return { stored: stored.rows.map(({ at }) => at), told }
}

describe('results of the grid', () => {
  it('are taken at the slots of the interval, and at no minute between them', async () => {
    const monitor = await aMonitor(60)
    const slot = slotAfter(monitor, NOW - 3 * HOUR_MS)
    const between = [1, 17, 59].map((minutes) => slot + minutes * 60_000)
    expect(await commit(monitor, [slot, ...between, slot + HOUR_MS])).toEqual({
      stored: [slot, slot + HOUR_MS],
      told: [{ region: 'eu-west', why: 'noSlot', count: 3 }],
    })
  })

  it('are taken on the phases of earlier versions, which lay on no steps', async () => {
    const monitor = await aMonitor(5)
    const phaseMs = regionHash(monitor.id, 'eu-west') % 300_000
    const slot = Math.floor(NOW / 300_000) * 300_000 + phaseMs - DAY_MS
    expect((await commit(monitor, [slot])).stored).toEqual([slot])
  })

  it('are not taken from before the monitor was made', async () => {
    const monitor = await aMonitor(1, ['eu-west'], new Date(NOW - HOUR_MS))
    const before = slotAfter(monitor, NOW - 2 * HOUR_MS)
    const after = slotAfter(monitor, NOW - HOUR_MS)
    expect((await commit(monitor, [before, after])).stored).toEqual([after])
  })

  it('are taken when the clock of the agent is a little behind', async () => {
    const monitor = await aMonitor(1)
    const slot = slotAfter(monitor, NOW)
    const at = new Date(slot + 2_000)
    await database.db.query(
      { text: 'update monitors set created_at = $2, grid_since = $2 where id = $1' },
      [monitor.id, at],
    )
    expect((await commit(monitor, [slot])).stored).toEqual([slot])
  })

  it('are taken from a region in its own turns alone', async () => {
    const regions = ['us-east', 'eu-west', 'ap-south']
    const monitor = await change(await aMonitor(5, regions), { checkMode: 'rotate' }, NOW - DAY_MS)
    const turn = slotAfter(monitor, NOW - HOUR_MS)
    const turns = [turn, turn + 300_000, turn + 600_000, turn + 900_000]
    expect((await commit(monitor, turns)).stored).toEqual([turn, turn + 900_000])
    const elsewhere = turns.filter((at) => slotAfter(monitor, at - 1, 'us-east') === at)
    expect(elsewhere).toHaveLength(1)
    expect((await commit(monitor, turns, 'us-east')).stored).toEqual(elsewhere)
  })
})

describe('results of a monitor whose interval was changed', () => {
  it('are taken on the old grid, which an agent that was cut off goes on with', async () => {
    const hourly = await aMonitor(60)
    const everyMinute = await change(hourly, { intervalMinutes: 1 }, NOW - 2 * HOUR_MS)
    const daily = await change(everyMinute, { intervalMinutes: 1_440 }, NOW - HOUR_MS)
    const cutOff = [NOW - 100 * 60_000, NOW - 20 * 60_000].map((at) => slotAfter(everyMinute, at))
    expect((await commit(daily, cutOff)).stored).toEqual(cutOff)
    const before = slotAfter(hourly, NOW - 5 * HOUR_MS)
    // The grid of a minute began later.
    expect((await commit(daily, [before, before + 60_000])).stored).toEqual([before])
  })

  it('are not taken on the old grid when no agent can have kept any of it', async () => {
    const everyMinute = await aMonitor(1)
    const hourly = await change(everyMinute, { intervalMinutes: 60 }, NOW - 40 * DAY_MS)
    const slot = slotAfter(hourly, NOW - 2 * HOUR_MS)
    expect((await commit(hourly, [slot, slot + 60_000])).stored).toEqual([slot])
  })

  it('are taken at any minute where nobody knows which grids it had', async () => {
    const monitor = await change(await aMonitor(60), {}, NOW - 2 * HOUR_MS)
    await database.db.query({ text: `update monitors set earlier_grids = '{}' where id = $1` }, [
      monitor.id,
    ])
    const slot = slotAfter({ ...monitor, intervalMinutes: 1 }, NOW - 10 * HOUR_MS)
    expect((await commit(monitor, [slot, slot + 60_000])).stored).toEqual([slot, slot + 60_000])
  })

  it('are taken at any minute since more changes ago than are remembered', async () => {
    let monitor = await aMonitor(60)
    for (let n = 1; n <= 31; n += 1) {
      const changed = { intervalMinutes: n % 2 === 0 ? 60 : 120 }
      monitor = await change(monitor, changed, NOW - 50 * HOUR_MS + n * HOUR_MS)
    }
    const slot = slotAfter({ ...monitor, intervalMinutes: 1 }, NOW - 60 * HOUR_MS)
    expect((await commit(monitor, [slot])).stored).toEqual([slot])
  })
})
