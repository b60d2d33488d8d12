import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@sightline/shared/logger'
import { runMigrations } from 'graphile-worker'
import { Client, DatabaseError } from 'pg'
import Postgrator from 'postgrator'
import { applyMigrations, runScript } from './apply-migrations.ts'
import { DatabaseRefusedError } from './database-refused.ts'
import { keepFromMoving } from './moved-away.ts'
import { openJobConnections, queryOver } from './pool.ts'
import { refusePooler } from './refuse-pooler.ts'
import { MIGRATIONS } from './schema-version.ts'
import { createTimescaleExtension } from './timescale-extension.ts'

/** Any number, the same in every controller: who holds it migrates, the others wait. */
const MIGRATION_LOCK = 7_446_001

const TURN_RETRY_MS = 100
/** After as many it is told what is waited for. */
const TELLING_TRIES = 50

const INSUFFICIENT_PRIVILEGE = '42501'

/** Oldest server the statements are written for. */
const MIN_POSTGRES_MAJOR = 15

function openClient(url: string, log: Logger): Client {
  const client = new Client({ connectionString: url, application_name: 'sightline migrate' })
  client.on('error', (error) => log.debug({ err: error }, 'a migration connection broke'))
  return client
}

/** Texts are of every language: other encodings lack most of it, and SQL_ASCII, what a cluster has that was made without a
 *  locale, counts and cuts bytes. One that has been lived with is not refused: its data could go nowhere any more.
 *  @throws DatabaseRefusedError with what makes a database that does */
async function refuseEncoding(client: Client, isFresh: boolean): Promise<void> {
  const { rows } = await client.query<{ encoding: string; role: string }>(
    `select current_setting('server_encoding') as encoding, quote_ident(current_user) as role`,
  )
  const { encoding = '', role = '' } = rows[0] ?? {}
  if (encoding === 'UTF8' || (encoding === 'SQL_ASCII' && !isFresh)) return
  throw new DatabaseRefusedError(
    `the database is encoded in ${encoding}, which does not hold the texts of every language: have a superuser make another, by "create database sightline owner ${role} encoding 'UTF8' locale 'C' template template0"`,
  )
}

/** On a connection of its own: a server that did not preload the library ends the one that asks. */
async function prepareTimescale(url: string, log: Logger): Promise<void> {
  const client = openClient(url, log)
  await client.connect()
  try {
    await createTimescaleExtension(client, log)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The oldest schema whose programs can live with the present one; null: the present one alone, as it was before
 *  that was noted. */
async function readSupport(client: Client): Promise<number | null> {
  const { rows } = await client.query<{ isNoted: boolean }>(
    `select to_regclass('schema_support') is not null as "isNoted"`,
  )
  if (rows[0]?.isNoted !== true) return null
  const support = await client.query<{ oldest: number }>('select oldest from schema_support')
  return support.rows[0]?.oldest ?? null
}

/** A schema this version did not make, or made otherwise, must not be touched. That of a newer version is lived
 *  with while that version lives with this one: in a rolling update a controller may be started anew. */
async function refuseForeignSchema(
  client: Client,
  postgrator: Postgrator,
  log: Logger,
): Promise<void> {
  const [has, knows] = [await postgrator.getDatabaseVersion(), await postgrator.getMaxVersion()]
  const oldest = has > knows ? await readSupport(client) : has
  if (oldest === null || oldest > knows) {
    throw new DatabaseRefusedError(
      `the database has schema version ${has}, this program knows ${knows}: update the program, or use the database it was made for`,
    )
  }
  if (has > knows) log.warn({ has, knows }, 'the database is of a newer version: update this one')
  try {
    await postgrator.validateMigrations(has)
  } catch (error: unknown) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new DatabaseRefusedError(
      `the database was made by another build of this version (${reason}): use that build, or an empty database or data folder`,
      { cause: error },
    )
  }
}

/** One controller at a time. To wait within the server would be a transaction that an index which is built beside
 *  the others' work waits for in turn. */
async function takeTurn(client: Client, log: Logger): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock($1) as taken',
      [MIGRATION_LOCK],
    )
    if (rows[0]?.taken === true) return
    if (tries === TELLING_TRIES) {
      log.warn(
        { objid: MIGRATION_LOCK },
        'waiting for whoever else is migrating the database: pg_locks has the advisory lock of this objid',
      )
    }
    await delay(TURN_RETRY_MS)
  }
}

/** Background jobs have a schema of their own, which their library keeps. Connections that it opens itself it does not
 *  wait to close, and a server that is stopped at once breaks one that nobody listens to. */
async function migrateJobs(url: string, log: Logger): Promise<void> {
  const pgPool = openJobConnections(url, log, 1)
  try {
    await runMigrations({ pgPool })
  } finally {
    await pgPool.end()
  }
}

/** Brings the schema of the database up to this version. Several controllers may call it at once.
 *  @param options.scripts other than this version's, for tests
 *  @param options.upTo number of the last script to apply, for a database that is filled with what an earlier
 *    version held
 *  @throws DatabaseRefusedError when the server is too old or behind a pooler, the database has another encoding than UTF8, the schema is not
 *    this program's, its role may not make it, or its data was moved to another; what a script met, with those before it applied */
export async function migrate(
  url: string,
  log: Logger,
  options: { scripts?: string; upTo?: number } = {},
): Promise<void> {
  const client = openClient(url, log)
  await client.connect()
  try {
    const { rows } = await client.query<{ major: number }>(
      `select current_setting('server_version_num')::integer / 10000 as major`,
    )
    const major = rows[0]?.major ?? 0
    if (major < MIN_POSTGRES_MAJOR) {
      throw new DatabaseRefusedError(
        `DATABASE_URL is a PostgreSQL ${major} server: PostgreSQL ${MIN_POSTGRES_MAJOR} or newer is needed`,
      )
    }
    // Before any lock is taken, which would stay.
    await refusePooler(client, openClient(url, log))
    await keepFromMoving(queryOver(client))
    await takeTurn(client, log)
    const isFresh = await client
      .query(`select to_regclass('check_results') is null as fresh`)
      .then((result) => (result.rows[0] as { fresh: boolean }).fresh)
    await refuseEncoding(client, isFresh)
    // The choice between hypertable and partitions is made once, when the table is.
    if (isFresh) await prepareTimescale(url, log)
    const postgrator = new Postgrator({
      migrationPattern: options.scripts ?? MIGRATIONS,
      driver: 'pg',
      schemaTable: 'schema_migrations',
      execQuery: (query) => client.query(query),
      execSqlScript: (script) => runScript(client, script),
    })
    if (!isFresh) await refuseForeignSchema(client, postgrator, log)
    const { upTo = Infinity } = options
    const applied = await applyMigrations(client, postgrator, log, { upTo })
    await migrateJobs(url, log)
    if (applied > 0) log.info({ applied }, 'migrated the database')
  } catch (error: unknown) {
    throw (await missingRight(client, error)) ?? error
  } finally {
    await client.end()
  }
}

/** What the operator reads where the role lacks rights, as from PostgreSQL 15 on one does that does not own its database.
 *  @returns null for anything else */
async function missingRight(client: Client, error: unknown): Promise<DatabaseRefusedError | null> {
  const refused = error instanceof DatabaseError ? error : (error as Error | null)?.cause
  if (!(refused instanceof DatabaseError) || refused.code !== INSUFFICIENT_PRIVILEGE) return null
  const { rows } = await client.query<{ database: string; role: string }>(
    'select quote_ident(current_database()) as database, quote_ident(current_user) as role',
  )
  const { database = '', role = '' } = rows[0] ?? {}
  return new DatabaseRefusedError(
    `the role of the database's address may not make what is needed there (${refused.message}): have a superuser run "alter database ${database} owner to ${role}", or take a database that this role owns`,
    { cause: error },
  )
}
