import { cp, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createLogger } from '@sightline/shared/logger'
import { Client } from 'pg'
import Postgrator from 'postgrator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DatabaseRefusedError, migrate } from '../../../controller/src/db/migrate.ts'
import { openResultDays } from '../../../controller/src/db/partitions.ts'
import { openDatabase } from '../../../controller/src/db/pool.ts'
import { rollUp } from '../../../controller/src/reports/rollups/roll-up.ts'
import { databaseUrl, onServer } from '../../helpers/database-server.ts'
import { compressResults, setCreatedAt } from '../../helpers/report-rows.ts'
import { insertMonitors, insertWorkspace } from '../../helpers/rows.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { temporaryFolder } from '../../helpers/temporary-folder.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

const log = createLogger('test', 'silent')
const DAY_MS = 86_400_000
const MIGRATIONS = new URL('../../../controller/src/db/migrations/', import.meta.url)

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** A database as version 8 of the schema left it, on a hypertable where the template has one. */
async function databaseOfVersion8(): Promise<string> {
  const url = databaseUrl(database.url, `${new URL(database.url).pathname.slice(1)}_old`)
  await onServer(database.url, `create database ${new URL(url).pathname.slice(1)}`)
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await database.db.query({
      text: `select from pg_extension where extname = 'timescaledb'`,
    })
    if (rowCount === 1) await client.query('create extension timescaledb')
    await new Postgrator({
      migrationPattern: `${fileURLToPath(MIGRATIONS)}*`,
      driver: 'pg',
      schemaTable: 'schema_migrations',
      execQuery: (query) => client.query(query),
    }).migrate('8')
  } finally {
    await client.end()
  }
  return url
}

describe('migrating', () => {
  it('keeps the results of an earlier version, which then are rolled up', async () => {
    const url = await databaseOfVersion8()
    const db = openDatabase(url, log)
    const now = Date.now()
    const [first = 0] = await insertMonitors(db, await insertWorkspace(db), { count: 3 })
    await setCreatedAt(db, [first], new Date(now - 10 * DAY_MS))
    const days = await openResultDays(db, log)
    await days.ensure(Array.from({ length: 11 }, (_, daysAgo) => now - daysAgo * DAY_MS))
    await db.query(
      {
        text: `insert into check_results (monitor_id, scheduled_at, region, attempt, confirmation, late,
            checked_at, duration_ms, status, response_ms)
          select $1 + number, at, 'eu-west', 0, false, false, at, 30, 'up', 20
          from generate_series(0, 2) number, generate_series($2::timestamptz, $3, '1 hour') at`,
      },
      [first, new Date(now - 9 * DAY_MS), new Date(now - 2 * DAY_MS)],
    )
    await compressResults(db)
    await migrate(url, log)
    await rollUp(db, now, Infinity)
    const { rows } = await db.query({
      text: `select span_minutes as span, sum(checks) as checks from check_rollups
        group by 1 order by 1`,
    })
    const checks = 3 * (7 * 24 + 1)
    expect(rows).toEqual([15, 60, 1_440].map((span) => ({ span, checks })))
    await db.close()
    await onServer(database.url, `drop database ${new URL(url).pathname.slice(1)} with (force)`)
  })

  it('changes nothing in a database that is up to date, by several controllers at once', async () => {
    await expect(
      Promise.all([1, 2, 3].map(() => migrate(database.url, log))),
    ).resolves.toHaveLength(3)
  })

  it('keeps what was applied before a script that fails, and goes on from there', async () => {
    const other = await openTestDatabase()
    const scripts = temporaryFolder()
    await cp(fileURLToPath(MIGRATIONS), scripts, { recursive: true })
    const script = (version: number, sql: string): Promise<void> =>
      writeFile(`${scripts}/${version}.do.trial.sql`, sql)
    await script(901, 'create table trial_first (id integer)')
    await script(902, 'create table trial_second (id integer); select 1 / 0')
    const run = (): Promise<void> => migrate(other.url, log, `${scripts}/*`)
    await expect(run()).rejects.toThrow(/stays at version 901: .*division by zero/)
    const { rows } = await other.db.query({
      text: `select to_regclass('trial_first') is not null as first,
        to_regclass('trial_second') is not null as second`,
    })
    expect(rows).toEqual([{ first: true, second: false }])
    await script(902, 'create table trial_second (id integer)')
    await expect(run()).resolves.toBeUndefined()
    await other.close()
  })

  it('refuses a database that a newer version has made', async () => {
    await database.db.query({
      text: `insert into schema_migrations (version, name) values (999, 'future')`,
    })
    await expect(migrate(database.url, log)).rejects.toThrow(DatabaseRefusedError)
    await database.db.query({ text: 'delete from schema_migrations where version = 999' })
  })

  it('refuses a database whose migrations were other ones', async () => {
    await database.db.query({ text: `update schema_migrations set md5 = 'x' where version = 2` })
    await expect(migrate(database.url, log)).rejects.toThrow(/another build/)
  })
})
