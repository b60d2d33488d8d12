import { mkdtemp, rm } from 'node:fs/promises'
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

/** Where a controller is, whether it runs or not. */
interface ControllerPlace {
  readonly url: string
  readonly grpc: string
}

/** A database with any number of controllers and agents, each a process of this version or of another. */
export interface Fleet {
  readonly db: Database
  /** Of the database. */
  readonly databaseUrl: string
  /** Owner's, once a controller has been started. */
  readonly apiKey: () => string
  /** @param name also of its place: the same again is there where the one before was
   *  @param root of the checkout; this one's unless told otherwise
   *  @param more variables of its environment */
  readonly startController: (
    name: string,
    root?: string,
    more?: Readonly<Record<string, string>>,
  ) => Promise<Program<ControllerReady>>
  readonly place: (name: string) => Promise<ControllerPlace>
  /** @param name also of its data folder: the same again is the same agent
   *  @param controllers names of those it knows
   *  @param options.more variables of its environment; without them it has no browser */
  readonly startAgent: (
    name: string,
    controllers: readonly string[],
    options?: {
      region?: string
      root?: string
      more?: Readonly<Record<string, string>> | undefined
    },
  ) => Promise<Program<unknown>>
  /** Asks a controller as the owner. */
  readonly call: (
    controller: string,
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<{ status: number; body: unknown }>
  readonly close: () => Promise<void>
}

const LOOPBACK = { SIGHTLINE_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8' }
/** Few tests render, and unpacking a Chrome for each agent takes seconds. */
const WITHOUT_BROWSER = { SIGHTLINE_CHROME: 'none' }

/** @param options.isBlank its database has no table yet: an earlier version makes its own */
export async function openFleet(options: { isBlank?: boolean } = {}): Promise<Fleet> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-fleet-'))
  const { postgres, remove } = await openOwnPostgres(options)
  const db = openDatabase(postgres.url, createLogger('test', 'silent'))
  const places = new Map<string, Promise<ControllerPlace>>()
  const tokens = new Map<string, string>()
  const programs: Program<unknown>[] = []
  let apiKey = ''

  async function makePlace(): Promise<ControllerPlace> {
    const [http, grpc] = [await freePort(), await freePort()]
    return { url: `http://127.0.0.1:${http}`, grpc: `127.0.0.1:${grpc}` }
  }

  function place(name: string): Promise<ControllerPlace> {
    const known = places.get(name) ?? makePlace()
    places.set(name, known)
    return known
  }

  const portOf = (address: string): string => address.slice(address.lastIndexOf(':') + 1)

  async function tokenOf(name: string, region: string): Promise<string> {
    const known = tokens.get(name)
    if (known !== undefined) return known
    const { token } = await createAgentToken(db, { region, name, now: new Date() })
    tokens.set(name, token)
    return token
  }

  return {
    db,
    databaseUrl: postgres.url,
    apiKey: () => apiKey,
    place,
    async startController(name, root, more = {}) {
      const { url, grpc } = await place(name)
      const environment = {
        DATABASE_URL: postgres.url,
        PORT: portOf(url),
        SIGHTLINE_GRPC_PORT: portOf(grpc),
        // One for all: their secrets are sealed with one key.
        SIGHTLINE_DATA_DIR: join(folder, 'controllers'),
        ...LOOPBACK,
        ...more,
      }
      const program = await startProgram<ControllerReady>(
        'controller/src/main.ts',
        [],
        environment,
        [],
        root,
      )
      programs.push(program)
      apiKey = program.ready.firstRun?.apiKey ?? apiKey
      return program
    },
    async startAgent(name, controllers, { region = 'eu-west', root, more = WITHOUT_BROWSER } = {}) {
      const addresses = await Promise.all(controllers.map(async (each) => (await place(each)).grpc))
      shareChrome(join(folder, name))
      const known = ['--region', region, '--controller', addresses.join(',')]
      const program = await startProgram(
        'agent/src/main.ts',
        [...known, '--data-dir', join(folder, name)],
        {
          SIGHTLINE_AGENT_TOKEN: await tokenOf(name, region),
          ...LOOPBACK,
          ...more,
        },
        [],
        root,
      )
      programs.push(program)
      return program
    },
    async call(controller, method, path, body) {
      const { url } = await place(controller)
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: await response.json() }
    },
    async close() {
      await Promise.all(programs.map((program) => program.stop()))
      await db.close()
      await postgres.stop(2_000)
      remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
