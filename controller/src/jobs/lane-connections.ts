import { setTimeout as delay } from 'node:timers/promises'
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg'
import type { LaneRanks } from './library-statements.ts'
import {
  isGivingBack,
  isNumberingKinds,
  isScheduling,
  isTaking,
  jobsGivenBackBy,
  onlyHeld,
  schedulingOf,
  storable,
  takerOf,
  takingOf,
} from './library-statements.ts'
import type { LostJobs } from './lost-jobs.ts'
import type { SharedEar } from './shared-ear.ts'
import type { JobLane } from './task.ts'
import type { VainLooks } from './vain-looks.ts'

/** What a look for a job finds where there is none. */
const NOTHING: QueryResult = { rows: [], rowCount: 0, command: 'SELECT', oid: 0, fields: [] }

/** Between attempts at what has to be done. */
const RETRY_MS = 250

/** The connections as the workers of one lane see them, so that they outlive the database.
 *
 *  The library gives a job back without waiting for it, and where that fails, nothing catches it: the process
 *  would end. So a job is given back until the database has taken it: that is the same however often it is
 *  done. The numbers of the kinds of jobs it asks for once, and where that fails, it keeps the failure, and its
 *  workers find nothing for ever: so it is asked until it is answered too. A job whose taking was not answered is one that nobody works on, and is noted as lost.
 *  @param listening the lane, the ranks of its jobs, how far apart those of its schedule are, and what gives it what it hears of jobs on
 *  @param vain tells which looks for a job need not be made
 *  @param trouble is told of what fails
 *  @param stopping ends what waits for the database before a job is taken */
export function laneConnections(
  connections: Pool,
  listening: {
    readonly lane: JobLane
    readonly ranks: LaneRanks
    readonly leastGaps: Readonly<Record<string, number>>
    readonly ear: SharedEar
  },
  lost: LostJobs,
  trouble: { readonly met: (error: unknown) => void; readonly over: () => void },
  vain: Pick<VainLooks, 'isKnown'>,
  stopping: AbortSignal,
): Pool {
  const { lane, ranks, leastGaps, ear } = listening

  /** @throws when it failed, and it is over */
  async function insist(statement: QueryConfig, isOver: () => boolean): Promise<QueryResult> {
    for (;;) {
      try {
        const result = await connections.query(statement)
        trouble.over()
        return result
      } catch (error: unknown) {
        if (isOver()) throw error
        trouble.met(error)
        await delay(RETRY_MS)
      }
    }
  }

  async function giveBack(statement: QueryConfig): Promise<QueryResult> {
    try {
      const result = await insist(statement, () => connections.ending)
      lost.gaveBack(jobsGivenBackBy(statement))
      return result
    } catch {
      // Nobody is there any more to be told: the job is done again by whoever starts next.
      return new Promise(() => {})
    }
  }

  /** A connection that is taken with its first statement: to give back none is kept while one waits. */
  function openLate(): Pick<PoolClient, 'query' | 'release'> {
    let opened: Promise<PoolClient> | null = null
    async function query(
      statement: QueryConfig | string,
      values?: unknown[],
    ): Promise<QueryResult> {
      if (isGivingBack(statement)) return giveBack(onlyHeld(storable(statement)))
      if (isNumberingKinds(statement)) return insist(statement, () => stopping.aborted)
      if (isTaking(statement) && vain.isKnown()) return NOTHING
      try {
        opened ??= connections.connect()
        const client = await opened
        return isTaking(statement)
          ? await client.query(takingOf(statement, ranks))
          : await client.query(statement, values)
      } catch (error: unknown) {
        if (isTaking(statement)) lost.tookInVain(takerOf(statement))
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
    heard === undefined ? Promise.resolve(openLate()) : ear.connect(lane, heard)
  const query = (statement: QueryConfig | string, values?: unknown[]): Promise<QueryResult> =>
    isScheduling(statement)
      ? connections.query(schedulingOf(statement, leastGaps))
      : connections.query(statement, values)
  return new Proxy(connections, {
    get(pool, key) {
      if (key === 'connect') return connect
      if (key === 'query') return query
      const value: unknown = Reflect.get(pool, key, pool)
      return typeof value === 'function' ? value.bind(pool) : value
    },
  })
}
