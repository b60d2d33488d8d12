import { readDeadRegions } from './health-figures.ts'
import type { Database } from './pool.ts'
import { sql } from './sql.ts'

/** How things stand in the database, for whoever runs the installation; the same at every controller. */
export interface OperationFigures {
  readonly monitors: readonly { type: string; status: string; count: number }[]
  readonly openOutages: number
  /** Regions that have monitors to check and no live agent. */
  readonly deadRegions: readonly string[]
  /** Jobs that could run by now and wait, by kind. */
  readonly jobs: readonly { job: string; waiting: number; oldestSeconds: number }[]
  readonly alertsWaiting: number
  /** How long ago the alert that waits longest was due; 0: none waits. */
  readonly oldestAlertSeconds: number
  /** How far behind now the reports' counts are; null before the first. */
  readonly rollupLagSeconds: number | null
  /** Quarters that a late result has to be added to. */
  readonly staleQuarters: number
  readonly bytes: number
}

const monitors = sql<OperationFigures['monitors'][number]>`
  select m.type, s.status, count(*)::integer as count
  from monitors m join monitor_states s on s.monitor_id = m.id
  group by m.type, s.status`

const jobs = sql<OperationFigures['jobs'][number]>`
  select task_identifier as job, count(*)::integer as waiting,
    extract(epoch from now() - min(run_at))::float8 as "oldestSeconds"
  from graphile_worker.jobs
  where run_at <= now() and locked_at is null and attempts < max_attempts
  group by task_identifier`

// Counting them all could take as long as adding them.
const rest = sql<Omit<OperationFigures, 'monitors' | 'jobs' | 'deadRegions'>>`
  select (select count(*)::integer from outages where ended_at is null and scope = 'global') as "openOutages",
    waiting.count as "alertsWaiting", waiting.oldest as "oldestAlertSeconds",
    (select extract(epoch from now() - rolled_to)::float8 from rollup_progress) as "rollupLagSeconds",
    (select count(*)::integer from (select from stale_quarters limit 100000) stale) as "staleQuarters",
    pg_database_size(current_database())::float8 as bytes
  from (
    select count(*)::integer as count,
      coalesce(greatest(extract(epoch from now() - min(due_at)), 0), 0)::float8 as oldest
    from alerts where state = 'queued'
  ) waiting`

/** Reads all of it as it is at one moment, by one connection.
 *  @param lostAfterMs silence that makes an agent lost */
export function readOperationFigures(db: Database, lostAfterMs: number): Promise<OperationFigures> {
  return db.snapshot(async (tx) => {
    const [first] = (await tx.query(rest)).rows
    if (first === undefined) throw new Error('the database gave no figures')
    return {
      ...first,
      deadRegions: await readDeadRegions(tx, lostAfterMs),
      monitors: (await tx.query(monitors)).rows,
      jobs: (await tx.query(jobs)).rows,
    }
  })
}
