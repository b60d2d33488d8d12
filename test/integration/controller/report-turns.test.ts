import { createLogger } from '@sightline/shared/logger'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../controller/src/db/pool.ts'
import { openDatabase } from '../../../controller/src/db/pool.ts'
import type { ReportService } from '../../../controller/src/reports/report-service.ts'
import { randomBytes } from 'node:crypto'
import { createAddressGuard } from '@sightline/shared/address'
import { createNameResolver } from '@sightline/shared/name-resolution'
import type { MonitorService } from '../../../controller/src/monitors/monitor-service.ts'
import { createMonitorService } from '../../../controller/src/monitors/monitor-service.ts'
import { fixedKeys } from '../../../controller/src/secrets/secret-keys.ts'
import { createSecretBox } from '../../../controller/src/secrets/secret-box.ts'
import { shareReads } from '../../../controller/src/limits/shared-reads.ts'
import { sharerOfWorkspace } from '../../../controller/src/limits/sharer.ts'
import { createReportService } from '../../../controller/src/reports/report-service.ts'
import { eventually } from '../../helpers/eventually.ts'
import { insertMonitors, insertWorkspace } from '../../helpers/rows.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

/** Connections of a controller for requests. */
const CONNECTIONS = 5
const WINDOW = { from: new Date('2026-03-01'), to: new Date('2026-03-02') }

let database: TestDatabase
let requests: Database
/** Reads of the greedy workspace that have a connection and keep it. */
let held = 0
const release = Promise.withResolvers<void>()

beforeAll(async () => {
  database = await openTestDatabase()
  requests = openDatabase(database.url, createLogger('test', 'silent'), { max: CONNECTIONS })
})
afterAll(async () => {
  await requests.close()
  await database.close()
})

/** The same, but what a monitor is asked for takes long. */
function slowFor(publicId: string): Database {
  return {
    ...requests,
    query: (statement, values) =>
      requests.transaction(async (tx) => {
        if (values?.includes(publicId) === true) {
          held += 1
          await release.promise
        }
        return tx.query(statement, values)
      }),
  }
}

async function aMonitor(): Promise<{ workspaceId: number; publicId: string }> {
  const workspaceId = await insertWorkspace(database.db)
  const [id] = await insertMonitors(database.db, workspaceId)
  const { rows } = await database.db.query<{ publicId: string }>(
    { text: 'select public_id as "publicId" from monitors where id = $1' },
    [id],
  )
  return { workspaceId, publicId: rows[0]?.publicId ?? '' }
}

function servicesOver(db: Database): { monitors: MonitorService; reports: ReportService } {
  const now = (): Date => new Date('2026-03-10')
  const readsOfSharer = shareReads(db)
  const readsOf = (workspaceId: number) => readsOfSharer(sharerOfWorkspace(workspaceId))
  const context = {
    db,
    guard: createAddressGuard([]),
    resolveName: createNameResolver({ servers: ['127.0.0.1:1'] }).resolve,
    secretBox: createSecretBox(fixedKeys([randomBytes(32)])),
    canMail: false,
    confirmsOwn: false,
    now,
  }
  return {
    monitors: createMonitorService(context, readsOf, () =>
      Promise.reject(new Error('nothing is tested')),
    ),
    reports: createReportService({ now }, readsOf),
  }
}

describe('one workspace that asks for long reports side by side', () => {
  it('holds up neither the reports of another nor what is no report', async () => {
    const greedy = await aMonitor()
    const other = await aMonitor()
    const { monitors, reports } = servicesOver(slowFor(greedy.publicId))
    const asked = Array.from({ length: 20 }, () =>
      reports.outages(greedy.workspaceId, greedy.publicId, { ...WINDOW, limit: 10, offset: 0 }),
    )
    const answers = Promise.all(asked)
    // Whatever becomes of them is told below, also where the test fails before.
    answers.catch(() => undefined)
    await eventually(() => held >= 3)

    const query = { ...WINDOW, region: null }
    const summary = await reports.summary(other.workspaceId, other.publicId, query)
    expect(summary.outageCount).toBe(0)
    expect((await monitors.get(other.workspaceId, other.publicId)).monitor.id).toBe(other.publicId)
    expect(held).toBe(3)

    release.resolve()
    await answers
    expect(held).toBe(20)
  })
})
