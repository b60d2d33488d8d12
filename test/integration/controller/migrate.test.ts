import { cp, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createLogger } from '@sightline/shared/logger'
import { Client } from 'pg'
import Postgrator from 'postgrator'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { DatabaseRefusedError } from '../../../controller/src/db/database-refused.ts'
import { migrate } from '../../../controller/src/db/migrate.ts'
import { openResultDays } from '../../../controller/src/db/partitions.ts'
import { openDatabase } from '../../../controller/src/db/pool.ts'
import { rollUp } from '../../../controller/src/reports/rollups/roll-up.ts'
import { databaseUrl, dropDatabase, onServer } from '../../helpers/database-server.ts'
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

/** A folder of this version's scripts and others, by their number. */
async function scriptsWith(others: Readonly<Record<number, string>>): Promise<string> {
  const folder = temporaryFolder()
  await cp(fileURLToPath(MIGRATIONS), folder, { recursive: true })
  for (const [version, sql] of Object.entries(others)) {
    await writeFile(`${folder}/${version}.do.trial.sql`, sql)
  }
  return folder
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
    await dropDatabase(database.url, new URL(url).pathname.slice(1))
  })

  it('changes nothing in a database that is up to date, by several controllers at once', async () => {
    await expect(
      Promise.all([1, 2, 3].map(() => migrate(database.url, log))),
    ).resolves.toHaveLength(3)
  })

  it.each(['SQL_ASCII', 'LATIN1'])(
    'makes nothing in a database of the encoding %s, and says how one is made that does',
    async (encoding) => {
      const name = `${new URL(database.url).pathname.slice(1)}_${encoding.toLowerCase()}`
      const url = databaseUrl(database.url, name)
      await onServer(
        database.url,
        `create database ${name} encoding '${encoding}' locale 'C' template template0`,
      )
      onTestFinished(() => dropDatabase(database.url, name))
      const migrated = migrate(url, log)
      await expect(migrated).rejects.toThrow(DatabaseRefusedError)
      await expect(migrated).rejects.toThrow(
        new RegExp(`encoded in ${encoding}, .* encoding 'UTF8' locale 'C' template template0`),
      )
      const db = openDatabase(url, log)
      const { rows } = await db.query({
        text: `select to_regclass('schema_migrations') is null as "isEmpty"`,
      })
      await db.close()
      expect(rows).toEqual([{ isEmpty: true }])
    },
  )

  it('keeps what was applied before a script that fails, and goes on from there', async () => {
    const other = await openTestDatabase()
    const scripts = temporaryFolder()
    await cp(fileURLToPath(MIGRATIONS), scripts, { recursive: true })
    const script = (version: number, sql: string): Promise<void> =>
      writeFile(`${scripts}/${version}.do.trial.sql`, sql)
    await script(901, 'create table trial_first (id integer)')
    await script(902, 'create table trial_second (id integer); select 1 / 0')
    const run = (): Promise<void> => migrate(other.url, log, { scripts: `${scripts}/*` })
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

  it('lives with a database that a newer version has made, until that takes out what this one uses', async () => {
    const query = (text: string) => database.db.query({ text })
    await query(`insert into schema_migrations (version, name) values (999, 'future')`)
    await expect(migrate(database.url, log)).resolves.toBeUndefined()
    await query('update schema_support set oldest = 999')
    await expect(migrate(database.url, log)).rejects.toThrow(DatabaseRefusedError)
    await query('alter table schema_support rename to schema_support_of_later')
    await expect(migrate(database.url, log)).rejects.toThrow(DatabaseRefusedError)
    await query('alter table schema_support_of_later rename to schema_support')
    await query('delete from schema_migrations where version = 999')
  })

  it('waits for a table that somebody holds, without having others wait for it', async () => {
    const other = await openTestDatabase()
    const scripts = await scriptsWith({ 901: 'alter table monitors add column trial integer' })
    const holder = new Client({ connectionString: other.url })
    await holder.connect()
    await holder.query('begin; lock table monitors in access share mode')
    const warned = Promise.withResolvers<void>()
    const watched = { ...log, warn: () => warned.resolve(), info: () => undefined } as typeof log
    const migrated = migrate(other.url, watched, { scripts: `${scripts}/*` })
    await warned.promise
    // Behind a script that waited until it got its lock this would wait for the holder too.
    const read = () => other.db.query({ text: 'select name from monitors' })
    await Promise.all([read(), read()])
    await holder.query('commit')
    await holder.end()
    await expect(migrated).resolves.toBeUndefined()
    await other.db.query({ text: 'select trial from monitors' })
    await other.close()
  })

  it('builds an index beside who writes, by several controllers at once, and anew where that was broken off', async () => {
    const other = await openTestDatabase()
    const scripts = await scriptsWith({
      901: `-- outside a transaction
drop index concurrently if exists trial;
create index concurrently if not exists trial on monitors (name);
`,
    })
    await other.db.query({ text: 'create index trial on monitors (url)' })
    await Promise.all([1, 2, 3].map(() => migrate(other.url, log, { scripts: `${scripts}/*` })))
    const { rows } = await other.db.query<{ definition: string }>({
      text: `select pg_get_indexdef('trial'::regclass) as definition`,
    })
    expect(rows[0]?.definition).toContain('(name)')
    await other.close()
  })

  it('says what a role needs that may not make tables', async () => {
    const name = `${new URL(database.url).pathname.slice(1)}_poor`
    const url = databaseUrl(database.url, name)
    await onServer(database.url, `create database ${name}`)
    try {
      await onServer(url, 'revoke create on schema public from pg_database_owner, public')
      const { username } = new URL(url)
      const refused = migrate(url, log)
      await expect(refused).rejects.toThrow(DatabaseRefusedError)
      await expect(refused).rejects.toThrow(
        `the role of the database's address may not make what is needed there (permission denied for schema public): have a superuser run "alter database ${name} owner to ${username}", or take a database that this role owns`,
      )
    } finally {
      await dropDatabase(database.url, name)
    }
  })

  it('refuses a database whose migrations were other ones', async () => {
    await database.db.query({ text: `update schema_migrations set md5 = 'x' where version = 2` })
    await expect(migrate(database.url, log)).rejects.toThrow(/another build/)
  })
})
