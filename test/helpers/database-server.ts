import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Client } from 'pg'
import { migrate } from '../../controller/src/db/migrate.ts'
import { createLogger } from '@sightline/shared/logger'
import { readPassword } from '../../controller/src/supervisor/postgres/cluster.ts'
import type { EmbeddedPostgres } from '../../controller/src/supervisor/postgres/embedded-postgres.ts'
import { startEmbeddedPostgres } from '../../controller/src/supervisor/postgres/embedded-postgres.ts'
import { superuserUrl } from '../../controller/src/supervisor/postgres/roles.ts'
import type { TestProject } from 'vitest/node'
import { databaseFolder } from './database-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a migrated database that test databases are copied from. */
    readonly templateDatabaseUrl: string
  }
}

let embedded: EmbeddedPostgres | undefined
let files: ReturnType<typeof databaseFolder> | undefined
let templateUrl: string | undefined

/** One database server for the whole run: the one TEST_DATABASE_URL names, else one of our own. */
export async function setup(project: TestProject): Promise<void> {
  let serverUrl = process.env['TEST_DATABASE_URL']
  if (serverUrl === undefined || serverUrl === '') {
    files = databaseFolder()
    const folder = join(files.folder, 'postgres')
    embedded = await startEmbeddedPostgres({ folder, isThrowaway: true })
    serverUrl = embedded.url
    // Each file of tests makes a database; beyond that the tests may no more than the program.
    const superuser = superuserUrl(
      embedded.port,
      readPassword(folder, 'superuser') ?? '',
      'postgres',
    )
    await onServer(superuser, `alter role ${new URL(embedded.url).username} createdb`)
    await onServer(superuser, 'grant connect on database postgres to public')
  }
  const name = `sightline_test_${randomBytes(6).toString('hex')}`
  await onServer(serverUrl, `create database ${name}`)
  templateUrl = databaseUrl(serverUrl, name)
  await migrate(templateUrl, createLogger('test', 'error'))
  project.provide('templateDatabaseUrl', templateUrl)
}

/** Ends the server, or leaves the named one as it was. */
export async function teardown(): Promise<void> {
  if (embedded === undefined && templateUrl !== undefined) {
    const name = new URL(templateUrl).pathname.slice(1)
    const server = process.env['TEST_DATABASE_URL'] ?? ''
    await onServer(server, `drop database if exists ${name} with (force)`)
  }
  await embedded?.stop(2_000)
  files?.remove()
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
