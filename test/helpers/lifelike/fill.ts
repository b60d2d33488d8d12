import { createLogger } from '@sightline/shared/logger'
import { openResultDays } from '../../../controller/src/db/partitions.ts'
import type { Database } from '../../../controller/src/db/pool.ts'
import { rollUp } from '../../../controller/src/reports/rollups/roll-up.ts'
import { forgetRollups } from '../report-rows.ts'
import { fillAlerting } from './alerting.ts'
import { AGENTS, MONITORS, PEOPLE, REGIONS } from './company.ts'
import { fillCrawls } from './crawls.ts'
import { fillOutages } from './outages.ts'
import type { LifelikeIds } from './pages.ts'
import { AUDITED, SLUG } from './pages.ts'
import type { Ask } from './ask.ts'

const DAY_MS = 86_400_000
const INTERVAL_MINUTES = 5

/** Fills an installation with what a company would have in it after some weeks. The same each time but for the time.
 *  @param days of results; only those of the last day are there one by one in full
 *  @returns ids of what pages are about */
export async function fillWithLife(db: Database, ask: Ask, days: number): Promise<LifelikeIds> {
  const workspaceId = await operatorsWorkspace(db)
  await db.query({ text: `update workspaces set name = 'Alder & Finch' where id = $1` }, [
    workspaceId,
  ])
  await addAgents(db)
  await addPeople(db, workspaceId)
  const ids = await addMonitors(db, ask, workspaceId, days)
  await addResults(db, days)
  const outageId = await fillOutages(db)
  await db.query({ text: 'analyze' })
  await forgetRollups(db)
  await rollUp(db, Date.now(), Number.POSITIVE_INFINITY)
  await fillAlerting(db, ask, { workspaceId, outageId })
  const crawls = await fillCrawls(db)
  const statusPageId = await addStatusPage(ask, ids)
  return { monitorId: ids.get('Checkout') ?? '', outageId, ...crawls, statusPageId }
}

async function addStatusPage(ask: Ask, ids: ReadonlyMap<string, string>): Promise<string> {
  const shown = (group: string, ...names: readonly string[]) =>
    names.map((name) => ({ monitorId: ids.get(name), name, group }))
  const { statusPage } = (await ask('POST', '/api/v1/status-pages', {
    slug: SLUG,
    title: 'Alder & Finch',
    description: 'How the shop and its services are doing.',
    homeUrl: AUDITED,
    timezone: 'Europe/Amsterdam',
    published: true,
    showResponseTimes: true,
    components: [
      ...shown('Shop', 'Storefront', 'Checkout', 'Product search', 'Customer accounts'),
      ...shown('Partners', 'Orders API', 'Payments webhook', 'Supplier portal'),
    ],
  })) as { statusPage: { id: string } }
  return statusPage.id
}

async function operatorsWorkspace(db: Database): Promise<number> {
  const { rows } = await db.query<{ id: number }>({
    text: 'select owner_workspace_id as id from installation',
  })
  return rows[0]?.id ?? 0
}

/** Agents that are connected for as long as pictures take. */
async function addAgents(db: Database): Promise<void> {
  await db.query(
    {
      text: `with asked as (
          select * from unnest($1::text[], $2::text[], $3::integer[]) as a (region, hostname, clock_ms)
        ), places as (
          insert into regions (code) select distinct region from asked on conflict do nothing
        ), tokens as (
          insert into agent_tokens (public_id, name, region, token_hash, created_at)
          select 'tok_' || replace(hostname, '-', ''), hostname, region, sha256(hostname::bytea), now() - interval '60 days'
          from asked returning id, name
        )
        insert into agents (public_id, token_id, region, hostname, software_version, capabilities, controller_id,
          connected_at, last_seen_at, covered_through, clock_offset_ms, self_test_passed)
        select 'agt_' || replace(hostname, '-', ''), t.id, a.region, hostname, '0.1.0',
          '{web,http3,browser,tcp,udp,ping,dns,mail,traceroute,analysis,crawl,ipv6}', 'ctl_elsewhere',
          now() - interval '9 days', now() + interval '1 hour', now(), clock_ms, true
        from asked a join tokens t on t.name = a.hostname`,
    },
    [
      AGENTS.map(({ region }) => region),
      AGENTS.map(({ hostname }) => hostname),
      AGENTS.map(({ clockMs }) => clockMs),
    ],
  )
}

async function addPeople(db: Database, workspaceId: number): Promise<void> {
  await db.query(
    {
      text: `with added as (
          insert into people (public_id, name, email, email_verified)
          select 'psn_' || substr(md5(email), 1, 20), name, email, true
          from unnest($2::text[], $3::text[]) as p (name, email) returning id, email
        )
        insert into memberships (workspace_id, person_id, role)
        select $1, id, role from added join unnest($3::text[], $4::text[]) as r (email, role) using (email)`,
    },
    [
      workspaceId,
      PEOPLE.map(({ name }) => name),
      PEOPLE.map(({ email }) => email),
      PEOPLE.map(({ role }) => role),
    ],
  )
}

const ADD_MONITORS = `
  with asked as (
    select * from jsonb_to_recordset($2::jsonb) as m (name text, url text, type text, tags jsonb, status text, reason text)
  ), added as (
    insert into monitors (public_id, workspace_id, type, name, url, host, port, target_key, settings, interval_minutes,
      timeout_ms, regions, check_mode, confirmation, recovery, alerts, depends_on, tags, active, paused_at, grid_since,
      run_at, created_at, updated_at)
    select 'mon_' || substr(md5(name), 1, 20), $1, type, name, url, split_part(split_part(url, '/', 3), ':', 1),
      coalesce(nullif(split_part(split_part(url, '/', 3), ':', 2), '')::integer, case type when 'web' then 443 end),
      md5(url), '{}', ${INTERVAL_MINUTES}, 10000, $3, 'all', '{"retries":1,"retryDelaySeconds":1,"quorum":"majority"}',
      '{"checks":1}', $5, '{}', array(select jsonb_array_elements_text(tags)), status is distinct from 'paused',
      case status when 'paused' then now() - interval '3 days' end,
      now() - $4 * interval '1 day', now(), now() - $4 * interval '1 day', now() - interval '2 days'
    from asked returning id, public_id, name
  ), changes as (
    insert into state_changes (monitor_id, at, status)
    select id, now() - $4 * interval '1 day', 'up' from added
  )
  select public_id as "publicId", name from added`

/** @returns their ids by name */
async function addMonitors(
  db: Database,
  ask: Ask,
  workspaceId: number,
  days: number,
): Promise<ReadonlyMap<string, string>> {
  const { defaults } = (await ask('GET', '/api/v1/monitors/options')) as {
    defaults: { web: { alerts: object } }
  }
  const { rows } = await db.query<{ publicId: string; name: string }>({ text: ADD_MONITORS }, [
    workspaceId,
    JSON.stringify(MONITORS),
    REGIONS,
    days,
    JSON.stringify(defaults.web.alerts),
  ])
  return new Map(rows.map(({ name, publicId }) => [name, publicId]))
}

/** Slower by day than by night, and now and then much slower. */
const ADD_RESULTS = `
  insert into check_results (monitor_id, scheduled_at, region, attempt, confirmation, late, checked_at, duration_ms,
    status_code, response_ms, dns_ms, connect_ms, tls_ms, first_byte_ms, download_ms, status, ip)
  select id, slot, region, 0, false, false, slot + interval '12 milliseconds', ms::integer + 3,
    case type when 'web' then 200 end, ms, ms * 0.04, ms * 0.18,
    case type when 'web' then ms * 0.2 end, ms * 0.5, ms * 0.08, 'up', '203.0.113.80'
  from (
    select m.id, m.type, slot, r.region, (usual.ms * (1 + 0.18 * sin(extract(epoch from slot) / 86400 * 2 * pi() - 2))
      * (0.9 + 0.2 * random() + 0.05 * random() / (0.03 + random())))::real as ms
    from monitors m
    join jsonb_to_recordset($1::jsonb) as usual_of (name text, ms jsonb) using (name)
    cross join unnest($2::text[]) with ordinality as r (region, place)
    cross join lateral (select (usual_of.ms ->> (r.place - 1)::integer)::float8 as ms) usual
    cross join generate_series(date_trunc('hour', now()) - $3 * interval '1 day', now() - interval '1 minute',
      interval '${INTERVAL_MINUTES} minutes') slot
    where m.active or slot < now() - interval '3 days'
  ) made`

/** Last: a monitor that has a state and no result is soon said to be unknown. */
const ADD_STATES = `
  insert into monitor_states (monitor_id, status, status_since, status_reason)
  select m.id, coalesce(asked.status, 'up'),
    now() - case asked.status when 'degraded' then interval '2 hours' when 'paused' then interval '3 days'
      else interval '6 days' end, asked.reason
  from jsonb_to_recordset($1::jsonb) as asked (name text, status text, reason text) join monitors m using (name)`

const ADD_LATEST = `
  insert into region_states (monitor_id, region, scheduled_at, checked_at, status, status_code, response_ms,
    tls_expires_at, counted_at)
  select distinct on (monitor_id, region) monitor_id, region, scheduled_at, checked_at, status, status_code,
    response_ms, case when status_code is not null then now() + interval '61 days' end, now()
  from check_results order by monitor_id, region, scheduled_at desc`

async function addResults(db: Database, days: number): Promise<void> {
  const nowMs = Date.now()
  const known = await openResultDays(db, createLogger('lifelike', 'error'))
  await known.ensure(Array.from({ length: days + 3 }, (_, ago) => nowMs + DAY_MS - ago * DAY_MS))
  await db.transaction(async (tx) => {
    await tx.query({ text: 'select setseed(0.42)' })
    await tx.query({ text: ADD_RESULTS }, [JSON.stringify(MONITORS), REGIONS, days])
    await tx.query({ text: ADD_LATEST })
    await tx.query({ text: ADD_STATES }, [JSON.stringify(MONITORS)])
  })
}
