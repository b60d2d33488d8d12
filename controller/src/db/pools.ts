import type { Logger } from '@sightline/shared/logger'
import type { Database, DatabaseOptions } from './pool.ts'
import { openDatabase } from './pool.ts'

/** A statement of a request that takes longer will not get better. */
const STATEMENT_TIMEOUT_MS = 15_000

/** Connections by what they are for: requests, the agents' results, jobs and the counters do not wait for each
 *  other. With one that listens, two of the jobs' library and one that figures of a crawl are made through a controller
 *  takes 19 at most: five of them fit into the 97 that PostgreSQL has for others
 *  than its superusers by default. */
const MAX_CONNECTIONS = {
  requests: 5,
  counters: 2,
  /** As many transactions of results go on at once. */
  results: 2,
  jobs: 2,
  agents: 3,
  crawls: 2,
} as const

/** The controller's pools, by what they are for. */
export type Pools = Readonly<Record<keyof typeof MAX_CONNECTIONS, Database>>

/** @param access.pooler the address of a pooler that stands before the database */
export function openPools(
  access: { readonly url: string; readonly pooler: string | undefined },
  log: Logger,
): Pools {
  const { url, pooler } = access
  const open = (options: DatabaseOptions): Database =>
    openDatabase(pooler ?? url, log, { ...options, isPooled: pooler !== undefined })
  return {
    requests: open({
      max: MAX_CONNECTIONS.requests,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    }),
    results: open({
      max: MAX_CONNECTIONS.results,
      statementTimeoutMs: 60_000,
    }),
    jobs: open({
      max: MAX_CONNECTIONS.jobs,
      statementTimeoutMs: 60_000,
    }),
    counters: open({
      max: MAX_CONNECTIONS.counters,
      synchronousCommit: false,
      statementTimeoutMs: 5_000,
    }),
    agents: open({
      max: MAX_CONNECTIONS.agents,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    }),
    // What a crash of the server would lose of the last moment is crawled again: nothing else hangs on it.
    crawls: open({
      max: MAX_CONNECTIONS.crawls,
      synchronousCommit: false,
      statementTimeoutMs: 60_000,
    }),
  }
}

/** Ends all connections. */
export async function closePools(pools: Pools): Promise<void> {
  await Promise.all(Object.values(pools).map((pool) => pool.close()))
}
