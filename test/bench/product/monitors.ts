import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../../controller/src/db/pool.ts'
import type { Statement } from '../../../controller/src/db/sql.ts'
import type { StartedInstallation } from './installation.ts'

/** The one that is made over the API; the others are like it. */
const FIRST_HOST = 'm1.bench.test'
const LIMIT_MS = 60_000

/** Copies of the only monitor there was at first, with what was found of it so far: as if each had been
 *  watched for long. No slot before now is theirs, and the first checks, due at once, were long ago. */
const COPY: Statement<never> = {
  text: `with first as (
      select * from monitors where host = '${FIRST_HOST}'
    ), made as (
      insert into monitors (name, url, host, port, target_key, settings, interval_minutes, timeout_ms,
        regions, check_mode, confirmation, recovery, alerts, depends_on, tags, public_id, workspace_id,
        type, created_by, grid_since, run_at, created_at, updated_at)
      select replace(name, '${FIRST_HOST}', c.host), replace(url, '${FIRST_HOST}', c.host), c.host, port,
        replace(target_key, '${FIRST_HOST}', c.host), settings, interval_minutes, timeout_ms, regions,
        check_mode, confirmation, recovery, alerts, depends_on, tags, 'mon_' || substr(md5(c.host), 1, 20),
        workspace_id, type, created_by, now(), run_at - interval '1 hour', created_at, updated_at
      from first cross join lateral (
        select 'm' || number || '.bench.test' as host from generate_series($1::integer, $2::integer) number
      ) c
      returning id
    ), states as (
      insert into monitor_states (monitor_id, status, status_since, status_reason)
      select made.id, s.status, s.status_since, s.status_reason
      from made cross join first join monitor_states s on s.monitor_id = first.id
    ), changes as (
      insert into state_changes (monitor_id, at, status, reason)
      select made.id, s.at, s.status, s.reason
      from made cross join first join state_changes s on s.monitor_id = first.id
    )
    insert into region_states (monitor_id, region, scheduled_at, checked_at, status, status_code, response_ms,
      counted_at)
    select made.id, r.region, r.scheduled_at, r.checked_at, r.status, r.status_code, r.response_ms, r.counted_at
    from made cross join first join region_states r on r.monitor_id = first.id`,
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const untilMs = performance.now() + LIMIT_MS
  while (!(await isSo())) {
    if (performance.now() > untilMs) throw new Error(`not in ${LIMIT_MS / 1_000} s: ${what}`)
    await delay(250)
  }
}

async function one(db: Database, text: string, values: readonly unknown[] = []): Promise<number> {
  const { rows } = await db.query<{ value: number }>({ text }, values)
  return rows[0]?.value ?? 0
}

/** Makes one monitor over the API, checked every minute, and waits until it is up. */
export async function makeFirstMonitor(
  { api, db }: StartedInstallation,
  port: number,
): Promise<void> {
  await api.call('POST', '/api/v1/monitors', {
    url: `http://${FIRST_HOST}:${port}/`,
    intervalMinutes: 1,
  })
  await until('the first monitor is up', async () => {
    const up = `select count(*)::integer as value from monitor_states where status = 'up'`
    return (await one(db, up)) === 1
  })
}

/** Brings the monitors to a number, and waits until the agent has them all. */
export async function growTo(
  { db }: StartedInstallation,
  count: { from: number; to: number },
): Promise<void> {
  await db.query(COPY, [count.from + 1, count.to])
  // As it is after any night: the planner knows the tables.
  await db.query({ text: 'analyze monitors, monitor_states, region_states' })
  const assigned = `select coalesce(max((counters ->> 'assignments')::integer), 0) as value from agents`
  await until(`the agent has ${count.to} monitors`, async () => {
    return (await one(db, assigned)) === count.to
  })
}

/** Results stored whose checks began in a span. */
export function countStored(db: Database, fromMs: number, toMs: number): Promise<number> {
  const stored = `select count(*)::integer as value from check_results
    where scheduled_at > to_timestamp($1::float8 / 1000) - interval '10 minutes'
      and checked_at >= to_timestamp($1::float8 / 1000) and checked_at < to_timestamp($2::float8 / 1000)`
  return one(db, stored, [fromMs, toMs])
}
