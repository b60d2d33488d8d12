import type { Logger } from '@sightline/shared/logger'
import type { PoolClient, PoolConfig } from 'pg'
import { DatabaseError, Pool, TypeOverrides, types } from 'pg'
import type { Statement } from './sql.ts'

/** What every statement's function takes: the pool, or the client of a transaction. */
export interface Queryable {
  readonly query: <Row>(
    statement: Statement<Row>,
    values?: readonly unknown[],
  ) => Promise<{ readonly rows: Row[]; readonly rowCount: number }>
}

/** A pool of connections and a way to use one for a transaction. */
export interface Database extends Queryable {
  /** Of the server itself, past a pooler: for what needs a session. */
  readonly url: string
  /** The connections themselves, for a library that talks to the driver. */
  readonly connections: Pool
  /** Runs `work` in one transaction: committed when it returns, rolled back when it throws. When the
   *  database ended it because two transactions waited for each other, it is run again: `work` must
   *  do nothing but talk to the database. */
  readonly transaction: <T>(work: (tx: Queryable) => Promise<T>) => Promise<T>
  /** Runs `read` on the database as it is at one moment: what others write meanwhile is not seen. */
  readonly snapshot: <T>(read: (tx: Queryable) => Promise<T>) => Promise<T>
  readonly close: () => Promise<void>
}

// Counts and identities stay below 2^53, and text for a number would reach JSON as a string.
const parsers = new TypeOverrides()
parsers.setTypeParser(types.builtins.INT8, Number)
parsers.setTypeParser(types.builtins.NUMERIC, Number)
parsers.setTypeParser(types.builtins.DATE, (text) => text)

/** How a pool of connections is. */
export interface PoolOptions {
  readonly max?: number
  /** Off: a crash of the server may lose the last half second; only for counters. */
  readonly synchronousCommit?: boolean
  /** Ends a statement that a sick database would let hang. */
  readonly statementTimeoutMs?: number
  /** Where the server is when the other address is that of a pooler, which gives a connection for a transaction and
   *  no longer. */
  readonly directUrl?: string | undefined
}

/** What a connection is set to. Statements that pass over most days of results are estimated dear and take
 *  milliseconds: compiling them first, where the server can, would take longer. */
function settingsOf({ synchronousCommit }: PoolOptions): Readonly<Record<string, string>> {
  return { jit: 'off', ...(synchronousCommit === false ? { synchronous_commit: 'off' } : {}) }
}

function startOf(options: PoolOptions): PoolConfig {
  const { statementTimeoutMs, directUrl } = options
  const timeouts =
    statementTimeoutMs === undefined ? {} : { query_timeout: statementTimeoutMs + 2_000 }
  // A pooler refuses what it cannot keep for each of those that share a connection.
  if (directUrl !== undefined) return timeouts
  const settings = Object.entries(settingsOf(options))
  return {
    ...timeouts,
    ...(statementTimeoutMs === undefined ? {} : { statement_timeout: statementTimeoutMs }),
    options: settings.map(([name, value]) => `-c ${name}=${value}`).join(' '),
  }
}

/** What a transaction begins with beyond `begin`, in the same message: behind a pooler it has to set for itself what a
 *  connection is set to elsewhere. */
function preambleOf(options: PoolOptions): string {
  const { statementTimeoutMs, directUrl } = options
  if (directUrl === undefined) return ''
  const settings = Object.entries({
    ...settingsOf(options),
    ...(statementTimeoutMs === undefined ? {} : { statement_timeout: String(statementTimeoutMs) }),
  })
  return settings.map(([name, value]) => `; set local ${name} = ${value}`).join('')
}

/** @param url of the server, or of a pooler when there is a `directUrl` */
export function openDatabase(url: string, log: Logger, options: PoolOptions = {}): Database {
  const pool = new Pool({
    connectionString: url,
    max: options.max ?? 10,
    types: parsers,
    application_name: 'sightline',
    // A dead database must become a 503, not a request that hangs.
    connectionTimeoutMillis: 5_000,
    // Each keeps a process of the database's alive that holds 3 MB; what works all the time stays.
    idleTimeoutMillis: 30_000,
    ...startOf(options),
  })
  const preamble = preambleOf(options)
  // Behind a pooler the next statement has another connection, which knows nothing by its name.
  const outlasting = options.directUrl === undefined ? withoutStalePlans : withoutKeeping
  // An idle connection that breaks is the pool's to replace; without a listener it would end the process.
  pool.on('error', (error) => log.debug({ err: error }, 'an idle database connection broke'))
  return {
    url: options.directUrl ?? url,
    connections: pool,
    query: (statement, values) =>
      outlasting((keeps) => queryableOf(pool, keeps).query(statement, values)),
    async transaction(work) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await outlasting((keeps) => runTransaction(pool, `begin${preamble}`, work, keeps))
        } catch (error: unknown) {
          if (attempt >= MAX_ATTEMPTS || !isConflict(error)) throw error
        }
      }
    },
    snapshot: (read) =>
      outlasting((keeps) => runTransaction(pool, `${SNAPSHOT}${preamble}`, read, keeps)),
    close: () => pool.end(),
  }
}

/** Connections for the library that runs jobs, which talks to the driver itself. Whoever opens it ends
 *  it. */
export function openJobConnections(url: string, log: Logger, max: number): Pool {
  const pool = new Pool({
    connectionString: url,
    max,
    application_name: 'sightline jobs',
    // Taking a job and giving it back need not wait for the disk: after a crash of the server it is done
    // again, as any job may be. What a job does itself goes through other connections.
    options: '-c synchronous_commit=off',
    // A listener hears nothing for hours: a server that vanished would not be missed.
    keepAlive: true,
  })
  const tell = (error: Error): void => log.debug({ err: error }, 'a connection of jobs broke')
  pool.on('error', tell)
  // Also of those in use: the library learns of it from its next statement.
  pool.on('connect', (client) => client.on('error', tell))
  return pool
}

/** Statements of ours by connections that were opened for a library. */
export function queryOver(pool: Pool): Queryable {
  return queryableOf(pool, false)
}

/** Attempts of a transaction that others get in the way of. */
const MAX_ATTEMPTS = 3

/** Deadlock found, or could not be put into an order with others. */
function isConflict(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === '40P01' || error.code === '40001')
}

/** "Prepared statement does not exist", and "exists already": behind a pooler the connection is another than
 *  the one it was prepared on. */
const OTHER_CONNECTION = new Set(['26000', '42P05'])

/** True when a kept statement could not begin, for what the connection keeps by its name: a migration changed
 *  what it gives ("cached plan must not change result type"), or it is not there. */
function isStalePlan(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false
  const isOutdated = error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
  return isOutdated || OTHER_CONNECTION.has(error.code ?? '')
}

/** Does work once more, without kept statements, where one of them could not begin: of a single statement
 *  nothing was done, and a transaction was rolled back. */
async function withoutStalePlans<T>(work: (keeps: boolean) => Promise<T>): Promise<T> {
  try {
    return await work(true)
  } catch (error: unknown) {
    if (!isStalePlan(error)) throw error
    return work(false)
  }
}

/** Does work without kept statements. */
function withoutKeeping<T>(work: (keeps: boolean) => Promise<T>): Promise<T> {
  return work(false)
}

const SNAPSHOT = 'begin isolation level repeatable read read only'

async function runTransaction<T>(
  pool: Pool,
  begin: string,
  work: (tx: Queryable) => Promise<T>,
  keeps: boolean,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  // The pool listens to idle connections only: unheard, the loss of this one would end the process.
  const lose = (error: Error): void => {
    broken = error
  }
  client.on('error', lose)
  try {
    await client.query(begin)
    const result = await work(queryableOf(client, keeps))
    await client.query('commit')
    return result
  } catch (error: unknown) {
    if (error instanceof Error && isStalePlan(error)) broken = error
    await client.query('rollback').catch((failure: unknown) => {
      broken = failure instanceof Error ? failure : new Error(String(failure))
    })
    throw error
  } finally {
    client.off('error', lose)
    client.release(broken)
  }
}

/** @param keeps whether kept statements are; a pool parts with a connection on which one fails */
function queryableOf(runner: Pool | PoolClient, keeps: boolean): Queryable {
  return {
    async query<Row>(statement: Statement<Row>, values: readonly unknown[] = []) {
      const { name, text } = statement
      const result = await runner.query(
        name === undefined || !keeps
          ? { text, values: [...values] }
          : { name, text, values: [...values] },
      )
      return { rows: result.rows as Row[], rowCount: result.rowCount ?? 0 }
    },
  }
}

/** Classes of SQLSTATE that speak of the server, not of the statement: connection, resources,
 *  operator intervention (shutdown, still starting, a statement over its time), system. */
const UNAVAILABLE_CLASSES = new Set(['08', '28', '3D', '53', '57', '58'])

/** A server that only lets itself be read: a standby, or one whose disk is full. */
const READ_ONLY = '25006'
const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** True when the database could not be reached or could not serve, so that trying again later helps. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseError) {
    return error.code === READ_ONLY || UNAVAILABLE_CLASSES.has(error.code?.slice(0, 2) ?? '')
  }
  if (error instanceof AggregateError)
    return error.errors.some((inner) => isDatabaseUnavailable(inner))
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string' && SOCKET_CODES.has(error.code)) return true
  // pg has no codes for these.
  return /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Cannot use a pool after calling end|connection timeout/i.test(
    error.message,
  )
}

/** Classes of SQLSTATE that speak of a row and nothing else: data that does not fit, a constraint, a
 *  row too large. */
const ROW_CLASSES = new Set(['22', '23', '54'])

/** "No partition for this row": its table is missing, not the row wrong. */
const CHECK_VIOLATION = '23514'

/** True when what was to be stored is not what is wrong: the database, the way to it or the machine
 *  is, so that trying again helps sooner or later. Of errors without a code only the database's own
 *  count: the others are bugs, which the same input meets again. */
export function isPassingTrouble(error: unknown): boolean {
  if (error instanceof DatabaseError) {
    return error.code === CHECK_VIOLATION || !ROW_CLASSES.has(error.code?.slice(0, 2) ?? '')
  }
  return isDatabaseUnavailable(error) || (error instanceof Error && 'code' in error)
}

/** Classes of SQLSTATE that speak of other transactions, or of the one that is under way: conflicts, its state,
 *  what others hold. */
const AMONG_OTHERS_CLASSES = new Set(['25', '40', '55'])

/** True when our own code is wrong, or what it asked the database for: the same again fails again, until the
 *  code is mended. Neither the database, the way to it nor others at work in it are what is wrong. */
export function isOwnFault(error: unknown): boolean {
  if (isDatabaseUnavailable(error) || isStalePlan(error) || isMonitorGone(error)) return false
  if (error instanceof DatabaseError) {
    return !AMONG_OTHERS_CLASSES.has(error.code?.slice(0, 2) ?? '')
  }
  // Node's own of a wrong call; others with a code come from the machine.
  const code = error instanceof Error && 'code' in error ? String(error.code) : null
  return code === null || code.startsWith('ERR_')
}

/** Does work in a transaction of which nothing stays when it throws; the transaction can go on. */
export async function withinSavepoint<T>(tx: Queryable, work: () => Promise<T>): Promise<T> {
  // Nobody releases it: it ends with the transaction, and one of the same name hides it.
  await tx.query({ text: 'savepoint part' })
  try {
    return await work()
  } catch (error: unknown) {
    // Without a connection there is nothing to go back to.
    if (!isDatabaseUnavailable(error)) await tx.query({ text: 'rollback to savepoint part' })
    throw error
  }
}

/** True when a row was to lead to a monitor that is gone. */
export function isMonitorGone(error: unknown): boolean {
  return (
    error instanceof DatabaseError &&
    error.code === '23503' &&
    error.constraint?.endsWith('_monitor_id_fkey') === true
  )
}

/** True when a statement hit the named unique index. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return error instanceof DatabaseError && error.code === '23505' && error.constraint === constraint
}
