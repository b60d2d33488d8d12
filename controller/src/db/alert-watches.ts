import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** A certificate that is about to expire. */
export interface ExpiringCertificateRow {
  readonly monitorId: number
  readonly expiresAtMs: number
  /** The nearest threshold that was reached. */
  readonly thresholdDays: number
  /** Regions that saw it. */
  readonly regions: readonly string[]
}

// A region that has not been checked for two days says nothing about the certificate of today.
const noticeExpiries = sql<ExpiringCertificateRow>`
  with expiring as (
    select m.id as monitor_id, m.alerts, min(r.tls_expires_at) as expires_at
    from region_states r
    join monitors m on m.id = r.monitor_id and m.active and r.region = any(m.regions)
    where r.tls_expires_at < $1::timestamptz + interval '366 days'
      and r.checked_at > $1::timestamptz - interval '2 days'
    group by m.id
  ), due as (
    select e.monitor_id, e.expires_at, min(days::integer) as threshold_days
    from expiring e
    cross join lateral jsonb_array_elements_text(coalesce(e.alerts -> 'tlsExpiryDays', $2::jsonb)) as days
    where e.expires_at <= $1::timestamptz + days::integer * interval '1 day'
    group by e.monitor_id, e.expires_at
  ), noticed as (
    insert into tls_notices (monitor_id, expires_at, threshold_days)
    select monitor_id, expires_at, threshold_days from due
    on conflict do nothing
    returning monitor_id, expires_at, threshold_days
  )
  select n.monitor_id as "monitorId", extract(epoch from n.expires_at)::float8 * 1000 as "expiresAtMs",
    n.threshold_days as "thresholdDays",
    array(select r.region from region_states r join monitors m on m.id = r.monitor_id
      where r.monitor_id = n.monitor_id and r.tls_expires_at = n.expires_at and r.region = any(m.regions)
      order by r.region) as regions
  from noticed n`

/** Notes, once each, which thresholds of which certificates have been reached.
 *  @param defaultDays thresholds of monitors that store none */
export async function noticeExpiringCertificates(
  tx: Queryable,
  at: Date,
  defaultDays: readonly number[],
): Promise<ExpiringCertificateRow[]> {
  return (await tx.query(noticeExpiries, [at, JSON.stringify(defaultDays)])).rows
}

const forgetExpiries = sql<never>`delete from tls_notices where expires_at < $1`

/** Forgets notices of certificates that expired before an instant. */
export async function pruneTlsNotices(db: Queryable, before: Date): Promise<void> {
  await db.query(forgetExpiries, [before])
}

/** An agent or region that is silent, or was. */
export interface SilenceRow {
  /** "agent agt_..." or "region eu-west". */
  readonly subject: string
  readonly region: string
  /** Host of an agent; null for a region. */
  readonly hostname: string | null
  /** When something was heard last, UNIX ms. */
  readonly heardAtMs: number
  /** Lost, or without a live agent. An agent that said goodbye is neither silent nor live. */
  readonly isSilent: boolean
  readonly isLive: boolean
}

const readNow = sql<SilenceRow>`
  with known as (
    select a.public_id, a.region, a.hostname, a.last_seen_at, a.left_at,
      a.left_at is null and a.last_seen_at > now() - $1 * interval '1 ms' as live
    from agents a join agent_tokens t on t.id = a.token_id
    where t.revoked_at is null and a.removed_at is null
  )
  select 'agent ' || public_id as subject, region, hostname,
    extract(epoch from last_seen_at)::float8 * 1000 as "heardAtMs",
    left_at is null and not live as "isSilent", live as "isLive"
  from known
  union all
  select 'region ' || region, region, null,
    extract(epoch from max(coalesce(left_at, last_seen_at)))::float8 * 1000, not bool_or(live), bool_or(live)
  from known group by region
  order by 1`

/** Every agent with a token in force that was not removed, and every region of such agents, and whether they are silent: an
 *  agent that was lost, a region without a live agent. By the database's clock, as liveness is.
 *  @param lostAfterMs silence that makes an agent lost */
export async function readSilences(db: Queryable, lostAfterMs: number): Promise<SilenceRow[]> {
  return (await db.query(readNow, [lostAfterMs])).rows
}

const lock = sql<never>`select pg_advisory_xact_lock(hashtextextended('sightline silences', 0))`

const note = sql<{ subject: string }>`
  insert into silences as s (subject, noticed_at)
  select subject, $2 from unnest($1::text[]) as subject
  on conflict (subject) do update set announced_at = $2
  where s.announced_at is null and s.noticed_at < $2
  returning case when s.announced_at is not null then subject end as subject`

/** Notes who is silent, or what is wrong, one look at a time.
 *  @returns those that were silent at an earlier look too and have not been told of */
export async function noteSilences(
  tx: Queryable,
  subjects: readonly string[],
  at: Date,
): Promise<string[]> {
  await tx.query(lock)
  const { rows } = await tx.query(note, [subjects, at])
  return rows.flatMap(({ subject }) => subject ?? [])
}

const end = sql<{ subject: string; announced: boolean }>`
  delete from silences where not (subject = any($1::text[])) and not starts_with(subject, 'installation ')
  returning subject, announced_at is not null as announced`

/** Forgets all who are not silent any more.
 *  @returns those of whom people had been told */
export async function endSilences(
  tx: Queryable,
  stillSilent: readonly string[],
): Promise<string[]> {
  const { rows } = await tx.query(end, [stillSilent])
  return rows.filter((row) => row.announced).map((row) => row.subject)
}

const troubles = sql<{ subject: string }>`
  select subject from silences where starts_with(subject, 'installation ')`

/** Troubles of the installation ("installation ...") that are noted, whether or not people were told of them. */
export async function readInstallationTroubles(tx: Queryable): Promise<string[]> {
  await tx.query(lock)
  return (await tx.query(troubles)).rows.map(({ subject }) => subject)
}

const endTroubles = sql<{ subject: string; announced: boolean }>`
  delete from silences where subject = any($1::text[])
  returning subject, announced_at is not null as announced`

/** Forgets troubles of the installation ("installation ...") that are over.
 *  @returns those of which people had been told */
export async function endInstallationTroubles(
  tx: Queryable,
  subjects: readonly string[],
): Promise<string[]> {
  const { rows } = await tx.query(endTroubles, [subjects])
  return rows.filter((row) => row.announced).map((row) => row.subject)
}
