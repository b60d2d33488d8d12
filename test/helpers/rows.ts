import { randomBytes } from 'node:crypto'
import type { Database } from '../../controller/src/db/pool.ts'
import { fixedKeys } from '../../controller/src/secrets/secret-keys.ts'
import { createSecretBox } from '../../controller/src/secrets/secret-box.ts'

/** Makes a workspace of its own and returns its id. */
export async function insertWorkspace(db: Database, plan = 'unlimited'): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    {
      text: `insert into workspaces (public_id, name, plan)
        values ('wsp_' || replace(gen_random_uuid()::text, '-', ''), 'Test', $1) returning id`,
    },
    [plan],
  )
  return rows[0]?.id ?? 0
}

/** Settings of a monitor that a test cares about. */
interface MonitorFields {
  readonly count?: number
  readonly regions?: readonly string[]
  readonly retries?: number
  /** Good checks that end an outage. */
  readonly recoveryChecks?: number
  readonly status?: string
  /** Since when it has its status; long ago when left out. */
  readonly since?: Date
  readonly intervalMinutes?: number
  /** When it was made, and its grid began; long ago when left out. */
  readonly createdAt?: Date
}

/** Makes monitors straight in the database.
 *  @returns their ids */
export async function insertMonitors(
  db: Database,
  workspaceId: number,
  fields: MonitorFields = {},
): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    {
      text: `with added as (
          insert into monitors (public_id, workspace_id, type, name, url, host, port, target_key, settings,
            interval_minutes, timeout_ms, regions, check_mode, confirmation, recovery, alerts, depends_on,
            tags, grid_since, run_at, created_at, updated_at)
          select 'mon_' || substr(md5(random()::text || n), 1, 20), $1, 'web', 'Monitor ' || n,
            'http://127.0.0.1/' || n, '127.0.0.1', 80, md5(random()::text || n), '{}', $6, 10000, $3, 'all',
            jsonb_build_object('retries', $4::integer, 'retryDelaySeconds', 1, 'quorum', 'majority'),
            jsonb_build_object('checks', $7::integer), '{}', '{}', '{}', $9, now(), $9, now()
          from generate_series(1, $2::integer) n
          returning id
        ), states as (
          insert into monitor_states (monitor_id, status, status_since) select id, $5, $8 from added
        )
        select id from added order by id`,
    },
    [
      workspaceId,
      fields.count ?? 1,
      fields.regions ?? ['eu-west'],
      fields.retries ?? 1,
      fields.status ?? 'pending',
      fields.intervalMinutes ?? 1,
      fields.recoveryChecks ?? 1,
      fields.since ?? new Date('2026-01-01'),
      fields.createdAt ?? new Date('2025-01-01'),
    ],
  )
  return rows.map((row) => row.id)
}

/** Makes a live agent in each of these regions, fit to vote on web monitors. */
export async function insertVoters(db: Database, regions: readonly string[]): Promise<void> {
  await db.query(
    {
      text: `with places as (
          insert into regions (code) select unnest($1::text[]) on conflict do nothing
        ), tokens as (
          insert into agent_tokens (public_id, name, region, token_hash)
          select 'tok_' || code, code, code, sha256(code::bytea) from unnest($1::text[]) as code
          returning id, region
        )
        insert into agents (public_id, token_id, region, hostname, software_version, capabilities,
          controller_id, connected_at, last_seen_at, covered_through)
        select 'agt_' || region, id, region, 'test', '0.0.0', '{web}', 'test', now(),
          now() + interval '1 hour', now()
        from tokens`,
    },
    [regions],
  )
}

/** Copies a monitor many times, under the names "copy 1", "copy 2", …; all of them are up.
 *  @returns their numbers */
export async function copyMonitor(
  db: Database,
  publicId: string,
  count: number,
): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    {
      text: `with source as (select * from monitors where public_id = $1), added as (
          insert into monitors (public_id, workspace_id, type, name, url, host, port, target_key, settings,
            interval_minutes, timeout_ms, regions, check_mode, confirmation, recovery, alerts, depends_on,
            tags, grid_since, run_at, created_at, updated_at)
          select public_id || n, workspace_id, type, 'copy ' || n, url, host, port, target_key || n,
            settings, interval_minutes, timeout_ms, regions, check_mode, confirmation, recovery, alerts,
            depends_on, tags, grid_since, run_at, created_at, updated_at
          from source, generate_series(1, $2::integer) n
          returning id, created_at
        ), states as (
          insert into monitor_states (monitor_id, status, status_since)
          select id, 'up', created_at from added
        )
        select id from added order by id`,
    },
    [publicId, count],
  )
  return rows.map((row) => row.id)
}

const NOBODY = { workspaceId: 0, id: 'mon_nobody' }

/** Gives a monitor a password that was sealed with a key which nobody has any more. */
export async function sealWithLostKey(db: Database, monitorId: number): Promise<void> {
  const settings = createSecretBox(fixedKeys([randomBytes(32)])).seal(NOBODY, 'web', {
    auth: { kind: 'basic', username: 'me', password: 'secret' },
  })
  await db.query({ text: 'update monitors set settings = $2 where id = $1' }, [
    monitorId,
    JSON.stringify(settings),
  ])
}
