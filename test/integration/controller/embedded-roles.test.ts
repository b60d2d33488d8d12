import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createLogger } from '@sightline/shared/logger'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readExcessRights } from '../../../controller/src/db/excess-rights.ts'
import { migrate } from '../../../controller/src/db/migrate.ts'
import { openDatabase } from '../../../controller/src/db/pool.ts'
import type { EmbeddedPostgres } from '../../../controller/src/supervisor/postgres/embedded-postgres.ts'
import { startEmbeddedPostgres } from '../../../controller/src/supervisor/postgres/embedded-postgres.ts'
import { databaseFolder } from '../../helpers/database-folder.ts'

const log = createLogger('test', 'fatal')

let files: ReturnType<typeof databaseFolder>
let server: EmbeddedPostgres
beforeAll(async () => {
  files = databaseFolder()
  server = await start()
})
afterAll(async () => {
  await server.stop(2_000)
  files.remove()
})

const start = () =>
  startEmbeddedPostgres({ folder: join(files.folder, 'postgres'), isThrowaway: true })

async function run(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}

/** Whatever in the database does not belong to the application. */
const STRANGERS = `
  select relname as name from pg_class
    where relnamespace::regnamespace::text in ('public', 'graphile_worker') and relowner <> current_user::regrole
  union all select proname from pg_proc
    where pronamespace::regnamespace::text in ('public', 'graphile_worker') and proowner <> current_user::regrole
  union all select typname from pg_type
    where typnamespace::regnamespace::text in ('public', 'graphile_worker') and typowner <> current_user::regrole
  union all select nspname from pg_namespace
    where nspname = 'graphile_worker' and nspowner <> current_user::regrole`

test('the application is no superuser, reads no files and makes no roles', async () => {
  const [rights] = await run(
    server.url,
    `select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls
     from pg_roles where rolname = current_user`,
  )
  expect(Object.values(rights ?? {})).toEqual([false, false, false, false, false])
  for (const statement of [
    `select pg_read_file('/etc/passwd')`,
    `create table stolen (line text); copy stolen from '/etc/passwd'`,
    `create table ran (line text); copy ran from program 'id'`,
    `alter system set log_statement = 'all'`,
    'create role another superuser',
    'alter role current_user superuser',
    'create database another',
  ]) {
    // oxlint-disable-next-line no-await-in-loop
    await expect(run(server.url, statement), statement).rejects.toThrow(
      /permission denied|must be superuser/,
    )
  }
  const other = new URL(server.url)
  other.pathname = '/postgres'
  await expect(run(other.href, 'select 1')).rejects.toThrow(/permission denied/)
  expect(statSync(join(files.folder, 'postgres', 'application-password')).mode & 0o777).toBe(0o600)
})

test('the schema and the jobs of the worker are made with its rights', async () => {
  await migrate(server.url, log)
  expect(await run(server.url, STRANGERS)).toEqual([])
  const db = openDatabase(server.url, log, { max: 1 })
  expect(await readExcessRights(db)).toBeNull()
  await db.close()
})

test('a start again changes nothing, and the password stays unless its file is lost', async () => {
  const { password } = new URL(server.url)
  await server.stop(5_000)
  server = await start()
  expect(new URL(server.url).password).toBe(password)
  expect(await run(server.url, STRANGERS)).toEqual([])
  await server.stop(5_000)
  rmSync(join(files.folder, 'postgres', 'application-password'))
  server = await start()
  expect(new URL(server.url).password).not.toBe(password)
  expect(await run(server.url, STRANGERS)).toEqual([])
})
