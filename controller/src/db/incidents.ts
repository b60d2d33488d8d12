import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** An incident at PagerDuty whose reason has passed, with the latest alert of it. */
export interface FinishedIncidentRow {
  readonly alertId: number
  readonly workspaceId: number
  /** null: the monitor was deleted. */
  readonly monitorId: number | null
  readonly recipientType: string
  readonly recipientId: string
  readonly recipientName: string
  /** As they were kept with the alert. */
  readonly event: unknown
  readonly message: unknown
  /** What ended it: "deleted", "renewed", "steady", or the status the monitor has instead. */
  readonly end: string
}

/** The rest has its turn a minute later. */
const MAX_ALERTS = 1_000

// An incident has few alerts; by the recipient all of theirs were passed over for each.
// An end is told once, whatever came of that: what PagerDuty refuses for good, or what cannot be sent to a contact that has
// no key any more, would be looked at for ever.
// An outage's end is told by its recovery, or by whoever follows it; only when its monitor is deleted
// nobody does. The end of flapping is told to those who are recipients then, and not at all after a pause: once it is not
// being planned any more, whoever is left has it from here. Where no recoveries are wanted, or nobody is left to be told,
// an incident whose reason has passed stays at PagerDuty as people have it, and is not looked at any more. A second's
// tolerance: the instant of a certificate was rounded on the way.
const take = sql<FinishedIncidentRow>`
  with looked_at as (
    select a.id, a.recipient_id, a.message ->> 'incidentKey' as incident_key,
      exists (
        select from (
          select * from alerts
          where channel = 'pagerduty' and message ->> 'incidentKey' = a.message ->> 'incidentKey' offset 0
        ) b
        where b.recipient_id = a.recipient_id and b.id > a.id
          and b.message ->> 'isResolved' = 'true') as is_told,
      wish.is_wanted,
      case
        when c.id is null or a.kind = 'siteChanged' then 'left'
        when a.monitor_id is null then
          case when a.monitor_public_id is not null then 'deleted' end
        when a.kind in ('down', 'stillDown') and not wish.is_wanted and not exists (
          select from outages o where o.public_id = a.outage_id and o.ended_at is null) then 'left'
        when a.kind = 'degraded' and s.status <> 'degraded' then s.status
        when a.kind = 'agentLost' and s.status <> 'unknown' then s.status
        when a.kind in ('flapping', 'tlsExpiry') and s.status = 'paused' then s.status
        when a.kind = 'flapping' and not s.flapping then
          case
            when not wish.is_wanted then 'left'
            when a.monitor_id not in (
              select (j.payload #>> '{event,monitorId}')::integer from graphile_worker._private_jobs j
              where j.task_id = (select id from graphile_worker._private_tasks where identifier = 'planAlerts')
                and j.payload #>> '{event,kind}' = 'flapping' and j.payload #>> '{event,monitorId}' is not null
            ) then 'steady'
          end
        when a.kind = 'tlsExpiry' and (
          select min(r.tls_expires_at) from region_states r
          where r.monitor_id = a.monitor_id and r.region = any(m.regions)
        ) > to_timestamp((a.event ->> 'expiresAtMs')::float8 / 1000) + interval '1 s' then 'renewed'
      end as "end"
    from alerts a
    left join monitors m on m.id = a.monitor_id
    left join monitor_states s on s.monitor_id = a.monitor_id
    left join contacts c on c.public_id = a.recipient_id and c.workspace_id = a.workspace_id
    cross join lateral (
      select c.id is not null and a.kind <> 'siteChanged'
        and coalesce((m.alerts ->> 'onRecovery')::boolean, true) as is_wanted
    ) wish
    where a.channel = 'pagerduty' and a.state = 'sent' and a.closed_at is null
      and a.message ->> 'isResolved' = 'false'
  ), finished as (
    select id from looked_at where is_told or "end" is not null
    order by is_told or not is_wanted, id limit $2
  ), closed as (
    update alerts a set closed_at = $1 from finished f where f.id = a.id returning a.id
  )
  select distinct on (l.recipient_id, l.incident_key) a.id as "alertId",
    a.workspace_id as "workspaceId", a.monitor_id as "monitorId",
    a.recipient_type as "recipientType", a.recipient_id as "recipientId",
    a.recipient_name as "recipientName", a.event, a.message, l."end"
  from looked_at l join closed c on c.id = l.id join alerts a on a.id = l.id
  where l.is_wanted and not l.is_told
  order by l.recipient_id, l.incident_key, a.id desc`

/** Notes which incidents at PagerDuty are over, so many alerts at a time.
 *  @returns those that are still to be ended there */
export async function takeFinishedIncidents(
  tx: Queryable,
  at: Date,
): Promise<FinishedIncidentRow[]> {
  return (await tx.query(take, [at, MAX_ALERTS])).rows
}

const reopen = sql<never>`update alerts set closed_at = null where id = $1`

/** Notes that an incident that was taken is still to be ended.
 *  @param alertId the latest alert of it */
export async function reopenIncident(tx: Queryable, alertId: number): Promise<void> {
  await tx.query(reopen, [alertId])
}
