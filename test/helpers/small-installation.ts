import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@sightline/shared/logger'
import { createAgentToken } from '../../controller/src/agents/tokens.ts'
import type { Database } from '../../controller/src/db/pool.ts'
import { openDatabase } from '../../controller/src/db/pool.ts'
import { freePort } from './free-port.ts'
import type { ControllerReady } from '../../controller/src/supervisor/ready-message.ts'
import { openOwnPostgres } from './prepared-database.ts'
import type { Program } from './program.ts'
import { startProgram } from './program.ts'
import { shareChrome } from './shared-chrome.ts'

/** A database, a controller and agents as processes of their own, each to be killed and started again
 *  at the same place, and a web server they watch. */
export interface SmallInstallation {
  readonly db: Database
  /** The controller in charge now. */
  readonly controller: () => Program<ControllerReady>
  readonly killController: () => Promise<void>
  readonly startController: () => Promise<void>
  readonly stopDatabase: () => Promise<void>
  readonly startDatabase: () => Promise<void>
  /** @param name also of its data folder: the same name again is the same agent
   *  @param more variables of its environment; without them it has no browser */
  readonly startAgent: (
    name: string,
    region: string,
    more?: Readonly<Record<string, string>>,
  ) => Promise<Program<unknown>>
  /** A page of the watched server. Every fifth fails, every fourth takes 1.5 s. */
  readonly pageUrl: (page: number) => string
  readonly call: (method: string, path: string, body?: unknown) => Promise<Response>
  readonly close: () => Promise<void>
}

/** Few tests render, and unpacking a Chrome for each agent takes seconds. */
const WITHOUT_BROWSER = { SIGHTLINE_CHROME: 'none' }

export async function startSmallInstallation(): Promise<SmallInstallation> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-installation-'))
  const own = await openOwnPostgres()
  let { postgres } = own
  const db = openDatabase(postgres.url, createLogger('test', 'silent'))
  const ports = { http: await freePort(), grpc: await freePort() }
  const target = createServer((request, response) => {
    const page = Number(request.url?.slice(1))
    response.statusCode = page % 5 === 0 ? 500 : 200
    setTimeout(() => response.end('page'), page % 4 === 0 ? 1_500 : 0)
  })
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  const openController = () =>
    startProgram<ControllerReady>('controller/src/main.ts', [], {
      DATABASE_URL: postgres.url,
      PORT: String(ports.http),
      SIGHTLINE_GRPC_PORT: String(ports.grpc),
      SIGHTLINE_DATA_DIR: join(folder, 'controller'),
      SIGHTLINE_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
    })
  let controller = await openController()
  const apiKey = controller.ready.firstRun?.apiKey ?? ''
  const agents: Program<unknown>[] = []
  const tokens = new Map<string, string>()

  return {
    db,
    controller: () => controller,
    async killController() {
      controller.kill('SIGKILL')
      await controller.exited
    },
    async startController() {
      controller = await openController()
    },
    stopDatabase: () => postgres.stop(0),
    async startDatabase() {
      postgres = await own.start(postgres.port)
    },
    async startAgent(name, region, more = WITHOUT_BROWSER) {
      const token =
        tokens.get(name) ?? (await createAgentToken(db, { region, name, now: new Date() })).token
      tokens.set(name, token)
      shareChrome(join(folder, name))
      const agent = await startProgram(
        'agent/src/main.ts',
        [
          '--region',
          region,
          '--controller',
          `127.0.0.1:${ports.grpc}`,
          '--data-dir',
          join(folder, name),
        ],
        {
          SIGHTLINE_AGENT_TOKEN: token,
          SIGHTLINE_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
          ...more,
        },
      )
      agents.push(agent)
      return agent
    },
    pageUrl: (page) => `http://127.0.0.1:${(target.address() as AddressInfo).port}/${page}`,
    call: (method, path, body) =>
      fetch(`http://127.0.0.1:${ports.http}${path}`, {
        method,
        headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }).catch((error: unknown) => {
        const told = `the controller does not answer; it wrote:\n${controller.output()}`
        throw new Error(told, { cause: error })
      }),
    async close() {
      await Promise.all(agents.map((agent) => agent.stop()))
      await controller.stop()
      await db.close()
      await postgres.stop(2_000)
      target.closeAllConnections()
      target.close()
      own.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
