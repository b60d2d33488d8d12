import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@sightline/shared/logger'
import { createOwnerKey } from '../../controller/src/accounts/keys.ts'
import { createAgentToken } from '../../controller/src/agents/tokens.ts'
import type { Database } from '../../controller/src/db/pool.ts'
import { openDatabase } from '../../controller/src/db/pool.ts'
import { startEmbeddedPostgres } from '../../controller/src/supervisor/postgres/embedded-postgres.ts'
import type { ControllerReady } from '../../controller/src/supervisor/ready-message.ts'
import { startProgram } from '../helpers/program.ts'
import { createMonitors } from './ingest/create-monitors.ts'
import type { Figure, Report } from './report.ts'
import { median } from './report.ts'
import type { Asker } from './reports/ask.ts'
import { createAsker } from './reports/ask.ts'
import { HISTORY_DAYS, makeHistory, REGIONS } from './reports/history.ts'

const MONITORS = 1_000
const ROUNDS = 60
const WARM_UP_ROUNDS = 5
const TARGET_MS = 50

/** How long reports take of a monitor with 92 days of results a minute from three regions, among 1,000
 *  monitors, over HTTP, against reading one monitor. */
export async function benchReports(): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-bench-'))
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres') })
  const startController = () =>
    startProgram<ControllerReady>('controller/src/main.ts', [], {
      SIGHTLINE_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
      SIGHTLINE_DATA_DIR: folder,
      LOG_LEVEL: 'warn',
      DATABASE_URL: postgres.url,
      PORT: '0',
      SIGHTLINE_GRPC_PORT: '0',
    })
  let controller = await startController()
  const db = openDatabase(postgres.url, createLogger('bench', 'error'))
  try {
    const newKey = async (): Promise<string> =>
      (await createOwnerKey(db, { name: 'bench', now: new Date() })).key
    const monitorIds = await makeMonitors(db, controller.ready.url, newKey)
    // A controller would begin to roll up before the history is there.
    await controller.stop()
    const watchedId = monitorIds[MONITORS / 2] ?? 0
    const rolledMs = await makeHistory(db, monitorIds, watchedId)
    controller = await startController()
    const asker = createAsker(controller.ready.url, newKey)
    const { rows } = await db.query<{ id: string; version: string }>(
      {
        text: `select public_id as id, current_setting('server_version') as version
          from monitors where id = $1`,
      },
      [watchedId],
    )
    return {
      figures: [
        ...(await measure(asker, rows[0]?.id ?? '')),
        { name: 'rolling all of it up', value: rolledMs / 1_000, unit: 's' },
      ],
      versions: { postgresql: rows[0]?.version ?? 'unknown' },
      notes: [
        `${MONITORS} monitors; one has ${HISTORY_DAYS} days of results every minute from three regions, one of which is down for the last 60 days; all have two changes of status a day.`,
        'One request at a time, each on a connection of its own; the controller, the database and the client share the machine.',
      ],
    }
  } catch (error: unknown) {
    console.error(controller.output())
    throw error
  } finally {
    await db.close()
    await controller.stop()
    await postgres.stop(5_000)
    await rm(folder, { recursive: true, force: true })
  }
}

async function makeMonitors(
  db: Database,
  url: string,
  newKey: () => Promise<string>,
): Promise<number[]> {
  for (const region of REGIONS) {
    await createAgentToken(db, { region, name: region, now: new Date() })
  }
  const [region = ''] = REGIONS
  await createMonitors({ url, targetPort: 9, region, count: MONITORS, newKey })
  const { rows } = await db.query<{ id: number }>(
    { text: 'update monitors set regions = $1 returning id' },
    [REGIONS],
  )
  return rows.map((row) => row.id)
}

/** The window of the last days, as a query. */
function since(days: number): string {
  const toSeconds = Math.floor(Date.now() / 1_000)
  return `from=${toSeconds - days * 86_400}&to=${toSeconds}`
}

/** What is asked for; the first is the floor. */
function pathsOf(id: string): Readonly<Record<string, string>> {
  const monitor = `/api/v1/monitors/${id}`
  return {
    'one monitor': monitor,
    'hours-of-day, 92 days': `${monitor}/hours-of-day?${since(92)}`,
    'hours-of-day, 92 days at +05:30': `${monitor}/hours-of-day?${since(92)}&utcOffsetMinutes=330`,
    'summary, 92 days': `${monitor}/summary?${since(92)}`,
    'outages, 92 days': `${monitor}/outages?${since(92)}`,
    'performance by hour, 31 days': `${monitor}/performance?interval=hour&${since(31)}`,
    'performance by day, 92 days': `${monitor}/performance?interval=day&${since(92)}`,
    'performance by day, 92 days at +05:30': `${monitor}/performance?interval=day&${since(92)}&utcOffsetMinutes=330`,
    'performance by week, 92 days': `${monitor}/performance?interval=week&${since(92)}`,
    'probes, 92 days': `${monitor}/probes?${since(92)}`,
    'listing 50 of 1,000 monitors': '/api/v1/monitors?per=50',
    'listing 50 by uptime': '/api/v1/monitors?per=50&sort=uptime24h',
  }
}

async function measure(asker: Asker, id: string): Promise<Figure[]> {
  const paths = Object.entries(pathsOf(id))
  const { checks } = (await asker.read(`/api/v1/monitors/${id}/summary?${since(92)}`)) as {
    checks: { total: number }
  }
  const expected = HISTORY_DAYS * 1_440 * REGIONS.length
  if (checks.total < expected * 0.99) {
    throw new Error(`the summary counts ${checks.total} checks of ${expected}`)
  }
  const times = new Map(paths.map(([name]): [string, number[]] => [name, []]))
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    for (const [name, path] of paths) {
      const ms = await asker.time(path)
      if (round >= WARM_UP_ROUNDS) times.get(name)?.push(ms)
    }
  }
  const floorMs = median(times.get('one monitor') ?? [])
  return [...times].flatMap(([name, runs]): Figure[] => [
    {
      name: `${name}, 95th percentile`,
      value: p95(runs),
      unit: 'ms',
      target: `under ${TARGET_MS}`,
    },
    { name: `${name}, median`, value: median(runs), unit: 'ms' },
    {
      name: `${name}, median against reading one monitor`,
      value: median(runs) / floorMs,
      unit: 'x',
    },
  ])
}

function p95(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0
}
