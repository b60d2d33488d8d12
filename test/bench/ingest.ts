import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@sightline/shared/logger'
import { createOwnerKey } from '../../controller/src/accounts/keys.ts'
import { createAgentToken } from '../../controller/src/agents/tokens.ts'
import type { Database } from '../../controller/src/db/pool.ts'
import { openDatabase } from '../../controller/src/db/pool.ts'
import type { ControllerReady } from '../../controller/src/supervisor/ready-message.ts'
import { startEmbeddedPostgres } from '../../controller/src/supervisor/postgres/embedded-postgres.ts'
import { cpuMsOf, memoryMbOf } from '../helpers/process-figures.ts'
import type { Program } from '../helpers/program.ts'
import { startProgram } from '../helpers/program.ts'
import { createMonitors } from './ingest/create-monitors.ts'
import { copyResults, streamResults } from './ingest/load.ts'
import type { Figure, Report } from './report.ts'
import { median } from './report.ts'

const REGION = 'bench'
const MONITORS = 10_000
const RESULTS = 100_000
const ROUNDS = 5
const AGENT_SETTLE_MS = 20_000

/** The way of results at full load: many monitors made over the API, an agent that holds them all,
 *  and results streamed into committed rows against a plain COPY of the same rows. */
export async function benchIngest(): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-bench-'))
  // With full durability: a bench without fsync would flatter both sides.
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres') })
  const target = createServer((_, response) => response.end('ok'))
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  const targetPort = (target.address() as AddressInfo).port
  const environment = {
    SIGHTLINE_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
    SIGHTLINE_DATA_DIR: folder,
    LOG_LEVEL: 'warn',
  }
  const controller = await startProgram<ControllerReady>('controller/src/main.ts', [], {
    ...environment,
    DATABASE_URL: postgres.url,
    PORT: '0',
    SIGHTLINE_GRPC_PORT: '0',
  })
  const db = openDatabase(postgres.url, createLogger('bench', 'error'))
  try {
    const token = await createAgentToken(db, { region: REGION, name: 'bench', now: new Date() })
    const creation = await measureCreation(db, controller.ready.url, targetPort)
    const agentFigures = await measureAgent(db, controller, token.token, environment)
    const throughput = await measureThroughput(db, controller, token.token)
    const { rows } = await db.query<{ version: string }>({
      text: `select current_setting('server_version') as version`,
    })
    return {
      figures: [...throughput, ...agentFigures, ...creation],
      versions: { postgresql: rows[0]?.version ?? 'unknown' },
    }
  } catch (error: unknown) {
    console.error(controller.output())
    throw error
  } finally {
    await db.close()
    await controller.stop()
    await postgres.stop(5_000)
    target.close()
    target.closeAllConnections()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureCreation(db: Database, url: string, targetPort: number): Promise<Figure[]> {
  const newKey = async (): Promise<string> =>
    (await createOwnerKey(db, { name: 'bench', now: new Date() })).key
  const latencies = await createMonitors({
    url,
    targetPort,
    region: REGION,
    count: MONITORS,
    newKey,
  })
  const first = median(latencies.slice(0, 500))
  const last = median(latencies.slice(-500))
  return [
    { name: 'creating a monitor, the first 500 (median)', value: first, unit: 'ms' },
    { name: 'creating a monitor, the last 500 of 10,000 (median)', value: last, unit: 'ms' },
    { name: 'last against first', value: last / first, unit: 'x', target: 'about 1' },
  ]
}

async function measureAgent(
  db: Database,
  controller: Program<ControllerReady>,
  token: string,
  environment: Readonly<Record<string, string>>,
): Promise<Figure[]> {
  const agent = await startProgram(
    'agent/src/main.ts',
    ['--region', REGION, '--controller', controller.ready.grpc],
    {
      ...environment,
      SIGHTLINE_AGENT_TOKEN: token,
    },
  )
  try {
    const deadline = Date.now() + 60_000
    for (let assigned = 0; assigned < MONITORS;) {
      if (Date.now() > deadline)
        throw new Error(`the agent has ${assigned} of ${MONITORS} monitors`)
      await new Promise((resolve) => setTimeout(resolve, 500))
      const { rows } = await db.query<{ assigned: number }>({
        text: `select coalesce(max((counters ->> 'assignments')::integer), 0) as assigned from agents`,
      })
      assigned = rows[0]?.assigned ?? 0
    }
    await new Promise((resolve) => setTimeout(resolve, AGENT_SETTLE_MS))
    const memory = memoryMbOf(agent.pid)
    return [
      {
        name: 'agent with 10,000 monitors at 5 minutes, memory',
        value: memory.now,
        unit: 'MB',
        target: 'under 150',
      },
      {
        name: 'agent with 10,000 monitors at 5 minutes, memory at its highest',
        value: memory.peak,
        unit: 'MB',
      },
    ]
  } finally {
    await agent.stop()
  }
}

/** Results of before a monitor was made, or off its grid, are refused: these are checked every minute since
 *  yesterday. */
async function giveThemThePast(db: Database): Promise<void> {
  await db.query({
    text: `update monitors set interval_minutes = 1, created_at = now() - interval '1 day',
      grid_since = now() - interval '1 day'`,
  })
  await db.query({ text: `update monitors set earlier_grids = '{}'` })
  await db.query({ text: 'vacuum analyze monitors' })
}

async function countStored(db: Database): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    text: 'select count(*)::integer as count from check_results',
  })
  return rows[0]?.count ?? 0
}

async function measureThroughput(
  db: Database,
  controller: Program<ControllerReady>,
  token: string,
): Promise<Figure[]> {
  const { rows } = await db.query<{ id: number }>({ text: 'select id from monitors order by id' })
  const monitorIds = rows.map((row) => row.id)
  await giveThemThePast(db)
  const copyRates: number[] = []
  const streamRates: number[] = []
  const cpuPerResultUs: number[] = []
  // Every round has slots of its own, seconds apart within the last hours, so that no row meets another.
  const firstSlotMs = Date.now() - 6 * 3_600_000
  for (let round = 0; round < ROUNDS; round += 1) {
    const roundMs = firstSlotMs + round * 3_600_000
    copyRates.push(
      await copyResults(db.url, { monitorIds, region: REGION, count: RESULTS, fromMs: roundMs }),
    )
    const cpuBefore = cpuMsOf(controller.pid)
    const load = { monitorIds, region: REGION, count: RESULTS, fromMs: roundMs + 1_800_000 }
    const before = await countStored(db)
    streamRates.push(await streamResults(controller.ready.grpc, token, load))
    const stored = (await countStored(db)) - before
    if (stored < RESULTS) throw new Error(`${RESULTS - stored} of ${RESULTS} results were refused`)
    cpuPerResultUs.push(((cpuMsOf(controller.pid) - cpuBefore) * 1_000) / RESULTS)
  }
  const ratios = streamRates.map((rate, index) => rate / (copyRates[index] ?? 1))
  const memory = memoryMbOf(controller.pid)
  return [
    {
      name: 'results streamed, committed and acknowledged',
      value: median(streamRates),
      unit: 'a second',
      runs: streamRates,
    },
    {
      name: 'the same rows by plain COPY',
      value: median(copyRates),
      unit: 'a second',
      runs: copyRates,
    },
    {
      name: 'stream against COPY',
      value: median(ratios),
      unit: 'x',
      target: 'at least 0.45',
      runs: ratios,
    },
    {
      name: 'controller CPU per result',
      value: median(cpuPerResultUs),
      unit: 'µs',
      runs: cpuPerResultUs,
    },
    { name: 'controller memory after the load', value: memory.now, unit: 'MB' },
    {
      name: 'controller memory at its highest',
      value: memory.peak,
      unit: 'MB',
      target: 'under 300',
    },
  ]
}
