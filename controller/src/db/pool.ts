import type { Logger } from '@sightline/shared/logger'
import { traced } from '@sightline/shared/tracing/trace'
import type { ClientBase } from 'pg'
import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseError, Pool, TypeOverrides, types } from 'pg'
import { CompositeArray } from './composite-array.ts'
import { shareFlush } from './shared-flush.ts'
import type { Statement } from './sql.ts'
import type { TypeNumbers } from './type-numbers.ts'
import { createTypeNumbers } from './type-numbers.ts'

/** What every statement's function takes: the pool, or the client of a transaction. */
export interface Queryable {
  readonly query: <Row>(
    statement: Statement<Row>,
    values?: readonly unknown[],
  ) => Promise<{ readonly rows: Row[]; readonly rowCount: number }>
}

/** How a transaction is run. */
export interface TransactionOptions {
  /** It is waited for the disk after its end, with others that wait, not within: transactions that notify end one after the
   *  other (PostgreSQL has one lock for that), and with the disk waited for within no two of them are ever written at once.
   *  Nor does it keep a connection meanwhile. It costs a statement where it is alone: for when many go on. What it did is
   *  seen by others a moment before it is durable. */
  readonly isFlushedAfter?: boolean
}

/** A pool of connections and a way to use one for a transaction. */
export interface Database extends Queryable {
  readonly url: string
  /** The connections themselves, for a library that talks to the driver. */
  readonly connections: Pool
  /** Runs `work` in one transaction: committed when it returns, rolled back when it throws. When the
   *  database ended it because two transactions waited for each other, or it gave up waiting for a lock, it is run
   *  again: `work` must do nothing but talk to the database. */
  readonly transaction: <T>(
    work: (tx: Queryable) => Promise<T>,
    how?: TransactionOptions,
  ) => Promise<T>
  /** Runs `read` on the database as it is at one moment: what others write meanwhile is not seen. */
  readonly snapshot: <T>(read: (tx: Queryable) => Promise<T>) => Promise<T>
  readonly close: () => Promise<void>
}

// Counts and identities stay below 2^53, and text for a number would reach JSON as a string.
const parsers = new TypeOverrides()
parsers.setTypeParser(types.builtins.INT8, Number)
parsers.setTypeParser(types.builtins.NUMERIC, Number)
parsers.setTypeParser(types.builtins.DATE, (text) => text)

/** How a database is talked to. */
export interface DatabaseOptions {
  readonly max?: number
  /** off: a crash of the server may lose the last half second; only for counters. */
  readonly synchronousCommit?: boolean
  /** Ends a statement that a sick database would let hang. */
  readonly statementTimeoutMs?: number
  /** A pooler that gives out connections for a transaction each, such as PgBouncer, stands before it: nothing is kept
   *  by a connection, and transactions say for themselves what would else be said at its start, which such poolers
   *  refuse. */
  readonly isPooled?: boolean
}

export function openDatabase(url: string, log: Logger, options: DatabaseOptions = {}): Database {
  const { isPooled = false, statementTimeoutMs } = options
  const ofSession = settingsOf(options)
  const begin = isPooled ? `begin; ${localSettings(ofSession)}` : 'begin'
  const beginSnapshot = isPooled ? `${SNAPSHOT}; ${localSettings(ofSession)}` : SNAPSHOT
  const typeNumbers = createTypeNumbers()
  const once = <T>(work: (way: Way) => Promise<T>): Promise<T> =>
    withoutStalePlans({ keeps: !isPooled, typeNumbers }, work)
  const pool = new Pool({
    connectionString: url,
    max: options.max ?? 10,
    types: parsers,
    application_name: 'sightline',
    // A dead database must become a 503, not a request that hangs.
    connectionTimeoutMillis: 5_000,
    // Each keeps a process of the database's alive that holds 3 MB; what works all the time stays.
    idleTimeoutMillis: 30_000,
    ...(statementTimeoutMs === undefined ? {} : { query_timeout: statementTimeoutMs + 2_000 }),
    ...(isPooled ? {} : { options: startSettings(ofSession) }),
  })
  // An idle connection that breaks is the pool's to replace; without a listener it would end the process.
  pool.on('error', (error) => log.debug({ err: error }, 'an idle database connection broke'))
  const flush = shareFlush(async () => {
    await pool.query(FLUSH)
  })
  return {
    url,
    connections: pool,
    query: (statement, values) => once((way) => queryableOf(pool, way).query(statement, values)),
    async transaction(work, { isFlushedAfter = false } = {}) {
      const first = isFlushedAfter ? `${begin}; set local synchronous_commit = off` : begin
      const untilMs = performance.now() + BUSY_PATIENCE_MS
      for (let attempt = 1; ; attempt += 1) {
        try {
          const result = await once((way) => runTransaction(pool, first, work, way))
          if (isFlushedAfter) await flush()
          return result
        } catch (error: unknown) {
          if (isBusy(error) && performance.now() < untilMs) {
            attempt -= 1
            await delay(BUSY_RETRY_MS * (1 + Math.random()))
          } else if (attempt >= MAX_ATTEMPTS || !isConflict(error)) throw error
        }
      }
    },
    snapshot: (read) => once((way) => runTransaction(pool, beginSnapshot, read, way)),
    close: () => pool.end(),
  }
}

function settingsOf({ synchronousCommit, statementTimeoutMs }: DatabaseOptions) {
  return {
    // Statements that pass over most days of results are estimated dear and take milliseconds: compiling
    // them first, where the server can, would take longer.
    jit: 'off',
    ...(synchronousCommit === false ? { synchronous_commit: 'off' } : {}),
    ...(statementTimeoutMs === undefined ? {} : { statement_timeout: String(statementTimeoutMs) }),
  }
}

type Settings = Readonly<Record<string, string>>

const startSettings = (settings: Settings): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

const localSettings = (settings: Settings): string =>
  Object.entries(settings)
    .map(([name, value]) => `set local ${name} = ${value}`)
    .join('; ')

/** Connections for the library that runs jobs, which talks to the driver itself. Whoever opens it ends
 *  it. */
export function openJobConnections(url: string, log: Logger, max: number): Pool {
  const pool = new Pool({
    connectionString: url,
    max,
    application_name: 'sightline jobs',
    // Taking a job and giving it back need not wait for the disk: after a crash of the server it is done
    // again, as any job may be. What a job does itself goes through other connections.
    // Plans are kept, perhaps from when no job waited, and a minute later there may be 10,000: a look for one goes along
    // the index until it has it, and never sorts them all.
    options:
      '-c synchronous_commit=off -c enable_seqscan=off -c enable_bitmapscan=off -c enable_sort=off',
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
export function queryOver(connections: Pool | ClientBase): Queryable {
  return queryableOf(connections, { keeps: false, typeNumbers: createTypeNumbers() })
}

/** Attempts of a transaction that others get in the way of. */
const MAX_ATTEMPTS = 3

/** How long a transaction is tried again that gave up waiting for what another holds, and how long it rests before: without
 *  a connection, of which there are few for all. While one workspace was changed for long, five who changed it too kept
 *  all of them, and nobody else was answered. */
const BUSY_PATIENCE_MS = 12_000
const BUSY_RETRY_MS = 50

/** True when `lock_workspace` gave up waiting: somebody else is changing it. Other locks are given up for a while, so that
 *  nobody has to wait behind who waits for them. */
export function isBusy(error: unknown): boolean {
  return (
    error instanceof DatabaseError &&
    error.code === '55P03' &&
    error.where?.includes('lock_workspace') === true
  )
}

/** Deadlock found, or could not be put into an order with others. */
function isConflict(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === '40P01' || error.code === '40001')
}

/** "Prepared statement does not exist", and "exists already": behind a pooler the connection is another than
 *  the one it was prepared on. */
const OTHER_CONNECTION = new Set(['26000', '42P05'])

/** True when a statement could not begin, for what is kept of before: by the connection under its name, where a
 *  migration changed what it gives ("cached plan must not change result type") or it is not there; or by us, the
 *  number of a type that was made anew. */
function isStalePlan(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false
  const { code = '', routine = '' } = error
  const isOutdated = code === '0A000' && routine === 'RevalidateCachedQuery'
  const isOtherType = code === '42804' && routine === 'array_recv'
  return isOutdated || isOtherType || OTHER_CONNECTION.has(code)
}

/** How statements are run. */
interface Way {
  /** Whether kept ones are; a pool parts with a connection on which one fails. */
  readonly keeps: boolean
  readonly typeNumbers: TypeNumbers
}

/** Does work once more, with nothing that was kept, where a statement could not begin for it: of a single statement
 *  nothing was done, and a transaction was rolled back. */
async function withoutStalePlans<T>(way: Way, work: (way: Way) => Promise<T>): Promise<T> {
  try {
    return await work(way)
  } catch (error: unknown) {
    if (!isStalePlan(error)) throw error
    way.typeNumbers.forget()
    return work({ ...way, keeps: false })
  }
}

const SNAPSHOT = 'begin isolation level repeatable read read only'

/** Returns when all that was written before is on the disk: what it writes itself is an empty message to nobody. */
const FLUSH = `select pg_logical_emit_message(true, 'sightline', '')`

async function runTransaction<T>(
  pool: Pool,
  begin: string,
  work: (tx: Queryable) => Promise<T>,
  way: Way,
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
    const result = await work(queryableOf(client, way))
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

/** What a span says of a statement: neither its text nor its values. */
const POSTGRESQL = { 'db.system.name': 'postgresql' }

function queryableOf(runner: Pool | ClientBase, { keeps, typeNumbers }: Way): Queryable {
  return {
    async query<Row>(statement: Statement<Row>, given: readonly unknown[] = []) {
      const { name, text } = statement
      const values = await typeNumbers.written(runner, given)
      const query = name === undefined || !keeps ? { text, values } : { name, text, values }
      const result = await traced('query the database', 'client', POSTGRESQL, () =>
        runner.query(query),
      )
      for (const value of given) if (value instanceof CompositeArray) value.free()
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
  // One with a path is of a file: those of sockets have an address.
  if ('code' in error && typeof error.code === 'string' && SOCKET_CODES.has(error.code)) {
    return !('path' in error)
  }
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

/** True when a statement hit a key that is there. */
export const isThereAlready = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '23505'

/** True when a statement hit the named unique index. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return error instanceof DatabaseError && error.code === '23505' && error.constraint === constraint
}
