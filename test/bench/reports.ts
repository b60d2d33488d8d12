import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@sightline/shared/logger'
import { createAgentToken } from '../../controller/src/agents/tokens.ts'
import type { Database } from '../../controller/src/db/pool.ts'
import { openDatabase } from '../../controller/src/db/pool.ts'
import { rollUp } from '../../controller/src/reports/rollups/roll-up.ts'
import type { ControllerReady } from '../../controller/src/supervisor/ready-message.ts'
import { startProgram } from '../helpers/program.ts'
import { createMonitors } from './ingest/create-monitors.ts'
import { controllerEnvironment, newOwnerKey, startDatabase } from './installation.ts'
import type { Figure, Report } from './report.ts'
import { median, percentile } from './report.ts'
import type { Asker } from './reports/ask.ts'
import { dropCachesOf } from './reports/drop-caches.ts'
import { createAsker } from './reports/ask.ts'
import { HISTORY_DAYS, makeHistory, REGIONS } from './reports/history.ts'

const MONITORS = 1_000
const ROUNDS = 60
const WARM_UP_ROUNDS = 5
const COLD_RUNS = 3
/** What reads of 92 days and of longer windows may take, 95th percentile, and the first of a page of
 *  results after a start of everything. */
const TARGET_MS = { quarter: 20, year: 50, coldPage: 100 } as const

/** How long reports take of a monitor with 400 days of results a minute from three regions, among 1,000
 *  monitors, over HTTP, against reading one monitor. */
export async function benchReports(): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-bench-'))
  const startPostgres = () => startDatabase(folder)
  let postgres = await startPostgres()
  const startController = () =>
    startProgram<ControllerReady>(
      'controller/src/main.ts',
      [],
      controllerEnvironment(folder, postgres.url),
    )
  let controller = await startController()
  let db = openDatabase(postgres.url, createLogger('bench', 'error'))
  try {
    const newKey = (): Promise<string> => newOwnerKey(db)
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
    const id = rows[0]?.id ?? ''
    const first = await measureFirst(asker, id)
    // What asking had kept; a controller does it within a minute.
    await rollUp(db, Date.now(), Number.POSITIVE_INFINITY)
    const warm = await measure(asker, id)
    let areFilesCold = false
    const cold = await measureCold(id, async () => {
      await controller.stop()
      await db.close()
      await postgres.stop(30_000)
      areFilesCold = await dropCachesOf(folder)
      postgres = await startPostgres()
      db = openDatabase(postgres.url, createLogger('bench', 'error'))
      controller = await startController()
      return createAsker(controller.ready.url, newKey)
    })
    return {
      figures: [
        ...warm,
        first,
        ...cold,
        { name: 'rolling all of it up', value: rolledMs / 1_000, unit: 's' },
      ],
      versions: { postgresql: rows[0]?.version ?? 'unknown' },
      notes: [
        `${MONITORS} monitors; one has ${HISTORY_DAYS} days of results every minute from three regions, one of which is down for the last 60 days; all have two changes of status a day.`,
        `Cold: the first request after the controller and the database were started; the operating system ${areFilesCold ? 'was told to forget their files' : 'may have the files in memory'}.`,
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

/** What is asked for, and the target of each; the first is the floor. */
function pathsOf(id: string): Readonly<Record<string, readonly [path: string, targetMs: number]>> {
  const monitor = `/api/v1/monitors/${id}`
  const { quarter, year } = TARGET_MS
  return {
    'one monitor': [monitor, quarter],
    'hours-of-day, 92 days': [`${monitor}/hours-of-day?${since(92)}`, quarter],
    'hours-of-day, 92 days at +05:30': [
      `${monitor}/hours-of-day?${since(92)}&utcOffsetMinutes=330`,
      quarter,
    ],
    'summary, 92 days': [`${monitor}/summary?${since(92)}`, quarter],
    'outages, 92 days': [`${monitor}/outages?${since(92)}`, quarter],
    'performance by hour, 31 days': [`${monitor}/performance?interval=hour&${since(31)}`, quarter],
    'performance by day, 92 days': [`${monitor}/performance?interval=day&${since(92)}`, quarter],
    'performance by day, 92 days at +05:30': [
      `${monitor}/performance?interval=day&${since(92)}&utcOffsetMinutes=330`,
      quarter,
    ],
    'performance by week, 92 days': [`${monitor}/performance?interval=week&${since(92)}`, quarter],
    'probes, 92 days': [`${monitor}/probes?${since(92)}`, quarter],
    'listing 50 of 1,000 monitors': ['/api/v1/monitors?per=50', quarter],
    'listing 50 by uptime': ['/api/v1/monitors?per=50&sort=uptime24h', quarter],
    'summary, 400 days': [`${monitor}/summary?${since(400)}`, year],
    'outages, 400 days': [`${monitor}/outages?${since(400)}`, year],
    'performance by day, 400 days': [`${monitor}/performance?interval=day&${since(400)}`, year],
    'performance by day, 400 days at +05:30': [
      `${monitor}/performance?interval=day&${since(400)}&utcOffsetMinutes=330`,
      year,
    ],
    'performance by week, 400 days': [`${monitor}/performance?interval=week&${since(400)}`, year],
    'probes, 400 days': [`${monitor}/probes?${since(400)}`, year],
    'results, last 24 hours': [`${monitor}/results`, quarter],
    ...Object.fromEntries(
      Object.entries(pagesOf(id)).map(([name, path]) => [name, [path, year] as const]),
    ),
  }
}

/** Pages of the results of 400 days. */
function pagesOf(id: string): Readonly<Record<string, string>> {
  const results = `/api/v1/monitors/${id}/results?${since(400)}`
  const rows = HISTORY_DAYS * 1_440 * REGIONS.length
  return {
    'results of 400 days, first page': results,
    'results of 400 days, last page': `${results}&page=${Math.floor(rows / 50) - 1}`,
    'results of 400 days, a page in the middle': `${results}&page=${Math.floor(rows / 100)}`,
    'results of 400 days, 1,000 in the middle': `${results}&per=1000&page=${Math.floor(rows / 2_000)}`,
    'results of 400 days, one region, last page': `${results}&region=eu-west&page=${Math.floor(rows / 150) - 1}`,
    'results of 400 days that were down, one region, page 5': `${results}&status=down&region=eu-west&page=5`,
  }
}

const COLD_PAGES = [
  'results of 400 days, first page',
  'results of 400 days, a page in the middle',
  'results of 400 days, last page',
] as const

/** How long a page takes when the controller and the database have started just now.
 *  @param startAnew stops and starts both */
async function measureCold(id: string, startAnew: () => Promise<Asker>): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const name of COLD_PAGES) {
    const path = pagesOf(id)[name] ?? ''
    const runs: number[] = []
    for (let run = 0; run < COLD_RUNS; run += 1) runs.push(await (await startAnew()).time(path))
    const target = `under ${TARGET_MS.coldPage}`
    figures.push({ name: `${name}, cold`, value: median(runs), unit: 'ms', target, runs })
  }
  return figures
}

/** How long a report of a year by days of a local time takes before they are kept: the median of times of
 *  as many zones. */
async function measureFirst(asker: Asker, id: string): Promise<Figure> {
  const path = (offset: number): string =>
    `/api/v1/monitors/${id}/performance?interval=day&${since(400)}&utcOffsetMinutes=${offset}`
  const runs: number[] = []
  for (const offset of [330, 330, 345, 270, 570]) runs.push(await asker.time(path(offset)))
  const name = 'performance by day, 400 days at a half hour, when first asked for'
  return { name, value: median(runs), unit: 'ms', runs }
}

async function measure(asker: Asker, id: string): Promise<Figure[]> {
  const paths = Object.entries(pathsOf(id))
  const { checks } = (await asker.read(`/api/v1/monitors/${id}/summary?${since(92)}`)) as {
    checks: { total: number }
  }
  const expected = 92 * 1_440 * REGIONS.length
  if (checks.total < expected * 0.99) {
    throw new Error(`the summary counts ${checks.total} checks of ${expected}`)
  }
  const times = new Map(paths.map(([name]): [string, number[]] => [name, []]))
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    for (const [name, [path]] of paths) {
      const ms = await asker.time(path)
      if (round >= WARM_UP_ROUNDS) times.get(name)?.push(ms)
    }
  }
  const floorMs = median(times.get('one monitor') ?? [])
  const targets = new Map(paths.map(([name, [, targetMs]]) => [name, targetMs]))
  return [...times].flatMap(([name, runs]): Figure[] => [
    {
      name: `${name}, 95th percentile`,
      value: percentile(runs, 0.95),
      unit: 'ms',
      target: `under ${targets.get(name)}`,
    },
    { name: `${name}, median`, value: median(runs), unit: 'ms' },
    {
      name: `${name}, median against reading one monitor`,
      value: median(runs) / floorMs,
      unit: 'x',
    },
  ])
}
