import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** An agent as an operator sees it. */
export interface ListedAgentRow {
  readonly id: string
  readonly region: string
  readonly hostname: string
  readonly softwareVersion: string
  readonly capabilities: readonly string[]
  readonly live: boolean
  /** Whether it hands its checks over. */
  readonly draining: boolean
  readonly connectedAt: Date
  readonly lastSeenAt: Date
  readonly clockOffsetMs: number
  /** Why it does not vote, null while its self-test passes. */
  readonly selfTestError: string | null
  /** Since when it has no vote because it failed what others pass; null: it has one. */
  readonly quarantinedAt: Date | null
  readonly tokenId: string
}

const list = sql<ListedAgentRow>`
  select a.public_id as id, a.region, a.hostname, a.software_version as "softwareVersion",
    a.capabilities, a.left_at is null and a.last_seen_at > now() - $1 * interval '1 ms' as live,
    coalesce(a.draining_run = a.run_id, false) as draining,
    a.connected_at as "connectedAt", a.last_seen_at as "lastSeenAt",
    a.clock_offset_ms as "clockOffsetMs",
    case when a.self_test_passed then null else coalesce(a.self_test_error, 'failed') end
      as "selfTestError", a.quarantined_at as "quarantinedAt",
    t.public_id as "tokenId"
  from agents a join agent_tokens t on t.id = a.token_id
  where a.removed_at is null
  order by a.region, a.last_seen_at desc`

/** Every agent that ever connected and was not removed.
 *  @param lostAfterMs silence that makes an agent lost */
export async function readAgents(db: Queryable, lostAfterMs: number): Promise<ListedAgentRow[]> {
  const { rows } = await db.query(list, [lostAfterMs])
  return rows
}
