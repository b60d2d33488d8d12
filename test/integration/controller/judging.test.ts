import { createLogger } from '@sightline/shared/logger'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readInstallationStatus } from '../../../controller/src/db/installation-status.ts'
import { openResultDays } from '../../../controller/src/db/partitions.ts'
import type { Database, Queryable } from '../../../controller/src/db/pool.ts'
import type { IncomingResult } from '../../../controller/src/db/results.ts'
import {
  claimUnjudged,
  hastenUnjudged,
  readDueMonitors,
} from '../../../controller/src/db/unjudged-results.ts'
import { lockVerdicts } from '../../../controller/src/db/verdicts.ts'
import { commitResults } from '../../../controller/src/ingest/commit.ts'
import { decide } from '../../../controller/src/verdicts/decision/decide.ts'
import type { Judge } from '../../../controller/src/verdicts/judge.ts'
import { createJudge } from '../../../controller/src/verdicts/judge.ts'
import { startRuleKeeper } from '../../../controller/src/verdicts/rule-keeper.ts'
import type { Rule } from '../../../controller/src/verdicts/verdicts.ts'
import { PATIENT } from '../../helpers/patient.ts'
import { aResult } from '../../helpers/report-rows.ts'
import { insertMonitors, insertVoters, insertWorkspace } from '../../helpers/rows.ts'
import { hashesOfSlot } from '../../helpers/slots.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const POISON = 'What this check found breaks the rule.'
const log = createLogger('test', 'silent')

let database: TestDatabase
let db: Database
let workspaceId: number
let ensure: (instantsMs: readonly number[]) => Promise<void>

beforeAll(async () => {
  database = await openTestDatabase()
  ;({ db } = database)
  workspaceId = await insertWorkspace(db)
  await insertVoters(db, ['eu-west', 'us-east'])
  ensure = (await openResultDays(db, log)).ensure
})
afterAll(() => database.close())
beforeEach(async () => {
  await db.query({ text: 'delete from monitors' })
  await db.query({ text: 'delete from check_results' })
  await db.query({ text: 'update judging_faults set results = 0, last_at = null' })
})

const monitorsThatAreUp = (count: number) =>
  insertMonitors(db, workspaceId, { count, status: 'up' })

/** What an explanation of the statements that are asked tells. */
function explaining(tx: Queryable): { readonly tx: Queryable; readonly plans: string[] } {
  const plans: string[] = []
  const query: Queryable['query'] = async ({ text }, values) => {
    const { rows } = await tx.query<Record<string, string>>({ text: `explain ${text}` }, values)
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    return { rows: [], rowCount: 0 }
  }
  return { tx: { query }, plans }
}

it('what was not judged is read result by result, however many results and monitors there are', async () => {
  const ids = await monitorsThatAreUp(1_000)
  await commitResults(
    db,
    ids.map((id) => aFailure(id)),
    () => NOW,
    ensure,
  )
  await db.query({
    text: `insert into unjudged_results (monitor_id, scheduled_at, region, attempt, generation, judge_at)
      select monitor_id, scheduled_at, region, attempt, 0, now() from check_results on conflict do nothing`,
  })
  await db.query({ text: 'analyze' })
  const { tx, plans } = explaining(db)
  await claimUnjudged(tx, NOW, { monitorIds: ids, lateAfterMs: 30_000 })
  expect(plans).toHaveLength(1)
  expect(plans[0]).not.toMatch(/Hash|Merge/)
})

function aFailure(monitorId: number, fields: Partial<IncomingResult> = {}): IncomingResult {
  return aResult({
    monitorId,
    scheduledAtMs: NOW,
    checkedAtMs: NOW + 5,
    status: 'down',
    failureSource: 'target',
    phase: 'firstByte',
    cause: 'serverError',
    error: 'The server answered 500.',
    ...hashesOfSlot(NOW),
    ...fields,
  })
}

const poison = (monitorId: number) => aFailure(monitorId, { error: POISON })

const isPoison = (event: Parameters<Rule>[1]) =>
  event.kind === 'vote' && event.vote.error === POISON

/** Rules with a fault that one monitor meets. */
const FAULTS: Readonly<Record<string, Rule>> = {
  'the rule throws': (state, event, policy) => {
    if (isPoison(event)) throw new TypeError('no such property')
    return decide(state, event, policy)
  },
  'a statement fails': (state, event, policy) => {
    const decision = decide(state, event, policy)
    return isPoison(event)
      ? { ...decision, state: { ...decision.state, status: null as never } }
      : decision
  },
}

const commit = (judge: Judge, rows: readonly IncomingResult[]) =>
  commitResults(db, rows, () => NOW, ensure, { judge })

async function confirming(): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>({
    text: `select monitor_id as id from monitor_states where decision ? 'round' order by 1`,
  })
  return rows.map(({ id }) => id)
}

async function countRows(table: 'check_results' | 'unjudged_results'): Promise<number> {
  const { rows } = await db.query<{ count: number }>({ text: `select count(*) from ${table}` })
  return rows[0]?.count ?? 0
}

const status = async () => {
  const { judgingFaults, unjudged } = await readInstallationStatus(db, 1_000)
  return { judgingFaults, unjudged }
}

async function keepTheRuleAt(nowMs: number, judge: Judge): Promise<number> {
  const allJudged = vi.fn()
  // A round is under way from the start, and stopping waits for it.
  await startRuleKeeper({ db, judge, allJudged, now: () => nowMs, log }).stop()
  return allJudged.mock.calls.length
}

it('an answer that is there, if only to be judged, is heard before its time is over: nobody is asked again', async () => {
  const [id = 0] = await monitorsThatAreUp(1)
  const judge = createJudge()
  await commit(judge, [aFailure(id)])
  const keeping: Judge = {
    ...judge,
    tell: (tx, results, nowMs) => judge.keep(tx, results, nowMs).then(() => []),
  }
  const answer = { region: 'us-east', attempt: 1, confirmation: true }
  await commit(keeping, [
    aFailure(id, { ...answer, scheduledAtMs: NOW + 10, checkedAtMs: NOW + 10 }),
  ])
  expect(await countRows('unjudged_results')).toBe(1)

  await keepTheRuleAt(NOW + 16_000, judge)
  const { rows } = await db.query<{ status: string; again: number }>(
    {
      text: `select status, (select count(*) from work_items where (payload ->> 'attempt')::integer > 1) as again
        from monitor_states where monitor_id = $1`,
    },
    [id],
  )
  expect(rows).toEqual([{ status: 'down', again: 0 }])
})

describe.for(Object.entries(FAULTS))('when %s for one monitor', ([, rule]) => {
  it('keeps its results and judges all others', async () => {
    const ids = await monitorsThatAreUp(40)
    const met = vi.fn()
    const rows = ids.map((id, index) => (index === 17 ? poison(id) : aFailure(id)))
    await commit(createJudge({ rule, met }), rows)
    expect(await countRows('check_results')).toBe(40)
    expect(await confirming()).toEqual(ids.toSpliced(17, 1))
    expect(await status()).toEqual({ judgingFaults: 1, unjudged: 1 })
    expect(met).toHaveBeenCalledExactlyOnceWith(expect.any(Error), {
      monitorId: ids[17],
      monitors: 1,
    })
  })

  it('judges it again by and by, and decides once that works', async () => {
    const [id = 0] = await monitorsThatAreUp(1)
    await commit(createJudge({ rule }), [poison(id)])
    expect(await keepTheRuleAt(NOW + 2_000, createJudge({ rule }))).toBe(0)
    expect(await status()).toEqual({ judgingFaults: 1, unjudged: 1 })
    // Not at every round.
    expect(await keepTheRuleAt(NOW + 3_000, createJudge())).toBe(0)
    expect(await confirming()).toEqual([])
    expect(await keepTheRuleAt(NOW + 8_000, createJudge())).toBe(1)
    expect(await confirming()).toEqual([id])
    expect(await status()).toEqual({ judgingFaults: 1, unjudged: 0 })
  })

  it('makes its results late once its region found something since', async () => {
    const [id = 0] = await monitorsThatAreUp(1)
    const judge = createJudge({ rule })
    await commit(judge, [poison(id)])
    await keepTheRuleAt(NOW + 40_000, judge)
    expect((await status()).unjudged).toBe(1)
    await commit(judge, [
      aResult({
        monitorId: id,
        checkedAtMs: NOW + 41_000,
        attempt: 0,
        scheduledAtMs: NOW + 41_000,
        ...hashesOfSlot(NOW + 41_000),
      }),
    ])
    await keepTheRuleAt(NOW + 50_000, createJudge())
    expect((await status()).unjudged).toBe(0)
    expect(await confirming()).toEqual([])
    const { rows } = await db.query({ text: 'select late from check_results where status = $1' }, [
      'down',
    ])
    expect(rows).toEqual([{ late: true }])
  })

  it('makes its results late once another was to follow', async () => {
    const [id = 0] = await monitorsThatAreUp(1)
    await commit(createJudge({ rule }), [poison(id)])
    await keepTheRuleAt(NOW + 61_000, createJudge())
    expect(await status()).toEqual({ judgingFaults: 1, unjudged: 0 })
    expect(await confirming()).toEqual([])
  })

  it('ends although none of a hundred can be judged, and judges all of them later', async () => {
    const ids = await monitorsThatAreUp(100)
    await commit(createJudge({ rule }), ids.map(poison))
    expect(await countRows('check_results')).toBe(100)
    expect(await status()).toEqual({ judgingFaults: 100, unjudged: 100 })
    await keepTheRuleAt(NOW + 2_000, createJudge())
    expect(await confirming()).toEqual(ids)
  })
})

it('stores nothing while the database is away: the batch stays with its agents', async () => {
  const [id = 0] = await monitorsThatAreUp(1)
  const away = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  const failing: Database = {
    ...db,
    transaction: (work) =>
      db.transaction((tx) =>
        work({
          query: (statement, values) =>
            statement.text.includes('for update of s')
              ? Promise.reject(away)
              : tx.query(statement, values),
        }),
      ),
  }
  await expect(commitResults(failing, [aFailure(id)], () => NOW, ensure)).rejects.toBe(away)
  expect(await countRows('check_results')).toBe(0)
  expect((await status()).unjudged).toBe(0)
})

describe('while another transaction has monitors locked', () => {
  /** Locks monitors. @returns lets them go */
  async function lockElsewhere(ids: readonly number[]): Promise<() => Promise<void>> {
    const locked = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const over = db.transaction(async (tx) => {
      await lockVerdicts(tx, ids)
      locked.resolve()
      await release.promise
    })
    await locked.promise
    return () => {
      release.resolve()
      return over
    }
  }

  it('what is found of many is stored, and judged later, while the others are at once', async () => {
    const ids = await monitorsThatAreUp(60)
    const letGo = await lockElsewhere(ids.slice(0, 40))
    const met = vi.fn()
    const judge = createJudge({ met })
    const rows = ids.map((id) => aFailure(id))
    await commit(judge, rows)
    expect(await countRows('check_results')).toBe(60)
    expect(await confirming()).toEqual(ids.slice(40))
    expect(await status()).toEqual({ judgingFaults: 0, unjudged: 40 })
    await letGo()

    expect(await keepTheRuleAt(NOW + 100, judge)).toBe(1)
    expect(await confirming()).toEqual(ids)
    expect(await countRows('unjudged_results')).toBe(0)
    expect(met).not.toHaveBeenCalled()
  })

  it('what is found of a few is stored at once, and judged as soon as they are let go', async () => {
    const [id = 0] = await monitorsThatAreUp(1)
    const letGo = await lockElsewhere([id])
    const committed = commit(createJudge(), [aFailure(id)])
    await vi.waitFor(async () => expect(await countRows('check_results')).toBe(1), PATIENT)
    expect(await confirming()).toEqual([])
    await letGo()
    await committed
    expect(await confirming()).toEqual([id])
    expect(await countRows('unjudged_results')).toBe(0)
  })

  it('what is unjudged is hastened without waiting for who has it', async () => {
    const [id = 0, other = 0] = await monitorsThatAreUp(2)
    await db.transaction((tx) => createJudge().keep(tx, [aFailure(id), aFailure(other)], NOW))
    await db.transaction(async (tx) => {
      await claimUnjudged(tx, NOW, { monitorIds: [id], lateAfterMs: 30_000 })
      await db.transaction((mine) => hastenUnjudged(mine, [id, other], NOW + 50))
    })
    expect(await readDueMonitors(db, NOW + 50, 10)).toEqual([other])
  })

  it('nothing is kept of those that are paused', async () => {
    const ids = await monitorsThatAreUp(30)
    await db.query({ text: 'update monitors set active = false where id = any($1)' }, [ids])
    const letGo = await lockElsewhere(ids)
    await commit(
      createJudge(),
      ids.map((id) => aFailure(id)),
    )
    await letGo()
    expect(await countRows('unjudged_results')).toBe(0)
  })
})

describe('of many results', () => {
  it('the rule is told after they are stored, and by its keeper where that was broken off', async () => {
    const ids = await monitorsThatAreUp(60)
    const rows = ids.map((id) => aFailure(id))
    const broken = { ...createJudge(), tellKept: () => Promise.reject(new Error('the end')) }
    await expect(commit(broken, rows)).rejects.toThrow('the end')
    expect(await status()).toEqual({ judgingFaults: 0, unjudged: 60 })
    expect(await confirming()).toEqual([])

    // Their agents still have them and send them again: they are stored.
    await commit(createJudge(), rows)
    expect(await confirming()).toEqual([])
    // Whoever stored them is there as a rule, and judges them itself: nobody else does right then.
    await keepTheRuleAt(NOW + 2_000, createJudge())
    expect(await confirming()).toEqual([])
    await keepTheRuleAt(NOW + 6_000, createJudge())
    expect(await confirming()).toEqual(ids)
    expect(await status()).toEqual({ judgingFaults: 0, unjudged: 0 })
  })

  it('nothing stays to be judged of what was', async () => {
    const ids = await monitorsThatAreUp(60)
    await commit(
      createJudge(),
      ids.map((id) => aFailure(id)),
    )
    expect(await confirming()).toEqual(ids)
    expect(await status()).toEqual({ judgingFaults: 0, unjudged: 0 })
  })
})
