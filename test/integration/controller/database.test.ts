import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { createLogger } from '@sightline/shared/logger'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openResultDays } from '../../../controller/src/db/partitions.ts'
import { pingDatabase } from '../../../controller/src/db/ping.ts'
import type { Database, Queryable } from '../../../controller/src/db/pool.ts'
import { isDatabaseUnavailable, openDatabase } from '../../../controller/src/db/pool.ts'
import { kept } from '../../../controller/src/db/sql.ts'
import { serveRaw } from '../../helpers/listen.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

describe('a transaction', () => {
  it('fails, and nothing else does, when its connection is cut while it waits', async () => {
    const { db } = database
    const cut = db.transaction(async (tx) => {
      const { rows } = await tx.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' })
      await db.query({ text: 'select pg_terminate_backend($1)' }, [rows[0]?.pid])
      // The connection's end arrives while no statement runs.
      await new Promise((resolve) => setTimeout(resolve, 100))
      await tx.query({ text: 'select 1' })
    })
    await expect(cut).rejects.toSatisfy(isDatabaseUnavailable)
    const { rows } = await db.query<{ one: number }>({ text: 'select 1 as one' })
    expect(rows).toEqual([{ one: 1 }])
  })

  it('is not what is wrong where a file is not there', () => {
    const read = (): unknown => readFileSync('/nonexistent/file')
    expect(read).toThrow(expect.toSatisfy((error) => !isDatabaseUnavailable(error)))
  })

  it('is on the disk when it is over, also where the disk is waited for after its end', async () => {
    const { db } = database
    await db.query({ text: 'create table flushed (n integer not null)' })
    const written = await db.transaction(
      async (tx) => {
        await tx.query({ text: 'insert into flushed values (1)' })
        const { rows } = await tx.query<{ commit: string; at: string }>({
          text: `select current_setting('synchronous_commit') as commit, pg_current_wal_insert_lsn()::text as at`,
        })
        return rows[0]
      },
      { isFlushedAfter: true },
    )
    const { rows } = await db.query<{ commit: string; isFlushed: boolean }>(
      {
        text: `select current_setting('synchronous_commit') as commit, pg_current_wal_flush_lsn() > $1::pg_lsn as "isFlushed"`,
      },
      [written?.at],
    )
    expect(written?.commit).toBe('off')
    expect(rows).toEqual([{ commit: 'on', isFlushed: true }])
  })

  it('runs again when it and another wait for each other', async () => {
    const { db } = database
    await db.query({ text: 'create table pair (id integer primary key, n integer not null)' })
    await db.query({ text: 'insert into pair values (1, 0), (2, 0)' })
    const add = { text: 'update pair set n = n + 1 where id = $1' }
    const both = (first: number, second: number) =>
      db.transaction(async (tx) => {
        await tx.query(add, [first])
        await tx.query({ text: 'select pg_sleep(0.2)' })
        await tx.query(add, [second])
      })
    await Promise.all([both(1, 2), both(2, 1)])
    const { rows } = await db.query<{ n: number }>({ text: 'select n from pair order by id' })
    expect(rows).toEqual([{ n: 2 }, { n: 2 }])
  })
})

describe('a kept statement', () => {
  it('is planned once in each connection, however often it runs', async () => {
    const add = kept<{ sum: number }>({ text: 'select $1::integer + $2::integer as sum' })
    const sums = await database.db.transaction(async (tx) => {
      const first = await tx.query(add, [1, 2])
      const second = await tx.query(add, [3, 4])
      const { rows } = await tx.query<{ uses: number }>(
        {
          text: `select (generic_plans + custom_plans)::integer as uses from pg_prepared_statements
            where name = $1`,
        },
        [add.name],
      )
      return { sums: [...first.rows, ...second.rows], rows }
    })
    expect(sums).toEqual({ sums: [{ sum: 3 }, { sum: 7 }], rows: [{ uses: 2 }] })
  })
})

describe('a kept statement that a connection cannot run any more', () => {
  const inTransaction = (db: Database) => db.transaction.bind(db)
  const inSnapshot = (db: Database) => db.snapshot.bind(db)
  const byItself = (db: Database) => (read: (tx: Queryable) => Promise<unknown>) => read(db)

  it.each([
    ['by itself', byItself],
    ['in a transaction', inTransaction],
    ['in a snapshot', inSnapshot],
  ])('since a migration changed what it gives is run all the same, %s', async (_, within) => {
    const db = openDatabase(database.url, createLogger('test', 'silent'), { max: 1 })
    const readAll = kept<object>({ text: 'select * from widening' })
    await db.query({ text: 'create table widening (a integer)' })
    await db.query({ text: 'insert into widening values (1)' })
    const run = () => within(db)((tx) => tx.query(readAll))
    expect(await run()).toMatchObject({ rows: [{ a: 1 }] })
    await db.query({ text: 'alter table widening add column b integer default 2' })
    expect(await run()).toMatchObject({ rows: [{ a: 1, b: 2 }] })
    expect(await run()).toMatchObject({ rows: [{ a: 1, b: 2 }] })
    await db.query({ text: 'drop table widening' })
    await db.close()
  })

  it('since its connection is another behind a pooler is run all the same', async () => {
    const db = openDatabase(database.url, createLogger('test', 'silent'), { max: 1 })
    const one = kept<{ one: number }>({ text: 'select 1 as one' })
    await db.query(one)
    await db.query({ text: 'deallocate all' })
    expect(await db.query(one)).toMatchObject({ rows: [{ one: 1 }] })
    const done: number[] = []
    await db.transaction(async (tx) => {
      done.push(1)
      if (done.length === 1) await tx.query({ text: 'deallocate all' })
      await tx.query(one)
      await tx.query({ text: 'deallocate all' })
      await tx.query(one)
    })
    expect(done).toHaveLength(2)
    await db.close()
  })

  it('is named for its text', () => {
    const nameOf = (text: string) => kept({ text }).name
    expect(nameOf('select 1')).toBe(nameOf('select 1'))
    expect(nameOf('select 1')).not.toBe(nameOf('select 2'))
  })
})

describe('a ping', () => {
  it('gives up on a database that takes connections and says nothing', async () => {
    const connections: Socket[] = []
    const port = await serveRaw((connection) => connections.push(connection))
    const hung = openDatabase(
      `postgres://any@127.0.0.1:${port}/any`,
      createLogger('test', 'silent'),
    )
    // Far below the limits of the pool.
    await expect(pingDatabase(hung, 50)).rejects.toThrow('did not answer within 50 ms')
    for (const connection of connections) connection.destroy()
    await hung.close()
  })
})

describe('the days of results', () => {
  it('are made while somebody reads the whole table for long', async () => {
    const { db } = database
    const days = await openResultDays(db, createLogger('test', 'silent'))
    await days.ensure([Date.UTC(2026, 0, 1)])
    await db.transaction(async (tx) => {
      await tx.query({ text: 'select count(*) from check_results' })
      await days.ensure([Date.UTC(2026, 0, 2)])
      const { rows } = await db.query<{ count: number }>({
        text: 'select count(*) from check_results',
      })
      expect(rows).toEqual([{ count: 0 }])
    })
  })

  it('are made once by many who want the same at once', async () => {
    const open = () => openResultDays(database.db, createLogger('test', 'silent'))
    const controllers = await Promise.all(Array.from({ length: 8 }, open))
    for (let day = 1; day <= 10; day += 1) {
      const made = controllers.map((each) => each.ensure([Date.UTC(2026, 1, day)]))
      expect(await Promise.allSettled(made)).toEqual(
        made.map(() => ({ status: 'fulfilled', value: undefined })),
      )
    }
  })

  it('go when they are past retention, and no sooner', async () => {
    const { db } = database
    const days = await openResultDays(db, createLogger('test', 'silent'))
    const nowMs = Date.UTC(2026, 5, 1)
    const ofAge = (daysAgo: number) => nowMs - daysAgo * 86_400_000
    await days.ensure([ofAge(400), ofAge(401), ofAge(402)])
    await days.dropOld(nowMs)
    const extension = await db.query({
      text: `select from pg_extension where extname = 'timescaledb'`,
    })
    if (extension.rowCount === 1) {
      // There the days are chunks, which a policy of the extension drops too, once it finds the time.
      await db.query(
        {
          text: `insert into check_results (monitor_id, scheduled_at, region, attempt, confirmation, late,
              checked_at, duration_ms, status)
            select 1, at, 'eu-west', 0, false, false, at, 1, 'up' from unnest($1::timestamptz[]) at`,
        },
        [[400, 401, 402].map((age) => new Date(ofAge(age)))],
      )
      await days.dropOld(nowMs)
      const stored = await db.query<{ at: Date }>({
        text: 'select scheduled_at as at from check_results',
      })
      expect(stored.rows).toEqual([{ at: new Date(ofAge(400)) }])
      const policy = await db.query<{ after: string }>({
        text: `select config ->> 'drop_after' as after from timescaledb_information.jobs
          where proc_name = 'policy_retention' and hypertable_name = 'check_results'`,
      })
      expect(policy.rows).toEqual([{ after: '400 days' }])
      return
    }
    const { rows } = await db.query<{ name: string }>({
      text: `select inhrelid::regclass::text as name from pg_inherits
        where inhparent = 'check_results'::regclass order by name`,
    })
    expect(rows.map((row) => row.name)).toContain('check_results_20250427')
    expect(rows.map((row) => row.name)).not.toContain('check_results_20250426')
    expect(rows.map((row) => row.name)).not.toContain('check_results_20250425')

    const fewer = await openResultDays(db, createLogger('test', 'silent'), 40)
    await fewer.ensure([ofAge(40), ofAge(41)])
    await fewer.dropOld(nowMs)
    const left = await db.query<{ name: string }>({
      text: `select min(inhrelid::regclass::text) as name from pg_inherits
        where inhparent = 'check_results'::regclass`,
    })
    expect(left.rows).toEqual([{ name: 'check_results_20260422' }])
  })
})
