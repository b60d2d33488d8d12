import type { Logger } from '@sightline/shared/logger'
import type { Database, Queryable } from './pool.ts'
import type { Statement } from './sql.ts'

/** The extension's edition whose programs are all under the Apache license: it has neither compression nor policies. */
const APACHE = 'apache'

// Another server than those of most does not have these tables and functions, so no test prepares it.
const setPolicy: Statement<never> = {
  text: `select alter_job(job_id, config => jsonb_set(config, '{drop_after}', to_jsonb($1::text)))
    from timescaledb_information.jobs
    where proc_name = 'policy_retention' and hypertable_name = 'check_results'
      and config ->> 'drop_after' is distinct from $1`,
}

// A drop needs the chunks for a moment: rather again in an hour than make others wait behind a long reader.
const waitShortly: Statement<never> = { text: `set local lock_timeout = '2s'` }

const dropChunks: Statement<{ dropped: number }> = {
  text: `select count(*)::integer as dropped from drop_chunks('check_results', older_than => $1::timestamptz)`,
}

// The policy compresses after 7 days, and runs twice a day: two days more, and something is wrong.
const readCompression: Statement<{ days: number; reason: string | null }> = {
  text: `select count(*)::integer as days, (
      select e.err_message from timescaledb_information.job_errors e where e.job_id = j.job_id
      order by e.start_time desc limit 1) as reason
    from timescaledb_information.jobs j
    join timescaledb_information.job_stats s on s.job_id = j.job_id
    join timescaledb_information.chunks c on c.hypertable_schema = j.hypertable_schema
      and c.hypertable_name = j.hypertable_name and not c.is_compressed and c.range_end < now() - interval '9 days'
    where j.proc_name = 'policy_compression' and j.hypertable_name = 'check_results'
      and s.last_successful_finish < now() - interval '2 days'
    group by j.job_id`,
}

/** Drops the chunks that end before an instant, and has TimescaleDB do so. Its own jobs may fail, or find no worker
 *  free, which nobody is told: so what is too old is dropped here as well, and what it leaves uncompressed is said.
 *  @param keptDays how many days the policy keeps
 *  @throws when somebody reads the table for long: later, then */
export async function dropOldChunks(
  db: Database,
  log: Logger,
  keptDays: number,
  before: Date,
): Promise<void> {
  await db.query(setPolicy, [`${keptDays} days`])
  const dropped = await db.transaction(async (tx) => {
    await tx.query(waitShortly)
    return (await tx.query(dropChunks, [before])).rows[0]?.dropped ?? 0
  })
  if (dropped > 0) log.info({ dropped }, 'dropped days of results past retention')
  await tellUncompressed(db, log)
}

async function tellUncompressed(db: Queryable, log: Logger): Promise<void> {
  const found = (await db.query(readCompression)).rows[0]
  if (found === undefined) return
  log.warn(
    found,
    'TimescaleDB leaves old results uncompressed: look at timescaledb_information.job_errors and at timescaledb.max_background_workers of the server',
  )
}

/** Why results cannot be kept in a hypertable of this server's TimescaleDB; null when they can. Pure.
 *  @param license its setting timescaledb.license; null where the library is not loaded */
export function hypertableProblem(license: string | null): string | null {
  return license === APACHE
    ? 'this is the Apache edition of TimescaleDB, which has neither compression nor retention'
    : null
}
