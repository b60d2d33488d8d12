import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createLogger } from '@sightline/shared/logger'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAgentToken } from '../../controller/src/agents/tokens.ts'
import type { Database } from '../../controller/src/db/pool.ts'
import { openDatabase } from '../../controller/src/db/pool.ts'
import { gridOf, nextSlotAt } from '../../controller/src/scheduling/grid.ts'
import type { EmbeddedPostgres } from '../../controller/src/supervisor/embedded-postgres.ts'
import { startEmbeddedPostgres } from '../../controller/src/supervisor/embedded-postgres.ts'
import { freePort } from '../../controller/src/supervisor/free-port.ts'
import type { ControllerReady } from '../../controller/src/supervisor/ready-message.ts'
import type { Program } from '../helpers/program.ts'
import { startProgram } from '../helpers/program.ts'

const REGIONS = ['eu-west', 'us-east']
const MONITORS = 28

let folder: string
let postgres: EmbeddedPostgres
let db: Database
let target: Server
let grpcPort: number
let controller: Program<ControllerReady>
const agents: Program<unknown>[] = []

const startController = (): Promise<Program<ControllerReady>> =>
  startProgram<ControllerReady>('controller/src/main.ts', [], {
    DATABASE_URL: postgres.url,
    PORT: '0',
    SIGHTLINE_GRPC_PORT: String(grpcPort),
    SIGHTLINE_DATA_DIR: join(folder, 'controller'),
    SIGHTLINE_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
  })

async function startAgent(name: string, region: string): Promise<Program<unknown>> {
  const { token } = await createAgentToken(db, { region, name, now: new Date() })
  const agent = await startProgram(
    'agent/src/main.ts',
    ['--region', region, '--controller', `127.0.0.1:${grpcPort}`, '--data-dir', join(folder, name)],
    { SIGHTLINE_AGENT_TOKEN: token, SIGHTLINE_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8' },
  )
  agents.push(agent)
  return agent
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-slots-'))
  postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), isThrowaway: true })
  db = openDatabase(postgres.url, createLogger('test', 'error'))
  grpcPort = await freePort()
  // Every fifth page fails and every fourth takes a while, so that retries and checks in flight are
  // there when something is killed.
  target = createServer((request, response) => {
    const page = Number(request.url?.slice(1))
    response.statusCode = page % 5 === 0 ? 500 : 200
    setTimeout(() => response.end('page'), page % 4 === 0 ? 1_500 : 0)
  })
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  controller = await startController()
})

afterAll(async () => {
  await Promise.all(agents.map((agent) => agent.stop()))
  await controller.stop()
  await db.close()
  await postgres.stop(2_000)
  target.closeAllConnections()
  target.close()
  await rm(folder, { recursive: true, force: true })
})

async function createMonitor(page: number): Promise<string> {
  const { port } = target.address() as AddressInfo
  const response = await fetch(`${controller.ready.url}/api/v1/monitors`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': controller.ready.firstRun?.apiKey ?? '',
    },
    body: JSON.stringify({
      url: `http://127.0.0.1:${port}/${page}`,
      intervalMinutes: 1,
      regions: REGIONS,
    }),
  })
  const body = (await response.json()) as { monitor: { id: string } }
  expect(response.status, JSON.stringify(body)).toBe(201)
  return body.monitor.id
}

interface Planned {
  readonly id: number
  readonly intervalMinutes: number
  readonly regions: string[]
  readonly checkMode: string
  readonly gridSince: Date
}

/** Every (monitor, region, slot) that the grid has up to an instant. */
async function plannedSlots(untilMs: number): Promise<string[]> {
  const { rows } = await db.query<Planned>({
    text: `select id, interval_minutes as "intervalMinutes", regions, check_mode as "checkMode",
      grid_since as "gridSince" from monitors`,
  })
  return rows.flatMap((monitor) =>
    monitor.regions.flatMap((region) => {
      const grid = gridOf(monitor, region)
      const slots: string[] = []
      let slot = nextSlotAt(grid, monitor.gridSince.getTime())
      for (; slot <= untilMs; slot = nextSlotAt(grid, slot))
        slots.push(`${monitor.id}/${region}/${slot}`)
      return slots
    }),
  )
}

async function storedSlots(untilMs: number): Promise<string[]> {
  const { rows } = await db.query<{ slot: string }>(
    {
      text: `select monitor_id || '/' || region || '/' || (extract(epoch from scheduled_at) * 1000)::bigint as slot
        from check_results where attempt = 0 and scheduled_at <= to_timestamp($1::float8 / 1000)`,
    },
    [untilMs],
  )
  return rows.map((row) => row.slot)
}

describe('the main job, with an agent and the controller killed on the way', () => {
  it('leaves exactly one result for every slot of every monitor and region', async () => {
    const killed = await startAgent('agent-a', 'eu-west')
    await startAgent('agent-b', 'eu-west')
    await startAgent('agent-c', 'us-east')
    await Promise.all(Array.from({ length: MONITORS }, (_, page) => createMonitor(page + 1)))

    await delay(20_000)
    killed.kill('SIGKILL')
    // Its share moves 15 s later; meanwhile its slots stay open.
    await delay(45_000)
    controller.kill('SIGKILL')
    await controller.exited
    await delay(8_000)
    controller = await startController()
    await delay(75_000)

    // Checks of the last slots may take their time and wait for company on the way.
    const untilMs = Date.now() - 15_000
    const planned = await plannedSlots(untilMs)
    const stored = await storedSlots(untilMs)
    expect(planned.length).toBeGreaterThan(MONITORS * REGIONS.length * 2 - 1)
    expect(stored.toSorted()).toEqual(planned.toSorted())

    const { rows } = await db.query<{ first: number; status: string }>({
      text: `select count(*) as first, s.status from check_results r
        join monitor_states s on s.monitor_id = r.monitor_id
        where r.attempt = 1 and not r.confirmation group by s.status order by s.status`,
    })
    const failing = Math.floor(MONITORS / 5)
    expect(rows).toEqual([
      { first: failing * REGIONS.length, status: 'down' },
      { first: (MONITORS - failing) * REGIONS.length, status: 'up' },
    ])
  })
})
