import type { Database } from '../../../controller/src/db/pool.ts'
import { OUTAGES } from './company.ts'
import { storyOf } from './story.ts'

const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000)

/** What checks found while it lasted, from where it was seen. */
const BREAK = `
  update check_results set status = 'down', status_code = $5, cause = $6, error = $7, failure_source = 'target',
    phase = 'connect', response_ms = null
  where monitor_id = (select id from monitors where name = $1) and region = any($4)
    and scheduled_at >= $2 and scheduled_at < $3`

const ADD = `
  with broken as (select id from monitors where name = $1), added as (
    insert into outages (public_id, monitor_id, started_at, confirmed_at, ended_at, scope, regions, cause, summary,
      analysis, analysed_at, acknowledged_at, acknowledged_by, acknowledged_by_name)
    select 'out_' || substr(md5($1 || $8), 1, 20), id, $2, $2::timestamptz + interval '2 seconds', $3, $5, $4, $6, $7,
      $9, $2::timestamptz + interval '4 seconds', $10, 'psn_marit', case when $10::timestamptz is null then null else 'Marit Solberg' end
    from broken returning public_id
  ), changes as (
    insert into state_changes (monitor_id, at, status, reason)
    select id, at, status, reason from broken cross join (values ($2::timestamptz, 'down', $7), ($3::timestamptz, 'up', null))
      as change (at, status, reason)
    where $5 = 'global' and at is not null
  ), states as (
    update monitor_states set status = 'down', status_since = $2, status_reason = $7
    where $3::timestamptz is null and monitor_id = (select id from broken)
  ), mended as (
    update monitor_states set status_since = greatest(status_since, $3)
    where $3::timestamptz is not null and $5 = 'global' and status = 'up' and monitor_id = (select id from broken)
  ), latest as (
    update region_states set status = 'down', status_code = null, response_ms = null, error = $7, cause = $6
    where $3::timestamptz is null and monitor_id = (select id from broken)
  )
  select public_id as "publicId" from added`

const ADD_NOTES = `
  insert into outage_notes (public_id, outage_id, author_id, author_name, text, is_public, created_at)
  select 'nte_' || n, o.id, 'psn_' || n, author, note, is_public, o.started_at + n * interval '3 minutes'
  from outages o cross join (values
    (1, 'Marit Solberg', 'The deploy of 14:02 did not start the new listener. Rolling it back.', false),
    (2, 'Tomás Rivera', 'Card payments are retried by the provider, nothing is lost.', true)) as notes (n, author, note, is_public)
  where o.public_id = $1`

/** @returns the id of the one that goes on */
export async function fillOutages(db: Database): Promise<string> {
  let latest = ''
  for (const [index, outage] of OUTAGES.entries()) {
    const { monitor, startedMinutesAgo, minutes, cause, summary, statusCode, regions } = outage
    const from = minutesAgo(startedMinutesAgo)
    const to = minutes === null ? null : minutesAgo(startedMinutesAgo - minutes)
    await db.query({ text: BREAK }, [
      monitor,
      from,
      to ?? new Date(),
      regions,
      statusCode,
      cause,
      summary,
    ])
    const { rows } = await db.query<{ publicId: string }>({ text: ADD }, [
      monitor,
      from,
      to,
      regions,
      regions.length === 1 ? 'regional' : 'global',
      cause,
      summary,
      String(index),
      JSON.stringify(storyOf(outage, from)),
      minutes === null ? minutesAgo(startedMinutesAgo - 4) : null,
    ])
    if (minutes === null) latest = rows[0]?.publicId ?? ''
  }
  await db.query({ text: ADD_NOTES }, [latest])
  return latest
}
