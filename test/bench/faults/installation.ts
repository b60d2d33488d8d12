import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@sightline/shared/logger'
import { createAgentToken } from '../../../controller/src/agents/tokens.ts'
import type { Database } from '../../../controller/src/db/pool.ts'
import { openDatabase } from '../../../controller/src/db/pool.ts'
import { freePort } from '../../helpers/free-port.ts'
import { startEmbeddedPostgres } from '../../../controller/src/supervisor/postgres/embedded-postgres.ts'
import { spawnProgram } from '../../helpers/program.ts'
import type { CleanUp } from '../detection/clean-up.ts'
import { controllerEnvironment } from '../installation.ts'
import { recordProduced } from './produced.ts'
import type { Service } from './service.ts'
import { createService } from './service.ts'
import type { Way } from './way.ts'
import { openWay } from './way.ts'

export const CONTROLLERS = ['controller-1', 'controller-2'] as const

/** Agents by region. The last region is lost with its only agent; of the others one is always alive. */
export const REGIONS = {
  'eu-west': ['agent-1', 'agent-2'],
  'us-east': ['agent-3', 'agent-4'],
  'ap-south': ['agent-5'],
} as const satisfies Record<string, readonly string[]>

export const SURVIVING_REGIONS = ['eu-west', 'us-east'] as const satisfies (keyof typeof REGIONS)[]

/** A controller or an agent, and the ways on which it reaches what it needs: its database, or its controllers. */
export interface Place extends Service {
  readonly ways: readonly Way[]
}

/** A database, controllers and agents in their regions, each to be killed and started, with ways between them that
 *  can be cut. */
export interface Installation {
  /** The bench's own access, by no way that is cut. */
  readonly db: Database
  readonly postgresVersion: string
  /** Of the first controller. */
  readonly url: string
  readonly places: ReadonlyMap<string, Place>
  readonly killDatabase: () => Promise<void>
  readonly startDatabase: () => Promise<void>
  /** Where an agent keeps its state. */
  readonly stateFolder: (agent: string, region: string) => string
  /** Ends the agents in order, so that their state can be read. */
  readonly stopAgents: () => Promise<void>
}

/** The agents are prepared, not started. */
export async function startInstallation(cleanUp: CleanUp): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-bench-'))
  cleanUp.add(() => rm(folder, { recursive: true, force: true }))
  const openPostgres = (preferredPort: number | null = null) =>
    startEmbeddedPostgres({ folder: join(folder, 'postgres'), preferredPort })
  let postgres = await openPostgres()
  cleanUp.add(() => postgres.stop(5_000))
  const { port, url } = postgres
  const db = openDatabase(url, createLogger('bench', 'silent'))
  cleanUp.add(() => db.close())
  const places = new Map<string, Place>()

  // As agent/src/start-agent.ts has it.
  const stateFolder = (agent: string, region: string): string =>
    join(folder, agent, 'agents', region)

  async function newWay(to: number): Promise<Way> {
    const way = await openWay(to)
    cleanUp.add(way.close)
    return way
  }

  function keep(name: string, ways: readonly Way[], service: Service): Place {
    cleanUp.add(service.kill)
    const place = { ...service, ways }
    places.set(name, place)
    return place
  }

  async function startController(name: string, ports: { http: number; grpc: number }) {
    const way = await newWay(port)
    const byWay = new URL(url)
    byWay.port = String(way.port)
    const environment = {
      // One folder for all: secrets are sealed with one key.
      ...controllerEnvironment(join(folder, 'controllers'), byWay.href),
      PORT: String(ports.http),
      SIGHTLINE_GRPC_PORT: String(ports.grpc),
    }
    const spawn = () => spawnProgram('controller/src/main.ts', [], environment)
    const controller = keep(name, [way], createService(spawn))
    controller.start()
    await controller.ready()
  }

  async function prepareAgent(name: string, region: string, grpcPorts: readonly number[]) {
    const ways = await Promise.all(grpcPorts.map(newWay))
    const { token } = await createAgentToken(db, { region, name, now: new Date() })
    const controllers = ways.map((way) => `127.0.0.1:${way.port}`).join(',')
    const data = join(folder, name)
    recordProduced(stateFolder(name, region))
    const words = ['--region', region, '--controller', controllers, '--data-dir', data]
    const environment = {
      SIGHTLINE_AGENT_TOKEN: token,
      SIGHTLINE_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
      SIGHTLINE_CHROME: 'none',
      LOG_LEVEL: 'warn',
    }
    keep(
      name,
      ways,
      createService(() => spawnProgram('agent/src/main.ts', words, environment)),
    )
  }

  const ports = []
  for (const name of CONTROLLERS) {
    const own = { http: await freePort(), grpc: await freePort() }
    await startController(name, own)
    ports.push(own)
  }
  for (const [region, agents] of Object.entries(REGIONS)) {
    for (const name of agents) {
      const grpcPorts = ports.map(({ grpc }) => grpc)
      await prepareAgent(name, region, grpcPorts)
    }
  }
  const { rows } = await db.query<{ version: string }>({
    text: `select current_setting('server_version') as version`,
  })
  return {
    db,
    postgresVersion: rows[0]?.version ?? 'unknown',
    url: `http://127.0.0.1:${ports[0]?.http}`,
    places,
    async killDatabase() {
      process.kill(postgres.pid, 'SIGKILL')
      await postgres.exited
    },
    async startDatabase() {
      postgres = await openPostgres(port)
      if (postgres.port !== port) throw new Error(`somebody took the database's port ${port}`)
    },
    stateFolder,
    async stopAgents() {
      const agents = Object.values(REGIONS).flat()
      await Promise.all(agents.map(async (name) => places.get(name)?.stop()))
    },
  }
}
