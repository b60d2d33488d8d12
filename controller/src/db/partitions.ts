import type { Logger } from '@sightline/shared/logger'
import { dropOldChunks } from './hypertable.ts'
import type { Database, Queryable } from './pool.ts'
import { sql } from './sql.ts'

const DAY_MS = 86_400_000

/** Days made ahead, so that midnight finds its table there. */
const DAYS_AHEAD = 3

/** A day that was there is looked for again after this time: an operator may have dropped it. */
const LOOK_AGAIN_MS = 60_000

/** Days raw results are kept where nobody sets anything. Source: contract, "Limits" 6 */
export const RETENTION_DAYS = 400

const isPartitioned = sql<{ partitioned: boolean }>`
  select relkind = 'p' as partitioned from pg_class where oid = 'check_results'::regclass`

const createDay = sql<{ created: boolean }>`select create_check_results_day($1::date) as created`

const dropDays = sql<{ dropped: number }>`select drop_check_results_days($1::date) as dropped`

/** The days of check_results. TimescaleDB makes its chunks by itself. */
export interface ResultDays {
  /** Makes sure that results of these instants (UNIX ms) have a table to go to. */
  readonly ensure: (instantsMs: readonly number[]) => Promise<void>
  /** Makes the coming days. */
  readonly makeAhead: (nowMs: number) => Promise<void>
  /** Drops the days past retention. @throws when somebody reads the table for long: later, then */
  readonly dropOld: (nowMs: number) => Promise<void>
}

function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS)
}

function isoDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** @param keptDays how many days results are kept */
export async function openResultDays(
  db: Database,
  log: Logger,
  keptDays = RETENTION_DAYS,
): Promise<ResultDays> {
  const { rows } = await db.query(isPartitioned)
  if (rows[0]?.partitioned !== true) {
    const nothing = async (): Promise<void> => undefined
    const dropOld = (nowMs: number): Promise<void> =>
      dropOldChunks(db, log, keptDays, new Date((dayOf(nowMs) - keptDays) * DAY_MS))
    return { ensure: nothing, makeAhead: nothing, dropOld }
  }
  /** When each day was last seen to be there, monotonic ms. */
  const known = new Map<number, number>()

  async function create(tx: Queryable, day: number): Promise<void> {
    const result = await tx.query(createDay, [isoDay(day)])
    if (result.rows[0]?.created === true) log.debug({ day: isoDay(day) }, 'made a day of results')
    known.set(day, performance.now())
  }

  return {
    async ensure(instantsMs) {
      for (const ms of instantsMs) {
        const day = dayOf(ms)
        const seenAtMs = known.get(day)
        if (seenAtMs === undefined || performance.now() - seenAtMs > LOOK_AGAIN_MS) {
          await create(db, day)
        }
      }
    },
    async makeAhead(nowMs) {
      const today = dayOf(nowMs)
      for (let day = today - 1; day <= today + DAYS_AHEAD; day += 1) await create(db, day)
    },
    async dropOld(nowMs) {
      const oldest = dayOf(nowMs) - keptDays
      const result = await db.query(dropDays, [isoDay(oldest)])
      for (const day of known.keys()) if (day < oldest) known.delete(day)
      const dropped = result.rows[0]?.dropped ?? 0
      if (dropped > 0) log.info({ dropped }, 'dropped days of results past retention')
    },
  }
}
