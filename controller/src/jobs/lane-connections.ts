import { setTimeout as delay } from 'node:timers/promises'
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg'
import { isGivingBack, jobsGivenBackBy, storable, takerOf } from './library-statements.ts'
import type { LostJobs } from './lost-jobs.ts'

/** Between attempts to give a job back. */
const RETRY_MS = 250

/** The connections as the workers of one lane see them, so that they outlive the database.
 *
 *  The library gives a job back without waiting for it, and where that fails, nothing catches it: the process
 *  would end. So a job is given back until the database has taken it: that is the same however often it is
 *  done. A job whose taking was not answered is one that nobody works on, and is noted as lost.
 *  @param trouble is told of what fails */
export function laneConnections(
  connections: Pool,
  lost: LostJobs,
  trouble: { readonly met: (error: unknown) => void; readonly over: () => void },
): Pool {
  async function giveBack(statement: QueryConfig): Promise<QueryResult> {
    for (;;) {
      try {
        const result = await connections.query(statement)
        lost.gaveBack(jobsGivenBackBy(statement))
        trouble.over()
        return result
      } catch (error: unknown) {
        // Nobody is there any more to be told: the job is done again by whoever starts next.
        if (connections.ending) return new Promise(() => {})
        trouble.met(error)
        await delay(RETRY_MS)
      }
    }
  }

  /** A connection that is taken with its first statement: to give back none is kept while one waits. */
  function openLate(): Pick<PoolClient, 'query' | 'release'> {
    let opened: Promise<PoolClient> | null = null
    async function query(
      statement: QueryConfig | string,
      values?: unknown[],
    ): Promise<QueryResult> {
      if (isGivingBack(statement)) return giveBack(storable(statement))
      try {
        opened ??= connections.connect()
        return await (await opened).query(statement, values)
      } catch (error: unknown) {
        const poolId = takerOf(statement)
        if (poolId !== null) lost.tookInVain(poolId)
        throw error
      }
    }
    const release = (): void => {
      opened?.then(
        (client) => client.release(),
        () => undefined,
      )
    }
    return { query: query as PoolClient['query'], release }
  }

  const connect = (heard?: Parameters<Pool['connect']>[0]): unknown =>
    heard === undefined ? Promise.resolve(openLate()) : connections.connect(heard)
  return new Proxy(connections, {
    get(pool, key) {
      if (key === 'connect') return connect
      const value: unknown = Reflect.get(pool, key, pool)
      return typeof value === 'function' ? value.bind(pool) : value
    },
  })
}
