import type { OwnableMonitor } from './assignments.ts'
import { OWNABLE } from './assignments.ts'
import type { Database, Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** Up to where changes of monitors are known. */
export interface MonitorRevision {
  /** Every transaction before this one had ended, and is known: numbers of transactions grow for as long as a
   *  database lives. */
  readonly transaction: string
  /** When the server started: another one, or the same after a crash, may not know all that it knew. */
  readonly server: string
}

const revision = sql<MonitorRevision>`
  select pg_snapshot_xmin(pg_current_snapshot())::text as transaction,
    pg_postmaster_start_time()::text as server`

/** The revision of what is read afterwards, or in the same snapshot. */
export async function readMonitorRevision(db: Queryable): Promise<MonitorRevision> {
  const { rows } = await db.query(revision)
  const [now] = rows
  if (now === undefined) throw new Error('the database did not tell its revision')
  return now
}

const changed = sql<OwnableMonitor>`
  select ${OWNABLE} from monitors where changed_in >= $1::xid8`

const counted = sql<{ region: string; count: number }>`
  select region, count(*) as count from monitors cross join unnest(regions) as region
  where active and region = any($1) group by region`

/** What became of monitors since a revision. */
export interface MonitorChanges {
  readonly now: MonitorRevision
  /** Those made, changed or paused since, and maybe some more. */
  readonly changed: readonly OwnableMonitor[]
  /** How many active monitors each region has: deleted ones leave no other trace. */
  readonly counts: ReadonlyMap<string, number>
}

/** Looks at every monitor: 100,000 in three regions each take some 200 ms.
 *  @param since of an earlier reading
 *  @param regions those to be counted */
export async function readMonitorChanges(
  db: Database,
  since: MonitorRevision,
  regions: readonly string[],
): Promise<MonitorChanges> {
  return db.snapshot(async (tx) => {
    const now = await readMonitorRevision(tx)
    const { rows } = await tx.query(changed, [since.transaction])
    const counts = await tx.query(counted, [regions])
    return {
      now,
      changed: rows,
      counts: new Map(counts.rows.map(({ region, count }) => [region, count])),
    }
  })
}
