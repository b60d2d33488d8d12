import { randomBytes } from 'node:crypto'
import { createLogger } from '@sightline/shared/logger'
import { Client, DatabaseError } from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../controller/src/db/migrate.ts'
import { readPassword } from '../../controller/src/supervisor/postgres/cluster.ts'
import { superuserUrl } from '../../controller/src/supervisor/postgres/roles.ts'
import type { OwnPostgres } from './prepared-database.ts'
import { openOwnPostgres, setup as prepare } from './prepared-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a migrated database that test databases are copied from. */
    readonly templateDatabaseUrl: string
  }
}

const INSUFFICIENT_PRIVILEGE = '42501'

let own: OwnPostgres | undefined
let templateUrl: string | undefined
let removePrepared: (() => void) | undefined

/** One database server for the whole run: the one TEST_DATABASE_URL names, else one of our own. None for "none", where
 *  no test that is run wants one. */
export async function setup(project: TestProject): Promise<void> {
  const named = process.env['TEST_DATABASE_URL'] ?? ''
  if (named === 'none') return
  templateUrl = named === '' ? await openOwnTemplate() : await makeTemplate(named)
  project.provide('templateDatabaseUrl', templateUrl)
}

/** The database of a server of our own, which was migrated for tests of all kinds. */
async function openOwnTemplate(): Promise<string> {
  removePrepared = await prepare()
  own = await openOwnPostgres()
  const { postgres, folder } = own
  // Each file of tests makes a database; beyond that the tests may no more than the program.
  const superuser = superuserUrl(postgres.port, readPassword(folder, 'superuser') ?? '', 'postgres')
  await onServer(superuser, `alter role ${new URL(postgres.url).username} createdb`)
  await onServer(superuser, 'grant connect on database postgres to public')
  return postgres.url
}

/** A new database of a server of somebody else's. */
async function makeTemplate(serverUrl: string): Promise<string> {
  const name = `sightline_test_${randomBytes(6).toString('hex')}`
  await onServer(serverUrl, `create database ${name}`)
  const url = databaseUrl(serverUrl, name)
  await migrate(url, createLogger('test', 'error'))
  return url
}

/** Ends the server, or leaves the named one as it was. */
export async function teardown(): Promise<void> {
  if (own === undefined && templateUrl !== undefined) {
    const name = new URL(templateUrl).pathname.slice(1)
    const server = process.env['TEST_DATABASE_URL'] ?? ''
    await dropDatabase(server, name)
  }
  await own?.postgres.stop(2_000)
  own?.remove()
  removePrepared?.()
}

/** The URL of another database of the same server. */
export function databaseUrl(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/** Runs one statement outside every test database. */
export async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Removes a database with whoever is still in it. A worker of autovacuum is nobody that the tests' role may
 *  end by force; it goes by itself when it is asked without. */
export async function dropDatabase(server: string, name: string): Promise<void> {
  try {
    await onServer(server, `drop database if exists ${name} with (force)`)
  } catch (error: unknown) {
    if (!(error instanceof DatabaseError) || error.code !== INSUFFICIENT_PRIVILEGE) throw error
    await onServer(server, `drop database if exists ${name}`)
  }
}
