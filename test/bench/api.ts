import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createLogger } from '@sightline/shared/logger'
import { createAgentToken } from '../../controller/src/agents/tokens.ts'
import type { Database } from '../../controller/src/db/pool.ts'
import { openDatabase } from '../../controller/src/db/pool.ts'
import type { ControllerReady } from '../../controller/src/supervisor/ready-message.ts'
import { startProgram } from '../helpers/program.ts'
import type { LoadOrder, LoadReport } from './api/load.ts'
import { answersOf } from './api/load-answers.ts'
import { startLoad } from './api/start-load.ts'
import { benchAttack } from './api/under-attack.ts'
import { createApiCalls } from './api-calls.ts'
import { createMonitors } from './ingest/create-monitors.ts'
import { controllerEnvironment, newOwnerKey, startDatabase } from './installation.ts'
import type { Figure, Report } from './report.ts'
import { percentile } from './report.ts'
import { makeHistory } from './reports/history.ts'

const BARE = fileURLToPath(new URL('api/bare.ts', import.meta.url))
const MONITORS = 50
const REGION = 'eu-west'
const HISTORY_DAYS = 7
const SECONDS = 15
const WARM_UP_SECONDS = 3
/** Enough that none comes near its limit at 1,500 requests a second. */
const KEYS = 600
const PER_ADDRESS = 40
const AT_ONCE = 8
/** So long before each load, its keys and addresses have not asked anything. */
const LIMITS_FORGET_MS = 10_000

/** The ten calls that programs and the app make most, by name. */
function pathsOf(id: string): Readonly<Record<string, string>> {
  const monitor = `/api/v1/monitors/${id}`
  return {
    'listing monitors': '/api/v1/monitors',
    'one monitor': monitor,
    results: `${monitor}/results`,
    summary: `${monitor}/summary`,
    outages: `${monitor}/outages`,
    'performance by hour': `${monitor}/performance?interval=hour`,
    probes: `${monitor}/probes`,
    'hours of day': `${monitor}/hours-of-day`,
    alerts: '/api/v1/alerts',
    usage: '/api/v1/usage',
  }
}

/** What the API's ten most used calls take against the floor, the same answers from fastify and pg alone in
 *  the same run, and what one host that sends 5,000 bad keys a second does to another. */
export async function benchApi(): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-bench-'))
  const postgres = await startDatabase(folder)
  const environment = controllerEnvironment(folder, postgres.url)
  const startController = () =>
    startProgram<ControllerReady>('controller/src/main.ts', [], environment)
  let controller = await startController()
  const db = openDatabase(postgres.url, createLogger('bench', 'error'))
  try {
    const newKey = (): Promise<string> => newOwnerKey(db)
    const id = await makeMonitors(db, controller.ready.url, newKey, async () => {
      await controller.stop()
    })
    controller = await startController()
    const paths = pathsOf(id)
    const { url } = controller.ready
    await keepAnswers(db, url, Object.values(paths), newKey)
    const keys = await Promise.all(Array.from({ length: KEYS }, newKey))
    const bare = await startProgram<{ url: string }>(BARE, [], environment)
    const load = async (order: Partial<LoadOrder>): Promise<LoadReport> => {
      await delay(LIMITS_FORGET_MS)
      return startLoad({
        url,
        paths: Object.values(paths),
        keys,
        net: 3,
        perAddress: PER_ADDRESS,
        atOnce: AT_ONCE,
        perSecond: null,
        seconds: SECONDS,
        ...order,
      })
    }
    try {
      await load({ url: bare.ready.url, seconds: WARM_UP_SECONDS })
      const floor = await load({ url: bare.ready.url })
      await load({ net: 4, seconds: WARM_UP_SECONDS })
      const own = await load({ net: 5 })
      const attack = await benchAttack(
        controller,
        { seconds: SECONDS, settleMs: LIMITS_FORGET_MS },
        load,
      )
      return {
        figures: [...throughput(floor, own), ...latencies(paths, floor, own), ...attack],
        versions: { postgresql: await versionOf(db) },
        notes: [
          `${MONITORS} monitors, one of them with ${HISTORY_DAYS} days of results every minute. ${AT_ONCE} requests at once for the throughput, from processes of their own that come from many keys and loopback addresses, below every limit.`,
          'Bare: fastify and pg that send the same bytes, read from a table by one statement, without a look at who asks.',
          'The controller, the database and the load share the machine; the attacker, whose own host has processors of its own, runs at the least priority.',
        ],
      }
    } finally {
      await bare.stop()
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

/** @param stop the controller: it would roll up before the history is there
 *  @returns the id of the monitor with a history */
async function makeMonitors(
  db: Database,
  url: string,
  newKey: () => Promise<string>,
  stop: () => Promise<void>,
): Promise<string> {
  await createAgentToken(db, { region: REGION, name: REGION, now: new Date() })
  await createMonitors({ url, targetPort: 9, region: REGION, count: MONITORS, newKey })
  await stop()
  const { rows } = await db.query<{ id: number; publicId: string }>({
    text: 'select id, public_id as "publicId" from monitors order by id',
  })
  const [watched] = rows
  if (watched === undefined) throw new Error('no monitor was made')
  const ids = rows.map((row) => row.id)
  await makeHistory(db, ids, watched.id, HISTORY_DAYS)
  return watched.publicId
}

/** Keeps what the API answers for the bare server to send. */
async function keepAnswers(
  db: Database,
  url: string,
  paths: readonly string[],
  newKey: () => Promise<string>,
): Promise<void> {
  await db.query({ text: 'create table bench_answers (path text primary key, body text not null)' })
  const calls = createApiCalls(url, newKey)
  for (const path of paths) {
    const { body } = await calls.call('GET', path)
    await db.query({ text: 'insert into bench_answers values ($1, $2)' }, [
      path,
      JSON.stringify(body),
    ])
  }
}

async function versionOf(db: Database): Promise<string> {
  const { rows } = await db.query<{ version: string }>({
    text: `select current_setting('server_version') as version`,
  })
  return rows[0]?.version ?? 'unknown'
}

function throughput(floor: LoadReport, own: LoadReport): Figure[] {
  const [bare, ours] = [answersOf(floor) / floor.seconds, answersOf(own) / own.seconds]
  return [
    { name: 'answers, bare', value: bare, unit: '/s' },
    { name: 'answers', value: ours, unit: '/s' },
    { name: 'answers, share of bare', value: ours / bare, unit: 'x' },
  ]
}

const SHARES = [
  ['p50', 0.5],
  ['p95', 0.95],
  ['p99', 0.99],
] as const

function latencies(
  paths: Readonly<Record<string, string>>,
  floor: LoadReport,
  own: LoadReport,
): Figure[] {
  return Object.entries(paths).flatMap(([name, path]) =>
    SHARES.flatMap(([word, share]): Figure[] => [
      { name: `${name}, ${word}`, value: percentile(own.times[path] ?? [], share), unit: 'ms' },
      {
        name: `${name}, ${word}, bare`,
        value: percentile(floor.times[path] ?? [], share),
        unit: 'ms',
      },
    ]),
  )
}
