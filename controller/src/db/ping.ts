import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

const ping = sql<unknown>`select 1`

/** Returns when the database answers, and throws when it does not.
 *  @param timeoutMs for everything, the wait for a connection too: a database that hangs still takes
 *    connections, and a statement in it would wait for the pool's own, longer limits */
export async function pingDatabase(db: Queryable, timeoutMs: number): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new Error(`the database did not answer within ${timeoutMs} ms`)),
    timeoutMs,
  )
  try {
    await Promise.race([db.query(ping), late])
  } finally {
    clearTimeout(timer)
  }
}
