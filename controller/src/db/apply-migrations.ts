import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@sightline/shared/logger'
import type { Client } from 'pg'
import { DatabaseError } from 'pg'
import type Postgrator from 'postgrator'

/** How long a script waits for a lock. Whoever comes after it to the same table waits behind it for as long: a
 *  request may, and a script that gave up tries again. */
const LOCK_TIMEOUT_MS = 1_000

/** Between two tries those who waited behind the script have their turn. */
const RETRY_MS = 500

/** Who holds a table for longer has to be ended by a person. */
const LOCK_PATIENCE_MS = 10 * 60_000

const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'

/** First line of a script whose statements run one by one, each without a transaction: `create index concurrently`
 *  allows none. A kill runs it again from its beginning. */
const OUTSIDE_TRANSACTION = '-- outside a transaction'

function isOutside(script: string): boolean {
  return script.startsWith(OUTSIDE_TRANSACTION)
}

/** Runs a script: whole within the transaction there is, or statement by statement outside. */
export async function runScript(client: Client, script: string): Promise<void> {
  if (!isOutside(script)) {
    await client.query(script)
    return
  }
  for (const statement of script.split(/;\s*$/m)) {
    if (statement.trim() !== '') await client.query(statement)
  }
}

/** Applies the scripts that are missing, each in a transaction of its own: the library notes a script as done
 *  in a statement of its own, and a kill between the two would run that script twice. All in one would hold
 *  the locks of the first until the last has built its index.
 *  @param options.lockPatienceMs for tests
 *  @param options.upTo number of the last one
 *  @returns how many
 *  @throws what a script met, with those before it applied */
export async function applyMigrations(
  client: Client,
  postgrator: Postgrator,
  log: Logger,
  options: { lockPatienceMs?: number; upTo?: number } = {},
): Promise<number> {
  const { lockPatienceMs = LOCK_PATIENCE_MS, upTo = Infinity } = options
  const has = await postgrator.getDatabaseVersion()
  const missing = (await postgrator.getMigrations())
    .filter(({ version }) => version > has && version <= upTo)
    .toSorted((a, b) => a.version - b.version)
  for (const [place, { version, getSql }] of missing.entries()) {
    const apply = async (): Promise<void> => void (await postgrator.migrate(String(version)))
    try {
      if (isOutside(getSql())) await apply()
      else await withShortLocks(client, apply, { log, version, lockPatienceMs })
    } catch (error: unknown) {
      const reason = error instanceof Error ? error.message : String(error)
      const stays = missing[place - 1]?.version ?? has
      throw new Error(`the database's schema stays at version ${stays}: ${reason}`, {
        cause: error,
      })
    }
  }
  return missing.length
}

/** Runs a script in a transaction that waits for no lock for long, and again until it got all its locks. */
async function withShortLocks(
  client: Client,
  apply: () => Promise<void>,
  about: { log: Logger; version: number; lockPatienceMs: number },
): Promise<void> {
  const untilMs = performance.now() + about.lockPatienceMs
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query('begin')
      await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
      await apply()
      await client.query('commit')
      return
    } catch (error: unknown) {
      await client.query('rollback').catch(() => undefined)
      if (!isLocked(error) || performance.now() > untilMs) throw error
      const { log, version } = about
      if (tries === 1) log.warn({ version }, 'a migration waits for a table that others use')
      await delay(RETRY_MS * (1 + Math.random()))
    }
  }
}

function isLocked(error: unknown): boolean {
  const code = error instanceof DatabaseError ? error.code : undefined
  return code === LOCK_NOT_AVAILABLE || code === DEADLOCK
}
