import { createLogger } from '@sightline/shared/logger'
import type { Pool, PoolClient } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { NewJob } from '../../../../controller/src/db/jobs.ts'
import {
  addJobs,
  JOB_RANKS,
  rankJobs,
  readWaitingRanks,
} from '../../../../controller/src/db/jobs.ts'
import type { Database } from '../../../../controller/src/db/pool.ts'
import { openJobConnections, queryOver } from '../../../../controller/src/db/pool.ts'
import { onlyHeld, takingOf } from '../../../../controller/src/jobs/library-statements.ts'
import type { TestDatabase } from '../../../helpers/test-database.ts'
import { openTestDatabase } from '../../../helpers/test-database.ts'

let test: TestDatabase
let db: Database
let connections: Pool
beforeAll(async () => {
  test = await openTestDatabase()
  db = test.db
  connections = openJobConnections(test.url, createLogger('test', 'silent'), 3)
})
afterEach(() =>
  db.query({ text: 'truncate graphile_worker._private_jobs, graphile_worker._private_job_queues' }),
)
afterAll(async () => {
  await connections.end()
  await test.close()
})

async function kindsOf(names: readonly string[]): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    { text: 'select id from graphile_worker._private_tasks where identifier = any($1)' },
    [names],
  )
  return rows.map(({ id }) => id)
}

/** @returns what was given with the job that is taken */
async function take(
  client: Pool | PoolClient,
  name: NewJob['name'],
  { heldBack }: { heldBack?: string[] } = {},
): Promise<unknown> {
  const rank = JOB_RANKS[name]
  const values = ['taker', await kindsOf([name]), ...(heldBack === undefined ? [] : [heldBack])]
  const { rows } = await client.query<{ payload: unknown }>(
    takingOf({ text: '', values }, { lowest: rank, highest: rank }),
  )
  return rows[0]?.payload
}

const delivery = (n: number, queue: string): NewJob => ({
  name: 'deliverAlert',
  payload: { n },
  queue,
})

describe('a look for a job', () => {
  it('finds one while another look, whose job is of another queue, has not ended', async () => {
    await addJobs(db, [delivery(1, 'a'), delivery(2, 'b')])
    const other = await connections.connect()
    try {
      await other.query('begin')
      expect(await take(other, 'deliverAlert')).toEqual({ n: 1 })
      expect(await take(connections, 'deliverAlert')).toEqual({ n: 2 })
    } finally {
      await other.query('rollback')
      other.release()
    }
  })

  it('takes one job of a queue at a time, and of two that look at once one gets it', async () => {
    await addJobs(db, [delivery(1, 'a'), delivery(2, 'a')])
    const taken = await Promise.all([1, 2, 3].map(() => take(connections, 'deliverAlert')))
    expect(taken.filter(Boolean)).toEqual([{ n: 1 }])
    expect(await take(connections, 'deliverAlert')).toBeUndefined()
  })

  it('takes the earliest, but none of those that are to be passed over, or not due', async () => {
    await addJobs(db, [
      { name: 'diagnose', payload: 'later', runAtMs: Date.now() + 60_000 },
      { name: 'diagnose', payload: 'second', runAtMs: Date.now() - 1_000 },
      { name: 'diagnose', payload: 'first', runAtMs: Date.now() - 2_000 },
    ])
    await db.query({
      text: `update graphile_worker._private_jobs set flags = '{"workspace 1": true}'
        where payload::text = '"first"'`,
    })
    expect(await take(connections, 'diagnose', { heldBack: ['workspace 1'] })).toBe('second')
    expect(await take(connections, 'diagnose')).toBe('first')
    expect(await take(connections, 'diagnose')).toBeUndefined()
  })

  it('reads none of the jobs of other lanes, and of its own no more than it takes', async () => {
    await take(connections, 'gatherEvidence')
    const of = (name: NewJob['name']) =>
      addJobs(
        db,
        Array.from({ length: 500 }, () => ({ name, payload: {} })),
      )
    for (const name of ['deliverAlert', 'diagnose', 'gatherEvidence'] as const) await of(name)
    await db.query({ text: 'vacuum graphile_worker._private_jobs' })
    const rank = JOB_RANKS.gatherEvidence
    const { text } = takingOf({ text: '', values: [] }, { lowest: rank, highest: rank })
    const client = await connections.connect()
    try {
      await client.query(`prepare look(text, integer[], text[], smallint, smallint) as ${text}`)
      await client.query('set plan_cache_mode = force_generic_plan')
      const [kind] = await kindsOf(['gatherEvidence'])
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, timing off) execute look('taker', '{${kind}}', '{}', ${rank}, ${rank})`,
      )
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toMatch(/Index Scan using jobs_main_index .*actual rows=1(\.00)? /)
      expect(plan).not.toContain('Rows Removed by Filter')
    } finally {
      client.release()
    }
  })
})

it('what takes a job and gives it back by a plan of when there were none reads no others once there are many', async () => {
  const rank = JOB_RANKS.deliverAlert
  const { text } = takingOf({ text: '', values: [] }, { lowest: rank, highest: rank })
  const back = onlyHeld({ name: 'complete_job_q/', text: '' }).text
  const client = await connections.connect()
  try {
    await client.query(`set plan_cache_mode = force_generic_plan`)
    await client.query(`prepare look_early(text, integer[], text[], smallint, smallint) as ${text}`)
    await client.query(`prepare back_early(bigint[], text) as ${back}`)
    const [kind] = await kindsOf(['deliverAlert'])
    const look = `execute look_early('taker', '{${kind}}', '{}', ${rank}, ${rank})`
    await client.query(look)
    await client.query(`execute back_early('{0}', 'taker')`)
    await addJobs(
      db,
      Array.from({ length: 500 }, (_, n) => delivery(n, `queue ${n}`)),
    )
    const explained = async (statement: string): Promise<string> => {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, timing off) ${statement}`,
      )
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    const taken = await client.query<{ id: string }>(look)
    const plans = [
      await explained(look),
      await explained(`execute back_early('{${taken.rows[0]?.id}}', 'taker')`),
    ]
    for (const plan of plans) {
      expect(plan).not.toContain('Removed by Join Filter')
      expect(plan).not.toMatch(/actual rows=(\d{2,})/)
    }
  } finally {
    client.release(true)
  }
})

describe('jobs that were added with another rank', () => {
  it('are given the one of their kind, so that they are found', async () => {
    await db.query({ text: `select graphile_worker.add_job('diagnose', '"stray"')` })
    expect(await take(connections, 'diagnose')).toBeUndefined()
    await rankJobs(db)
    expect(await take(connections, 'diagnose')).toBe('stray')
  })
})

describe('a look for all lanes', () => {
  const waiting = async (): Promise<readonly number[]> => readWaitingRanks(queryOver(connections))

  it('finds the ranks of jobs whose time has come and that nobody has', async () => {
    expect(await waiting()).toEqual([])
    await addJobs(db, [
      { name: 'diagnose', payload: 1, runAtMs: Date.now() + 60_000 },
      delivery(1, 'a'),
      { name: 'takeScreenshot', payload: 2 },
      { name: 'rollUpResults', payload: 3, runAtMs: Date.now() - 1_000 },
    ])
    const { deliverAlert, takeScreenshot, rollUpResults } = JOB_RANKS
    expect(new Set(await waiting())).toEqual(new Set([deliverAlert, takeScreenshot, rollUpResults]))
    expect(await take(connections, 'takeScreenshot')).toBe(2)
    expect(new Set(await waiting())).toEqual(new Set([deliverAlert, rollUpResults]))
  })
})
