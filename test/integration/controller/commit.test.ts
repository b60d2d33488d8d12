import { createLogger } from '@sightline/shared/logger'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { readMonitors } from '../../../controller/src/db/monitor-reads.ts'
import { openResultDays } from '../../../controller/src/db/partitions.ts'
import type { Database } from '../../../controller/src/db/pool.ts'
import { openDatabase } from '../../../controller/src/db/pool.ts'
import type { IncomingResult } from '../../../controller/src/db/results.ts'
import { readMonthOfStatuses } from '../../../controller/src/db/status-courses.ts'
import { commitResults } from '../../../controller/src/ingest/commit.ts'
import { DAY_SECONDS, secondsWithin } from '../../../controller/src/reports/uptime.ts'
import { insertMonitors, insertVoters, insertWorkspace } from '../../helpers/rows.ts'
import { hashesOfSlot } from '../../helpers/slots.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')

let database: TestDatabase
let workspaceId: number
let monitorId: number
let ensure: (instantsMs: readonly number[]) => Promise<void>

beforeAll(async () => {
  database = await openTestDatabase()
  workspaceId = await insertWorkspace(database.db)
  await insertVoters(database.db, ['eu-west', 'us-east'])
  ensure = (await openResultDays(database.db, createLogger('test', 'silent'))).ensure
})
afterAll(() => database.close())
beforeEach(async () => {
  monitorId = (await insertMonitors(database.db, workspaceId))[0] ?? 0
})

function aRow(fields: Partial<IncomingResult> = {}): IncomingResult {
  const scheduledAtMs = fields.scheduledAtMs ?? NOW
  return {
    monitorId,
    region: 'eu-west',
    scheduledAtMs,
    attempt: 0,
    confirmation: false,
    late: false,
    counted: true,
    checkedAtMs: scheduledAtMs + 5,
    durationMs: 30,
    statusCode: 200,
    responseMs: 28.4,
    dnsMs: 1,
    connectMs: 2,
    tlsMs: null,
    firstByteMs: 20,
    downloadMs: 5.4,
    status: 'up',
    failureSource: null,
    phase: null,
    cause: null,
    error: null,
    ip: '127.0.0.1',
    details: null,
    tlsExpiresAtMs: null,
    generation: 0,
    askedAtMs: scheduledAtMs,
    ...hashesOfSlot(scheduledAtMs),
    ...fields,
  }
}

function aFailure(fields: Partial<IncomingResult> = {}): IncomingResult {
  return aRow({
    status: 'down',
    statusCode: 500,
    failureSource: 'target',
    phase: 'firstByte',
    cause: 'serverError',
    error: 'The server answered 500 "Internal \\ Server Error".',
    ...fields,
  })
}

/** What us-east finds when the rule asks it. */
const confirm = (fields: Partial<IncomingResult> = {}) =>
  commit([
    aFailure({
      region: 'us-east',
      scheduledAtMs: NOW + 40,
      attempt: 1,
      confirmation: true,
      ...fields,
    }),
  ])

const commit = (rows: IncomingResult[]) => commitResults(database.db, rows, () => NOW, ensure)

async function select<Row>(text: string): Promise<Row[]> {
  const { rows } = await database.db.query<Row>({ text }, [monitorId])
  return rows
}

const readStatus = async () =>
  (
    await select<{ status: string; status_reason: string | null; steady: boolean }>(
      'select status, status_reason, steady from monitor_states where monitor_id = $1',
    )
  )[0]

const countResults = async () =>
  (await select<{ count: number }>('select count(*) from check_results where monitor_id = $1'))[0]
    ?.count

async function askForFirstCheck(atMs: number): Promise<void> {
  await database.db.query({ text: 'update monitors set run_at = $2 where id = $1' }, [
    monitorId,
    new Date(atMs),
  ])
}

describe('committing results', () => {
  it('stores every column as it was measured', async () => {
    const row = aFailure({
      details: '{"tls":{"issuer":"A \\"CA\\""}}',
      confirmation: true,
      attempt: 2,
      late: true,
    })
    await commit([row])
    const [stored] = await select<Record<string, unknown>>(
      'select * from check_results where monitor_id = $1',
    )
    expect(stored).toEqual({
      monitor_id: monitorId,
      scheduled_at: new Date(NOW),
      region: 'eu-west',
      attempt: 2,
      confirmation: true,
      uncounted: null,
      late: true,
      checked_at: new Date(NOW + 5),
      duration_ms: 30,
      status_code: 500,
      response_ms: 28.4,
      dns_ms: 1,
      connect_ms: 2,
      tls_ms: null,
      first_byte_ms: 20,
      download_ms: 5.4,
      status: 'down',
      failure_source: 'target',
      phase: 'firstByte',
      cause: 'serverError',
      error: row.error,
      ip: '127.0.0.1',
      details: { tls: { issuer: 'A "CA"' } },
    })
  })

  it('stores a result once, however often and by whomever it is sent', async () => {
    await commit([aRow(), aRow()])
    await Promise.all([commit([aRow()]), commit([aRow({ responseMs: 99 })]), commit([aRow()])])
    expect(await countResults()).toBe(1)
  })

  it('stores what should be new and is there in part, once', async () => {
    const fresh = (rows: IncomingResult[]) =>
      commitResults(database.db, rows, () => NOW, ensure, { areFresh: true })
    await fresh([aRow()])
    const later = aFailure({ scheduledAtMs: NOW + 60_000, checkedAtMs: NOW + 60_005 })
    await fresh([aRow(), aRow(), later])
    expect(await countResults()).toBe(2)
    const told = await Promise.all([fresh([later]), fresh([later]), commit([later])])
    expect(told).toHaveLength(3)
    expect(await countResults()).toBe(2)
  })

  it('tells which of fresh ones were there after all, and nothing of others', async () => {
    const told: IncomingResult[][] = []
    const fresh = (rows: IncomingResult[], areFresh = true) =>
      commitResults(database.db, rows, () => NOW, ensure, {
        areFresh,
        foundThere: (found) => void told.push([...found]),
      })
    const [first, second] = [aRow(), aRow({ scheduledAtMs: NOW + 60_000 })]
    await fresh([first])
    await fresh([first, second], false)
    expect(told).toEqual([])
    await fresh([aRow({ scheduledAtMs: NOW + 120_000 }), second, first])
    expect(told).toEqual([[first, second]])
  })

  it('passes over results of monitors that are gone or do not name the region', async () => {
    await commit([aRow({ monitorId: 2_000_000_000 }), aRow({ region: 'us-east' }), aRow()])
    expect(await countResults()).toBe(1)
    expect(await select('select 1 from region_states where monitor_id = $1')).toHaveLength(1)
  })

  it('takes a first check only at an instant at which one was asked for, however long ago', async () => {
    const first = (at: number, confirmation = false) =>
      aRow({ attempt: 1, scheduledAtMs: at, confirmation })
    const asked = [NOW - 7_200_000, NOW - 3_600_000, NOW]
    for (const at of asked) await askForFirstCheck(at)
    const told: unknown[] = []
    const rows = [
      ...asked.map((at) => first(at)),
      // One that had to wait for its agent: it lies near its beginning.
      { ...first(NOW - 10_000), askedAtMs: NOW - 3_600_000 },
      first(NOW - 60_000),
      first(NOW + 60_000),
      first(NOW - 30_000, true),
      aRow({ scheduledAtMs: NOW - 45_000 }),
    ]
    await commitResults(database.db, rows, () => NOW, ensure, {
      passedOver: (unasked) => void told.push(unasked),
    })
    const { rows: stored } = await database.db.query<{ ms: number }>(
      {
        text: `select extract(epoch from scheduled_at)::float8 * 1000 as ms from check_results
          where monitor_id = $1 order by scheduled_at`,
      },
      [monitorId],
    )
    expect(stored.map(({ ms }) => NOW - ms)).toEqual([
      7_200_000, 3_600_000, 45_000, 30_000, 10_000, 0,
    ])
    expect(told).toEqual([{ region: 'eu-west', why: 'noFirstCheck', count: 2 }])
  })

  it('passes over results of monitors that are deleted meanwhile, and stores the others', async () => {
    const others = await insertMonitors(database.db, workspaceId, { count: 2 })
    const committing = await database.db.transaction(async (tx) => {
      await tx.query({ text: 'delete from monitors where id = any($1)' }, [[others[0]]])
      const running = commit([...others, monitorId].map((id) => aFailure({ monitorId: id })))
      await vi.waitFor(async () => {
        const { rows } = await database.db.query({
          text: `select from pg_stat_activity where datname = current_database()
            and wait_event_type = 'Lock'`,
        })
        expect(rows).toHaveLength(1)
      })
      return { running }
    })
    await committing.running
    expect(await countResults()).toBe(1)
    const { rows } = await database.db.query<{ id: number }>(
      { text: 'select monitor_id as id from check_results where monitor_id = any($1)' },
      [others],
    )
    expect(rows).toEqual([{ id: others[1] }])
  })

  it('keeps the latest result of each region, not the last one that came', async () => {
    await commit([aRow({ scheduledAtMs: NOW, responseMs: 2, tlsExpiresAtMs: NOW + 86_400_000 })])
    await commit([aRow({ scheduledAtMs: NOW - 60_000, responseMs: 1 })])
    await commit([aRow({ scheduledAtMs: NOW + 60_000, responseMs: 3 })])
    const [latest] = await select<{ response_ms: number; tls_expires_at: Date }>(
      'select response_ms, tls_expires_at from region_states where monitor_id = $1',
    )
    expect(latest).toEqual({ response_ms: 3, tls_expires_at: new Date(NOW + 86_400_000) })
  })

  it('makes room for results of any day within retention', async () => {
    await commit([aRow({ scheduledAtMs: NOW - 300 * 86_400_000 }), aRow()])
    expect(await countResults()).toBe(2)
  })
})

describe('the verdict of committed results', () => {
  it('takes a new monitor up with its first passing result', async () => {
    await askForFirstCheck(NOW)
    await commit([aRow({ attempt: 1 })])
    expect(await readStatus()).toEqual({ status: 'up', status_reason: null, steady: true })
    expect(await select('select at, status from state_changes where monitor_id = $1')).toEqual([
      { at: new Date(NOW + 5), status: 'up' },
    ])
  })

  it('asks another region before it believes a failure, then opens one outage', async () => {
    await commit([aRow({ scheduledAtMs: NOW - 60_000 })])
    await commit([aFailure()])
    expect(await readStatus()).toMatchObject({ status: 'up', steady: false })
    const work = await select<{
      region: string
      capability: string
      due_at: Date
      payload: unknown
    }>(
      `select region, capability, due_at, payload from work_items where (payload ->> 'monitorId')::integer = $1`,
    )
    expect(work).toEqual([
      {
        region: 'us-east',
        capability: 'web',
        due_at: new Date(NOW + 35),
        payload: { monitorId, attempt: 1 },
      },
    ])
    await confirm()
    expect(await readStatus()).toMatchObject({ status: 'down' })
    await commit([aFailure({ scheduledAtMs: NOW + 60_000 })])
    const outages = await select<Record<string, unknown>>(
      'select started_at, ended_at, scope, cause, regions from outages where monitor_id = $1',
    )
    expect(outages).toEqual([
      {
        started_at: new Date(NOW + 5),
        ended_at: null,
        scope: 'global',
        cause: 'serverError',
        regions: ['eu-west', 'us-east'],
      },
    ])
    const jobs = await select<{ name: string; payload: Record<string, unknown> }>(
      `select t.identifier as name, j.payload from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id
       join outages o on o.public_id = coalesce(j.payload ->> 'outageId', j.payload #>> '{event,outageId}')
       where o.monitor_id = $1 order by name`,
    )
    expect(
      jobs.map((job) => [job.name, (job.payload['event'] as { kind?: string } | undefined)?.kind]),
    ).toEqual([
      ['diagnose', undefined],
      ['planAlerts', 'down'],
    ])
  })

  it.for([
    ['own', false, []],
    ['all', true, ['us-east']],
    [null, true, []],
    [null, false, ['us-east']],
  ] as const)(
    'asks other regions as the monitor lets it: regions %s, secrets %s',
    async ([regions, secrets, asked]) => {
      await select(
        `update monitors set has_secrets = ${secrets},
          confirmation = confirmation || '${JSON.stringify({ regions })}' where id = $1`,
      )
      await commit([aRow({ scheduledAtMs: NOW - 60_000 })])
      await commit([aFailure()])
      const work = await select<{ region: string }>(
        `select region from work_items where (payload ->> 'monitorId')::integer = $1`,
      )
      // Alone, the region the failure was met in is asked again (rule 4).
      expect(work.map(({ region }) => region)).toEqual(asked.length > 0 ? asked : ['eu-west'])
    },
  )

  it('keeps what a region that only confirms found, and not as its latest state', async () => {
    await commit([aFailure()])
    await confirm()
    expect(await countResults()).toBe(2)
    expect(await select('select region from region_states where monitor_id = $1')).toEqual([
      { region: 'eu-west' },
    ])
  })

  it('believes no region that was not asked', async () => {
    await commit([aRow({ scheduledAtMs: NOW - 60_000 })])
    await confirm()
    await commit([
      aFailure({ region: 'ap-south', scheduledAtMs: NOW + 20, attempt: 1, confirmation: true }),
    ])
    expect(await readStatus()).toMatchObject({ status: 'up', steady: true })
  })

  it('hears a failure however much another region says at once', async () => {
    await database.db.query(
      { text: `update monitors set regions = '{eu-west,us-east}' where id = $1` },
      [monitorId],
    )
    await commit([aRow({ scheduledAtMs: NOW - 60_000 })])
    const noise = Array.from({ length: 30 }, (_, index) =>
      aFailure({ region: 'us-east', scheduledAtMs: NOW + 1 + index, failureSource: 'agent' }),
    )
    await commit([aFailure(), ...noise])
    expect(await readStatus()).toMatchObject({ status: 'up', steady: false })
  })

  it('ends the outage at the first good check', async () => {
    await commit([aFailure()])
    await confirm()
    await commit([aRow({ scheduledAtMs: NOW + 60_000 })])
    expect(await readStatus()).toMatchObject({ status: 'down' })
    await commit([
      aRow({ region: 'us-east', scheduledAtMs: NOW + 75_000, attempt: 2, confirmation: true }),
    ])
    expect(await readStatus()).toMatchObject({ status: 'up', status_reason: null })
    const [outage] = await select<{ ended_at: Date }>(
      'select ended_at from outages where monitor_id = $1',
    )
    expect(outage?.ended_at).toEqual(new Date(NOW + 60_005))
    const timeline = await select<{ status: string }>(
      'select status from state_changes where monitor_id = $1 order by at',
    )
    expect(timeline.map((entry) => entry.status)).toEqual(['down', 'up'])
  })

  it('does not count a result twice that two controllers received', async () => {
    await commit([aRow({ scheduledAtMs: NOW - 60_000 })])
    await Promise.all([commit([aFailure()]), commit([aFailure()]), commit([aFailure()])])
    expect(await readStatus()).toMatchObject({ status: 'up' })
  })

  it('judges what is late when it is committed, also where the database kept it waiting', async () => {
    await commit([aRow({ scheduledAtMs: NOW - 60_000 })])
    const failureAt = (scheduledAtMs: number) =>
      aFailure({ scheduledAtMs, lateFromMs: scheduledAtMs + 30_035 })
    // Before its turn came.
    await commitResults(database.db, [failureAt(NOW)], () => NOW + 40_000, ensure)
    expect(await readStatus()).toMatchObject({ status: 'up', steady: true })
    // While it was stored: its turn came in time, its end did not.
    const instants = [NOW + 80_000, NOW + 100_000]
    const clock = () => instants.shift() ?? NOW + 100_000
    await commitResults(database.db, [failureAt(NOW + 60_000)], clock, ensure)
    expect(await readStatus()).toMatchObject({ status: 'up', steady: true })
    const stored = await select(
      `select late from check_results where monitor_id = $1 and status = 'down'`,
    )
    expect(stored).toEqual([{ late: true }, { late: true }])
  })

  it('lets neither late results, nor faults of the agent, nor one without a say change a status', async () => {
    await commit([aRow({ scheduledAtMs: NOW - 120_000 })])
    await commit([aFailure({ scheduledAtMs: NOW - 60_000, late: true }), aFailure({ late: true })])
    await commit([
      aFailure({ scheduledAtMs: NOW + 60_000, failureSource: 'agent' }),
      aFailure({ scheduledAtMs: NOW + 120_000, failureSource: 'resolver' }),
      aFailure({ scheduledAtMs: NOW + 180_000, counted: false }),
    ])
    expect(await readStatus()).toMatchObject({ status: 'up', steady: true })
    expect(await countResults()).toBe(6)
  })

  describe('of which nothing is known', () => {
    const MINUTE = 60_000
    const aNothing = (fields: Partial<IncomingResult>) =>
      aFailure({
        status: 'unknown',
        statusCode: null,
        failureSource: 'agent',
        cause: 'agentFault',
        error: 'This agent cannot ping.',
        ...fields,
      })
    const began = () =>
      database.db.query(
        { text: `update monitor_states set status_since = $2 where monitor_id = $1` },
        [monitorId, new Date(NOW)],
      )

    it('is unknown, and why, once its checks came to nothing for long enough', async () => {
      await began()
      await commit([aNothing({ scheduledAtMs: NOW + 4 * MINUTE })])
      expect(await readStatus()).toMatchObject({ status: 'pending', status_reason: null })
      await commit([aNothing({ scheduledAtMs: NOW + 5 * MINUTE })])
      expect(await readStatus()).toMatchObject({
        status: 'unknown',
        status_reason: 'This agent cannot ping.',
      })
      const [monitor] = await readMonitors(database.db, workspaceId, [
        (await select<{ id: string }>('select public_id as id from monitors where id = $1'))[0]
          ?.id ?? '',
      ])
      expect(monitor).toMatchObject({
        statusSince: new Date(NOW + 5 * MINUTE),
        lastError: 'This agent cannot ping.',
      })
      await commit([aRow({ scheduledAtMs: NOW + 6 * MINUTE })])
      expect(await readStatus()).toEqual({ status: 'up', status_reason: null, steady: true })
    })

    it('keeps what it had while any region finds something', async () => {
      await database.db.query(
        { text: `update monitors set regions = '{eu-west,us-east}' where id = $1` },
        [monitorId],
      )
      await began()
      for (let minute = 0; minute < 12; minute += 3) {
        const scheduledAtMs = NOW + minute * MINUTE
        await commit([aRow({ scheduledAtMs, region: 'us-east' }), aNothing({ scheduledAtMs })])
      }
      expect(await readStatus()).toEqual({ status: 'up', status_reason: null, steady: true })
    })

    it('counts neither up nor down for that time, and ends the outage', async () => {
      await began()
      await commit([aRow({ scheduledAtMs: NOW })])
      await commit([aFailure({ scheduledAtMs: NOW + MINUTE })])
      await confirm({ scheduledAtMs: NOW + MINUTE + 10 })
      await commit([aFailure({ scheduledAtMs: NOW + 2 * MINUTE })])
      await commit([aNothing({ scheduledAtMs: NOW + 3 * MINUTE })])
      expect(await readStatus()).toMatchObject({ status: 'down' })
      await commit([aNothing({ scheduledAtMs: NOW + 6 * MINUTE })])
      expect(await readStatus()).toMatchObject({ status: 'down' })
      await commit([aNothing({ scheduledAtMs: NOW + 7 * MINUTE })])
      expect(await readStatus()).toMatchObject({ status: 'unknown' })
      expect(await select('select ended_at from outages where monitor_id = $1')).toEqual([
        { ended_at: new Date(NOW + 7 * MINUTE + 5) },
      ])
      const now = new Date(NOW + 60 * MINUTE)
      const course = (await readMonthOfStatuses(database.db, [monitorId], now)).get(monitorId)
      const none = { sinceSeconds: [], statuses: [] }
      expect(secondsWithin(course ?? none, now.getTime() / 1_000, DAY_SECONDS)).toEqual({
        goodSeconds: 60,
        countedSeconds: 7 * 60,
      })
    })
  })

  it('leaves a paused monitor paused', async () => {
    await database.db.query({ text: 'update monitors set active = false where id = $1' }, [
      monitorId,
    ])
    await commit([aRow()])
    expect(await readStatus()).toMatchObject({ status: 'pending' })
  })

  it('decides many monitors of many batches at once without locking up', async () => {
    const regions = ['eu-west', 'us-east']
    const ids = await insertMonitors(database.db, workspaceId, { count: 200, regions })
    const batches = Array.from({ length: 8 }, (_, batch) =>
      ids
        .toSorted(() => Math.random() - 0.5)
        .flatMap((id) =>
          regions.map((region) =>
            aFailure({ monitorId: id, region, scheduledAtMs: NOW + batch * 60_000 }),
          ),
        ),
    )
    await Promise.all(batches.map(commit))
    const { rows } = await database.db.query<{ status: string; count: number }>(
      { text: 'select status, count(*) from monitor_states where monitor_id = any($1) group by 1' },
      [ids],
    )
    expect(rows).toEqual([{ status: 'down', count: 200 }])
  })

  it('writes in one order, whatever plan the database has for it', async () => {
    const regions = ['eu-west', 'us-east']
    const ids = await insertMonitors(database.db, workspaceId, { count: 300, regions })
    // In the tables the last comes first now.
    for (const id of ids.toReversed()) {
      for (const text of [
        'update monitors set name = name where id = $1',
        'update monitor_states set status = status where monitor_id = $1',
      ])
        await database.db.query({ text }, [id])
    }
    await database.db.query({ text: 'analyze monitors, monitor_states' }, [])
    // One looks each monitor up by an index, the other goes through the table.
    const pools = [await openWithout('hashjoin'), await openWithout('nestloop')]
    const conflicts: unknown[] = []
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(
        pools.map((pool, index) => {
          const slotMs = NOW + (2 * round + index) * 60_000
          const batch = ids.flatMap((id) =>
            regions.map((region) => aRow({ monitorId: id, region, scheduledAtMs: slotMs })),
          )
          return commitResults(telling(pool, conflicts), batch, () => NOW, ensure)
        }),
      )
    }
    expect(conflicts).toEqual([])
  })
})

/** A connection whose statements are planned without their values, one way of joining, and merging. */
async function openWithout(join: string): Promise<Database> {
  const name = new URL(database.url).pathname.slice(1)
  for (const setting of [
    'plan_cache_mode = force_generic_plan',
    'enable_mergejoin = off',
    `enable_${join} = off`,
  ])
    await database.db.query({ text: `alter database ${name} set ${setting}` }, [])
  const pool = openDatabase(database.url, createLogger('test', 'silent'), { max: 1 })
  onTestFinished(pool.close)
  await pool.query({ text: 'select 1' }, [])
  await database.db.query({ text: `alter database ${name} reset all` }, [])
  return pool
}

/** A database that keeps what broke its transactions, which are begun anew. */
function telling(db: Database, conflicts: unknown[]): Database {
  return {
    ...db,
    transaction: (work) =>
      db.transaction(async (tx) => {
        try {
          return await work(tx)
        } catch (error: unknown) {
          conflicts.push(error)
          throw error
        }
      }),
  }
}
