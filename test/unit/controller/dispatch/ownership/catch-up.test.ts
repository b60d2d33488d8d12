import { expect, it } from 'vitest'
import type { OwnableMonitor } from '../../../../../controller/src/db/assignments.ts'
import type { Database, Queryable } from '../../../../../controller/src/db/pool.ts'
import { createCatchUp } from '../../../../../controller/src/dispatch/ownership/catch-up.ts'
import { createRegionIndex } from '../../../../../controller/src/dispatch/ownership/region-index.ts'

const REGION = 'eu-west'

function aMonitor(id: number, fields: Partial<OwnableMonitor> = {}): OwnableMonitor {
  return {
    id,
    active: true,
    needs: 'web',
    needsVersion: 1,
    generation: 1,
    intervalMinutes: 1,
    regions: [REGION],
    checkMode: 'all',
    runAtMs: 0,
    ...fields,
  }
}

/** A server that tells what a test sets, and counts how often the region was read as a whole. */
function knowing(monitors: readonly OwnableMonitor[]) {
  const server = {
    revision: { transaction: '100', server: 'Monday' },
    monitors,
    changed: [] as readonly OwnableMonitor[],
    regionsRead: 0,
  }
  const rowsOf = (text: string): unknown[] => {
    if (text.includes('pg_snapshot_xmin')) return [server.revision]
    if (text.includes('changed_in >=')) return [...server.changed]
    if (text.includes('count(*)')) return [{ region: REGION, count: server.monitors.length }]
    server.regionsRead += 1
    return [...server.monitors]
  }
  const query = ((statement: { text: string }) => {
    const rows = rowsOf(statement.text)
    return Promise.resolve({ rows, rowCount: rows.length })
  }) as Queryable['query']
  const db = { query, snapshot: (read) => read({ query }) } as Database
  const index = createRegionIndex(db)
  return { server, index, catchUp: createCatchUp(db, index) }
}

it('takes over what changed, and reads no region again for it', async () => {
  const { server, index, catchUp } = knowing([aMonitor(1), aMonitor(2)])
  await catchUp.know(REGION)
  const before = index.table(REGION)?.get(1)?.mark
  server.changed = [
    aMonitor(1, { generation: 2 }),
    aMonitor(2, { active: false }),
    aMonitor(3),
    aMonitor(4, { regions: ['us-east'] }),
  ]
  server.monitors = [aMonitor(1, { generation: 2 }), aMonitor(3)]
  expect(await catchUp.changes()).toBe(false)
  const table = index.table(REGION)
  expect(new Set([...(table?.entries() ?? [])].map(({ id }) => id))).toEqual(new Set([1, 3]))
  expect(table?.get(1)?.mark).not.toBe(before)
  expect(server.regionsRead).toBe(1)
})

it('reads a region again from which monitors were deleted', async () => {
  const { server, index, catchUp } = knowing([aMonitor(1), aMonitor(2)])
  await catchUp.know(REGION)
  server.monitors = [aMonitor(2)]
  expect(await catchUp.changes()).toBe(false)
  expect(index.table(REGION)?.size()).toBe(1)
  expect(server.regionsRead).toBe(2)
})

it.each([
  ['started anew', { transaction: '100', server: 'Tuesday' }],
  ['is behind of what was known', { transaction: '99', server: 'Monday' }],
])('believes nothing it knew when the server %s', async (_, revision) => {
  const { server, catchUp } = knowing([aMonitor(1)])
  await catchUp.know(REGION)
  server.revision = revision
  expect(await catchUp.changes()).toBe(true)
  expect(server.regionsRead).toBe(2)
  expect(await catchUp.changes()).toBe(false)
})

it('asks nothing while it knows no region', async () => {
  const { server, catchUp } = knowing([])
  expect(await catchUp.changes()).toBe(false)
  expect(server.regionsRead).toBe(0)
})
