import { createLogger } from '@sightline/shared/logger'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openResultDays } from '../../../controller/src/db/partitions.ts'
import type { Database } from '../../../controller/src/db/pool.ts'
import type { IncomingResult } from '../../../controller/src/db/results.ts'
import { commitResults } from '../../../controller/src/ingest/commit.ts'
import { aResult } from '../../helpers/report-rows.ts'
import { insertMonitors, insertVoters, insertWorkspace } from '../../helpers/rows.ts'
import { hashesOfSlot } from '../../helpers/slots.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const REGIONS = ['eu-west', 'us-east', 'ap-south']

let database: TestDatabase
let db: Database
let workspaceId: number
let monitorId: number
let ensure: (instantsMs: readonly number[]) => Promise<void>

beforeAll(async () => {
  database = await openTestDatabase()
  ;({ db } = database)
  workspaceId = await insertWorkspace(db)
  await insertVoters(db, REGIONS)
  ensure = (await openResultDays(db, createLogger('test', 'silent'))).ensure
})
afterAll(() => database.close())
beforeEach(async () => {
  const fields = { regions: REGIONS, status: 'up' }
  monitorId = (await insertMonitors(db, workspaceId, fields))[0] ?? 0
})

const aPass = (fields: Partial<IncomingResult> = {}) =>
  aResult({
    monitorId,
    region: 'us-east',
    scheduledAtMs: NOW,
    checkedAtMs: NOW + 50,
    ...hashesOfSlot(NOW),
    ...fields,
  })

const aFailure = (fields: Partial<IncomingResult> = {}) =>
  aPass({
    region: 'eu-west',
    checkedAtMs: NOW + 5,
    status: 'down',
    failureSource: 'target',
    phase: 'firstByte',
    cause: 'serverError',
    error: 'The server answered 500.',
    ...fields,
  })

const commit = (on: Database, ...rows: IncomingResult[]) =>
  commitResults(on, rows, () => NOW, ensure)

/** What the rule was told of the round that is being confirmed: who answered, and whether it failed. */
async function answers(): Promise<Record<string, boolean>> {
  const { rows } = await db.query<{
    round: { answers: { region: string; failure: unknown }[] } | null
  }>({ text: `select decision -> 'round' as round from monitor_states where monitor_id = $1` }, [
    monitorId,
  ])
  const entries = rows[0]?.round?.answers.map((answer) => [answer.region, answer.failure !== null])
  return Object.fromEntries(entries ?? [])
}

/** A controller whose first transaction has done all it does and is not committed yet. */
async function heldBeforeCommit(
  ...rows: IncomingResult[]
): Promise<{ commit: () => Promise<void> }> {
  const done = Promise.withResolvers<void>()
  const allowed = Promise.withResolvers<void>()
  let isFirst = true
  const held: Database = {
    ...db,
    transaction: (work) =>
      db.transaction(async (tx) => {
        const result = await work(tx)
        if (isFirst) {
          isFirst = false
          done.resolve()
          await allowed.promise
        }
        return result
      }),
  }
  const committed = commit(held, ...rows)
  await done.promise
  return {
    commit() {
      allowed.resolve()
      return committed
    },
  }
}

const BOTH = { 'eu-west': true, 'us-east': false }

describe('a failure and a pass of one moment are both heard', () => {
  it('in one batch', async () => {
    await commit(db, aFailure(), aPass())
    expect(await answers()).toEqual(BOTH)
  })

  it('one batch after the other', async () => {
    await commit(db, aFailure())
    await commit(db, aPass())
    expect(await answers()).toEqual(BOTH)
  })

  it('in two batches at once, when the failure is committed first', async () => {
    const passing = await heldBeforeCommit(aPass())
    await commit(db, aFailure())
    await passing.commit()
    expect(await answers()).toEqual(BOTH)
  })

  it('in two batches at once, when the pass is committed first', async () => {
    const failing = await heldBeforeCommit(aFailure())
    await commit(db, aPass())
    await failing.commit()
    expect(await answers()).toEqual(BOTH)
  })

  it('when the same region passes after its failure, committed before it', async () => {
    const later = { region: 'eu-west', scheduledAtMs: NOW + 20, checkedAtMs: NOW + 25 }
    await commit(db, aPass({ ...later, ...hashesOfSlot(NOW + 20) }))
    await commit(db, aFailure())
    expect(await answers()).not.toEqual({ 'eu-west': true })
  })
})

it('a pass that was committed long before a failure says nothing about it', async () => {
  await commit(
    db,
    aPass({
      scheduledAtMs: NOW - 60_000,
      checkedAtMs: NOW - 59_000,
      ...hashesOfSlot(NOW - 60_000),
    }),
  )
  await commit(db, aFailure())
  expect(await answers()).toEqual({ 'eu-west': true })
})
