import type { Queryable } from './pool.ts'
import { kept, sql } from './sql.ts'

/** A token as the gateway sees it. */
export interface TokenRow {
  readonly id: number
  readonly region: string
  readonly revoked: boolean
}

const findToken = sql<TokenRow>`
  select id, region, revoked_at is not null as revoked from agent_tokens where token_hash = $1`

/** @param tokenHash SHA-256 of the token
 *  @returns null for a token nobody made */
export async function findAgentToken(db: Queryable, tokenHash: Buffer): Promise<TokenRow | null> {
  const { rows } = await db.query(findToken, [tokenHash])
  return rows[0] ?? null
}

/** Whose streams end, wherever they are. */
export interface UnwelcomeRow {
  readonly tokenIds: readonly number[]
  readonly agentIds: readonly string[]
  readonly serials: readonly string[]
}

// Of an hour: a controller that has no database for so long has no agents either. As float8, whose arrays are read as
// numbers.
const unwelcome = kept(sql<UnwelcomeRow>`
  select array(select id::float8 from agent_tokens where id = any($1::bigint[]) and revoked_at is not null)
      as "tokenIds",
    array(select public_id from agents where removed_at > now() - interval '1 hour') as "agentIds",
    array(select serial from certificates where revoked_at > now() - interval '1 hour') as serials`)

/** Which of these tokens have been revoked, and which agents were removed and certificates revoked of late. */
export async function readUnwelcome(
  db: Queryable,
  tokenIds: readonly number[],
): Promise<UnwelcomeRow> {
  const { rows } = await db.query(unwelcome, [tokenIds])
  return rows[0] ?? { tokenIds: [], agentIds: [], serials: [] }
}

/** What an agent says of itself when it connects. */
export interface AgentIntroduction {
  readonly publicId: string
  readonly tokenId: number
  readonly region: string
  readonly hostname: string
  readonly softwareVersion: string
  readonly capabilities: readonly string[]
  /** The name in its certificate; null: it came in without one. */
  readonly certificateName: string | null
  /** Which settings of monitors it knows. */
  readonly settingsVersion: number
  readonly controllerId: string
  /** Names the run of its process. */
  readonly runId: string
}

/** What the database notes of an agent that connected. */
export interface NotedAgent {
  readonly quarantinedAt: Date | null
  /** Names this connection among those of the agent: its moment, to the microsecond. */
  readonly connectedAt: string
}

const upsert = sql<NotedAgent>`
  insert into agents as a (public_id, token_id, region, hostname, software_version, capabilities,
    controller_id, run_id, certificate_name, settings_version, connected_at, last_seen_at, covered_through)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now(), now(), now())
  on conflict (public_id) do update set
    hostname = excluded.hostname, software_version = excluded.software_version,
    capabilities = excluded.capabilities, controller_id = excluded.controller_id,
    run_id = excluded.run_id, settings_version = excluded.settings_version, token_id = excluded.token_id, connected_at = now(), last_seen_at = now(), left_at = null,
    removed_at = null, certificate_name = coalesce(excluded.certificate_name, a.certificate_name)
  where coalesce(a.certificate_name = excluded.certificate_name, true)
    and ((a.token_id = excluded.token_id and a.removed_at is null)
      or (a.token_id <> excluded.token_id and a.region = excluded.region and (a.removed_at is not null or exists (
        select from agent_tokens t where t.id = a.token_id and t.revoked_at is not null))))
  returning quarantined_at as "quarantinedAt", connected_at::text as "connectedAt"`

/** Notes that an agent connected. Liveness uses the database's clock throughout, so that controllers
 *  with different clocks agree on who is lost.
 *  An agent whose token was revoked, or that was removed, stays itself with a new one of its region. Connecting again
 *  ends no quarantine.
 *  @returns null when the id belongs to an agent with another token in force or another certified name, or to one
 *  that was removed */
export async function upsertAgent(
  db: Queryable,
  agent: AgentIntroduction,
): Promise<NotedAgent | null> {
  const { rows } = await db.query(upsert, [
    agent.publicId,
    agent.tokenId,
    agent.region,
    agent.hostname,
    agent.softwareVersion,
    agent.capabilities,
    agent.controllerId,
    agent.runId,
    agent.certificateName,
    agent.settingsVersion,
  ])
  return rows[0] ?? null
}

const quarantine = sql<never>`
  update agents set quarantined_at = case when $3::boolean then coalesce(quarantined_at, now()) end
  where public_id = $1 and controller_id = $2`

/** Begins or ends the quarantine of an agent: it has no vote meanwhile.
 *  @returns false when the agent is another controller's by now, which then decides */
export async function setAgentQuarantine(
  db: Queryable,
  publicId: string,
  controllerId: string,
  isQuarantined: boolean,
): Promise<boolean> {
  const { rowCount } = await db.query(quarantine, [publicId, controllerId, isQuarantined])
  return rowCount === 1
}

/** One agent's latest heartbeat, as kept. */
export interface HeartbeatRow {
  readonly publicId: string
  /** How long ago it arrived, in ms. */
  readonly ageMs: number
  readonly coveredThroughMs: number
  readonly clockOffsetMs: number
  readonly selfTestPassed: boolean
  readonly selfTestError: string | null
  readonly counters: Readonly<Record<string, number>>
}

const heartbeats = kept(sql<{ publicId: string }>`
  update agents set
    last_seen_at = greatest(agents.last_seen_at, now() - beat."ageMs" * interval '1 ms'),
    covered_through = greatest(agents.covered_through, to_timestamp(beat."coveredThroughMs" / 1000)),
    clock_offset_ms = beat."clockOffsetMs",
    self_test_passed = beat."selfTestPassed",
    self_test_error = beat."selfTestError",
    counters = beat.counters
  from jsonb_to_recordset($1::jsonb) as beat(
    "publicId" text, "ageMs" float8, "coveredThroughMs" float8, "clockOffsetMs" integer,
    "selfTestPassed" boolean, "selfTestError" text, counters jsonb)
  where agents.public_id = beat."publicId" and agents.controller_id = $2 and agents.left_at is null
  returning agents.public_id as "publicId"`)

/** Writes many agents' heartbeats at once.
 *  @returns the agents that are this controller's; the others' streams are elsewhere */
export async function writeHeartbeats(
  db: Queryable,
  controllerId: string,
  beats: readonly HeartbeatRow[],
): Promise<string[]> {
  const { rows } = await db.query(heartbeats, [JSON.stringify(beats), controllerId])
  return rows.map((row) => row.publicId)
}

const leave = sql<never>`
  update agents set left_at = now() where public_id = $1 and controller_id = $2 and connected_at = $3::timestamptz`

/** Notes that an agent ended its stream in good order: its monitors move at once. One that says goodbye
 *  to say hello anew may be back before this is written: that connection stays.
 *  @param connectedAt of the stream that ended, as noted when it began */
export async function markAgentLeft(
  db: Queryable,
  publicId: string,
  controllerId: string,
  connectedAt: string,
): Promise<void> {
  await db.query(leave, [publicId, controllerId, connectedAt])
}

/** An agent that lives, or did until a moment ago. */
export interface AgentRow {
  readonly publicId: string
  readonly region: string
  readonly live: boolean
  /** What it can check and do, in a fixed order. */
  readonly capabilities: readonly string[]
  /** Which settings of monitors it knows. */
  readonly settingsVersion: number
  /** Since when it is connected, and up to when its results are complete; UNIX ms. */
  readonly connectedAtMs: number
  readonly coveredThroughMs: number
  /** Since when it hands its checks over, UNIX ms; null: it does not. */
  readonly drainingAtMs: number | null
}

const recent = kept(sql<Omit<AgentRow, 'capabilities'> & { capabilities: string }>`
  select public_id as "publicId", region,
    left_at is null and last_seen_at > now() - $1 * interval '1 ms' as live,
    array_to_string(capabilities, ',') as capabilities,
    settings_version as "settingsVersion", extract(epoch from connected_at)::float8 * 1000 as "connectedAtMs",
    extract(epoch from covered_through)::float8 * 1000 as "coveredThroughMs",
    case when draining_run = run_id then extract(epoch from draining_at)::float8 * 1000 end as "drainingAtMs"
  from agents
  where last_seen_at > now() - $2 * interval '1 ms'
  order by public_id`)

/** Live agents and those lost within a time.
 *  @param lostAfterMs silence that makes an agent lost
 *  @param rememberMs how far back a lost one is still told */
export async function readRecentAgents(
  db: Queryable,
  lostAfterMs: number,
  rememberMs: number,
): Promise<AgentRow[]> {
  const { rows } = await db.query(recent, [lostAfterMs, rememberMs])
  // Read each second, and nearly all of them can do the same: it is taken apart and sorted once for all of those, where the
  // database sorted it for each of thousands.
  const lists = new Map<string, readonly string[]>()
  return rows.map(({ capabilities: text, ...agent }) => {
    const capabilities = lists.get(text) ?? text.split(',').filter(Boolean).sort()
    lists.set(text, capabilities)
    return { ...agent, capabilities }
  })
}

/** A location and what those of its agents can check that may vote now. */
export interface VotingRegionRow {
  readonly region: string
  readonly capabilities: readonly string[]
}

// Silence counts only while a controller was there to hear: after the database was away, or all
// controllers were gone, every agent would be lost until it is heard again, what its region had found
// would be taken back and what it finds next not believed. A controller that was just started heard
// nobody yet.
const voting = kept(sql<VotingRegionRow>`
  with heard as (
    select least(now(), max(last_seen_at)) as until_at from controllers
    where started_at <= now() - $1 * interval '1 ms'
  )
  select region, array_agg(distinct capability) as capabilities
  from (
    select distinct region, capabilities from heard cross join agents
    where left_at is null and last_seen_at > until_at - $1 * interval '1 ms'
      and self_test_passed and quarantined_at is null and abs(clock_offset_ms) <= $2
  ) able cross join unnest(capabilities) as capability
  group by region
  order by region`)

/** Locations with an agent whose word counts: connected, well by its own test, its clock right, and
 *  not in quarantine. Source: monitoring design, section 3
 *  @param lostAfterMs silence that makes an agent lost, while a controller listens */
export async function readVotingRegions(
  db: Queryable,
  lostAfterMs: number,
  maxClockOffsetMs: number,
): Promise<VotingRegionRow[]> {
  const { rows } = await db.query(voting, [lostAfterMs, maxClockOffsetMs])
  return rows
}

const announce = sql<never>`select pg_notify('agent_changes', '')`

/** Tells every controller that agents came, went or lost their token. */
export async function announceAgentChange(db: Queryable): Promise<void> {
  await db.query(announce)
}
