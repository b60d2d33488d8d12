import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { CookieData } from 'puppeteer'
import { createLogger } from '@sightline/shared/logger'
import { createAgentToken } from '../../../controller/src/agents/tokens.ts'
import type { Database } from '../../../controller/src/db/pool.ts'
import { openDatabase } from '../../../controller/src/db/pool.ts'
import type { ControllerReady } from '../../../controller/src/supervisor/ready-message.ts'
import { signUpOwner } from '../../helpers/app-owner.ts'
import { fillWithLife } from '../../helpers/lifelike/fill.ts'
import type { LifelikeIds } from '../../helpers/lifelike/pages.ts'
import { startProgram } from '../../helpers/program.ts'
import type { ApiCalls } from '../api-calls.ts'
import { createApiCalls } from '../api-calls.ts'
import type { CleanUp } from '../detection/clean-up.ts'
import { controllerEnvironment, newOwnerKey, startDatabase } from '../installation.ts'

/** An installation with a company's days in it, and the owner's cookie. */
export interface AppBench {
  readonly db: Database
  readonly url: string
  readonly api: ApiCalls
  readonly cookie: CookieData
  readonly ids: LifelikeIds
  /** Starts an agent that analyses pages; it checks nothing that is there. */
  readonly startAgent: () => Promise<void>
}

const DAYS = 7

export async function openAppBench(cleanUp: CleanUp): Promise<AppBench> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sightline-bench-'))
  cleanUp.add(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))
  const postgres = await startDatabase(folder)
  cleanUp.add(() => postgres.stop(5_000))
  const db = openDatabase(postgres.url, createLogger('bench', 'error'))
  cleanUp.add(db.close)
  const { ready, stop } = await startProgram<ControllerReady>(
    'controller/src/main.ts',
    [],
    controllerEnvironment(folder, postgres.url),
  )
  cleanUp.add(stop)
  const api = createApiCalls(ready.url, () => newOwnerKey(db))
  const ask = async (method: string, asked: string, body?: unknown) =>
    (await api.call(method as 'GET', asked, body)).body
  const cookie = await signUpOwner(ready)
  return {
    db,
    url: ready.url,
    api,
    cookie,
    ids: await fillWithLife(db, ask, DAYS),
    async startAgent() {
      const region = 'bench'
      const { token } = await createAgentToken(db, { region, name: region, now: new Date() })
      const agent = await startProgram(
        'agent/src/main.ts',
        ['--region', region, '--controller', ready.grpc, '--data-dir', path.join(folder, 'agent')],
        {
          SIGHTLINE_AGENT_TOKEN: token,
          SIGHTLINE_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
          SIGHTLINE_CHROME_SANDBOX: process.geteuid?.() === 0 ? 'off' : 'on',
          SIGHTLINE_DOH_URL: 'none',
        },
      )
      cleanUp.add(agent.stop)
    },
  }
}

/** Copies of a monitor, each with its latest results.
 *  @param count how many */
export async function growMonitors(db: Database, count: number): Promise<void> {
  await db.query({ text: GROW }, [count])
  await db.query({ text: 'analyze' })
}

const GROW = `
  with source as (select * from monitors where name = 'Storefront'), added as (
    insert into monitors (public_id, workspace_id, type, name, url, host, port, target_key, settings, interval_minutes,
      timeout_ms, regions, check_mode, confirmation, recovery, alerts, depends_on, tags, grid_since, run_at, created_at,
      updated_at)
    select 'mon_bench' || n, workspace_id, type, 'Bench ' || n, url || n, host, port, target_key || n, settings,
      interval_minutes, timeout_ms, regions, check_mode, confirmation, recovery, alerts, depends_on, tags, grid_since,
      run_at, created_at, updated_at
    from source, generate_series(1, $1::integer) n returning id
  ), states as (
    insert into monitor_states (monitor_id, status, status_since) select id, 'up', now() - interval '2 days' from added
  ), changes as (
    insert into state_changes (monitor_id, at, status) select id, now() - interval '7 days', 'up' from added
  ), latest as (
    insert into region_states (monitor_id, region, scheduled_at, checked_at, status, status_code, response_ms, counted_at)
    select a.id, r.region, r.scheduled_at, r.checked_at, r.status, r.status_code, r.response_ms, now()
    from added a cross join region_states r join source s on s.id = r.monitor_id
  )
  insert into check_results (monitor_id, scheduled_at, region, attempt, confirmation, late, checked_at, duration_ms,
    status_code, response_ms, status)
  select a.id, c.scheduled_at, c.region, 0, false, false, c.checked_at, c.duration_ms, c.status_code, c.response_ms, c.status
  from added a cross join check_results c join source s on s.id = c.monitor_id
  where c.region = 'eu-west' and c.scheduled_at > now() - interval '200 minutes'`
