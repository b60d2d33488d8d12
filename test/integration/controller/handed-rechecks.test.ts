import { createLogger } from '@sightline/shared/logger'
import { expect, it, onTestFinished } from 'vitest'
import { readHandedRechecks } from '../../../controller/src/db/handed-rechecks.ts'
import { migrate } from '../../../controller/src/db/migrate.ts'
import type { Database } from '../../../controller/src/db/pool.ts'
import { openDatabase } from '../../../controller/src/db/pool.ts'
import {
  claimWorkItems,
  insertWorkItem,
  insertWorkItems,
} from '../../../controller/src/db/work-items.ts'
import { sendRechecks } from '../../../controller/src/dispatch/send-rechecks.ts'
import { openOwnPostgres } from '../../helpers/prepared-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

const REGION = 'eu-west'
const log = createLogger('test', 'silent')

it('a recheck that was handed out is known as such after the database was killed', async () => {
  const { postgres: before, start, remove } = await openOwnPostgres()
  onTestFinished(remove)
  onTestFinished(() => before.stop(0))
  // Beside a named server none is prepared.
  await migrate(before.url, log)
  const handedAtMs = Date.now()
  const first = openDatabase(before.url, log)
  onTestFinished(first.close)
  await insertWorkItem(first, {
    publicId: 'wrk_first',
    region: REGION,
    kind: 'recheck',
    capability: 'web',
    payload: { monitorId: 1, attempt: 1 },
    timeoutMs: 1_000,
    dueAtMs: handedAtMs - 1_000,
    expiresAtMs: handedAtMs + 60_000,
  })
  const places = { rechecks: [`${REGION} web`], onDemand: [], newcomers: [], inside: [] }
  expect(await claimWorkItems(first, handedAtMs, places, 10)).toHaveLength(1)

  process.kill(before.pid, 'SIGKILL')
  await before.exited
  const after = await start()
  onTestFinished(() => after.stop(0))

  const second = openDatabase(after.url, log)
  onTestFinished(second.close)
  expect(await readHandedRechecks(second, REGION, 10)).toEqual([
    { monitorId: 1, scheduledAtMs: handedAtMs, attempt: 1 },
  ])
})

it('the rechecks of a monitor are handed out together, those first that are due first', async () => {
  const { db, close } = await openTestDatabase()
  onTestFinished(close)
  const nowMs = Date.now()
  const regions = ['eu-north', 'eu-west', 'us-east', 'us-west']
  // As the rule asks for them: a region of each monitor after the other.
  const items = regions.flatMap((region) =>
    [3, 1, 2].map((monitorId) => ({
      publicId: `wrk_${region}${monitorId}`,
      region,
      kind: 'recheck' as const,
      capability: 'web',
      payload: { monitorId, attempt: 1 },
      timeoutMs: 1_000,
      dueAtMs: nowMs - 100 - monitorId,
      expiresAtMs: nowMs + 60_000,
    })),
  )
  await insertWorkItems(db, items)
  const rechecks = regions.map((region) => `${region} web`)
  const places = { rechecks, onDemand: [], newcomers: [], inside: [] }
  const claimed = async () =>
    (await claimWorkItems(db, nowMs, places, regions.length)).map(
      ({ payload }) => (payload as { monitorId: number }).monitorId,
    )
  expect(await claimed()).toEqual([3, 3, 3, 3])
  expect(await claimed()).toEqual([2, 2, 2, 2])
  expect(await claimed()).toEqual([1, 1, 1, 1])
})

it('a recheck waits to be handed out again where the database went away after it was taken', async () => {
  const { db, close } = await openTestDatabase()
  onTestFinished(close)
  const nowMs = Date.now()
  const item = {
    publicId: 'wrk_1',
    region: REGION,
    kind: 'recheck' as const,
    capability: 'web',
    payload: { monitorId: 1, attempt: 1 },
    timeoutMs: 1_000,
    expiresAtMs: nowMs + 60_000,
  }
  await insertWorkItem(db, { ...item, dueAtMs: nowMs - 1_000 })
  const places = { rechecks: [`${REGION} web`], onDemand: [], newcomers: [], inside: [] }
  const claimed = await claimWorkItems(db, nowMs, places, 10)
  let left = 3
  const query: Database['query'] = (...asked) => {
    left -= 1
    return left < 0 ? db.query(...asked) : Promise.reject(new Error('Connection terminated'))
  }
  const parts = {
    db: { ...db, query },
    sessions: new Map(),
    unseal: () => {
      throw new Error('nothing is sent')
    },
  }
  await expect(sendRechecks(claimed, nowMs, parts)).rejects.toThrow('Connection terminated')
  expect(await readHandedRechecks(db, REGION, 10)).toEqual([])
  expect(await claimWorkItems(db, nowMs + 1, places, 10)).toEqual([item])
  expect(await claimWorkItems(db, nowMs + 2, places, 10)).toEqual([])
})
