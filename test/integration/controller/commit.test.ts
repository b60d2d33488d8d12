import { describe, expect, it, vi } from 'vitest'
import type { IncomingResult } from '../../../controller/src/db/results.ts'
import { commitResults } from '../../../controller/src/ingest/commit.ts'
import { NOW, useCommitDatabase } from '../../helpers/commit-database.ts'
import { PATIENT } from '../../helpers/patient.ts'
import { insertMonitors } from '../../helpers/rows.ts'

const database = useCommitDatabase()
const { aRow, aFailure, commit, select, countResults, askForFirstCheck, ensure } = database

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
      monitor_id: database.monitorId,
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
      [database.monitorId],
    )
    expect(stored.map(({ ms }) => NOW - ms)).toEqual([
      7_200_000, 3_600_000, 45_000, 30_000, 10_000, 0,
    ])
    expect(told).toEqual([{ region: 'eu-west', why: 'noFirstCheck', count: 2 }])
  })

  it('passes over results of monitors that are deleted meanwhile, and stores the others', async () => {
    const others = await insertMonitors(database.db, database.workspaceId, { count: 2 })
    const committing = await database.db.transaction(async (tx) => {
      await tx.query({ text: 'delete from monitors where id = any($1)' }, [[others[0]]])
      const running = commit(
        [...others, database.monitorId].map((id) => aFailure({ monitorId: id })),
      )
      await vi.waitFor(async () => {
        const { rows } = await database.db.query({
          text: `select from pg_stat_activity where datname = current_database()
            and wait_event_type = 'Lock'`,
        })
        expect(rows).toHaveLength(1)
      }, PATIENT)
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
