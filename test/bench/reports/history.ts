import { createLogger } from '@sightline/shared/logger'
import { openResultDays } from '../../../controller/src/db/partitions.ts'
import type { Database } from '../../../controller/src/db/pool.ts'
import { rollUp } from '../../../controller/src/reports/rollups/roll-up.ts'
import { forgetRollups } from '../../helpers/report-rows.ts'

const DAY_MS = 86_400_000

export const HISTORY_DAYS = 400
export const REGIONS = ['ap-south', 'eu-west', 'us-east']

/** The watched monitor: a result a minute and region, with a tenth of a percent down. The last region
 *  finds nothing but failures for the last 60 days. The same seed gives the same results. */
const WATCHED = `
  insert into check_results (monitor_id, scheduled_at, region, attempt, confirmation, late, checked_at,
    duration_ms, status_code, response_ms, dns_ms, connect_ms, tls_ms, first_byte_ms, download_ms, status)
  select $1, slot, region, 0, false, false, slot + interval '12 milliseconds', 190, 200,
    (80 + 60 * random() + 40 * random() * random() / (0.02 + random()))::real, 3.1, 20.4, 41.9, 110.2, 10.8,
    case when random() < 0.001 or (region = 'us-east' and slot > now() - interval '60 days')
      then 'down' else 'up' end
  from generate_series(now() - $2 * interval '1 day', now() - interval '1 minute', interval '1 minute') slot,
    unnest($3::text[]) region`

/** All others: a result a day. */
const OTHERS = `
  insert into check_results (monitor_id, scheduled_at, region, attempt, confirmation, late, checked_at,
    duration_ms, response_ms, status)
  select m.id, slot, 'eu-west', 0, false, false, slot + interval '12 milliseconds', 190, 100, 'up'
  from monitors m, generate_series(now() - $2 * interval '1 day', now(), interval '1 day') slot
  where m.id <> $1`

/** Two changes of status a day. */
const CHANGES = `
  insert into state_changes (monitor_id, at, status)
  select m.id, slot + m.id % 1000 * interval '30 seconds', case when n % 2 = 0 then 'up' else 'down' end
  from monitors m, generate_series(0, 2 * $1::integer - 3) n
  cross join lateral (select now() - $1 * interval '1 day' + n * interval '12 hours' as slot) at
  on conflict do nothing`

const OUTAGES = `
  insert into outages (public_id, monitor_id, started_at, confirmed_at, ended_at, scope, regions, cause, summary)
  select 'out_' || c.monitor_id || '_' || row_number() over (), c.monitor_id, c.at, c.at, c.at + interval '12 hours',
    'global', $1, 'serverError', 'The server answered 500.'
  from state_changes c where c.status = 'down' and c.at < now() - interval '12 hours'`

const LATEST = `
  insert into region_states (monitor_id, region, scheduled_at, checked_at, status, response_ms)
  select m.id, region, now() - interval '1 minute', now() - interval '1 minute',
    case when m.id = $1 and region = 'us-east' then 'down' else 'up' end, 120
  from monitors m, unnest($2::text[]) region`

/** Gives all monitors a history of 400 days, or of so many, and one of them a dense one, and rolls it up with the job's
 *  own code.
 *  @returns how long rolling up took, ms */
export async function makeHistory(
  db: Database,
  monitorIds: readonly number[],
  watchedId: number,
  historyDays = HISTORY_DAYS,
): Promise<number> {
  const log = createLogger('bench', 'error')
  const nowMs = Date.now()
  const days = await openResultDays(db, log)
  await days.ensure(Array.from({ length: historyDays + 2 }, (_, ago) => nowMs - ago * DAY_MS))
  const createdAt = new Date(nowMs - historyDays * DAY_MS)
  await db.query({ text: 'update monitors set created_at = $2 where id = any($1)' }, [
    monitorIds,
    createdAt,
  ])
  await db.transaction(async (tx) => {
    await tx.query({ text: 'select setseed(0.42)' })
    await tx.query({ text: WATCHED }, [watchedId, historyDays, REGIONS])
    await tx.query({ text: OTHERS }, [watchedId, historyDays])
    await tx.query({ text: CHANGES }, [historyDays])
    await tx.query({ text: OUTAGES }, [REGIONS])
    await tx.query({ text: LATEST }, [watchedId, REGIONS])
  })
  await db.query({ text: 'vacuum analyze' })
  await forgetRollups(db)
  const startedAt = performance.now()
  await rollUp(db, nowMs, Number.POSITIVE_INFINITY)
  const rolledMs = performance.now() - startedAt
  await db.query({ text: 'vacuum analyze check_rollups' })
  return rolledMs
}
