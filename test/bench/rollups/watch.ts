import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../../controller/src/db/pool.ts'

/** How far rollups are at one moment. */
interface Sample {
  readonly atMs: number
  /** Of the newest quarter that is rolled up: since its beginning would be 15 minutes more. */
  readonly newestAgeMs: number
  readonly stale: number
  readonly oldestTransactionMs: number
  /** Rollups of quarters that were taken away to be made anew, since the server started. */
  readonly removed: number
}

/** Looks every second until it is stopped. */
export interface RollupWatch {
  readonly samples: readonly Sample[]
  /** @throws when nobody is there to be asked */
  readonly look: () => Promise<Sample>
  readonly stop: () => Promise<void>
}

const LOOK = {
  text: `select extract(epoch from clock_timestamp()) * 1000 as "atMs",
    (select extract(epoch from clock_timestamp() - rolled_to) * 1000 from rollup_progress) as "newestAgeMs",
    (select count(*) from stale_quarters) as stale,
    (select coalesce(max(extract(epoch from clock_timestamp() - xact_start)) * 1000, 0) from pg_stat_activity
      where application_name = 'sightline' and state <> 'idle' and pid <> pg_backend_pid())
      as "oldestTransactionMs",
    (select n_tup_del from pg_stat_user_tables where relname = 'check_rollups_quarters') as removed`,
}

export function watchRollups(db: Database): RollupWatch {
  const samples: Sample[] = []
  const stopping = new AbortController()
  const look = async (): Promise<Sample> => {
    const [sample] = (await db.query<Sample>(LOOK)).rows
    if (sample === undefined) throw new Error('the database did not answer')
    samples.push(sample)
    return sample
  }
  const looking = (async () => {
    while (!stopping.signal.aborted) {
      await look()
      await delay(1_000, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()
  return {
    samples,
    look,
    async stop() {
      stopping.abort()
      await looking
    },
  }
}
