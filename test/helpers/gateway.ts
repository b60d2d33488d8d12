import { randomBytes } from 'node:crypto'
import { createLogger } from '@sightline/shared/logger'
import { SETTINGS_VERSION } from '@sightline/shared/monitor-types/since'
import type { GatewayTls } from '../../controller/src/agents/gateway-credentials.ts'
import type { Session } from '../../controller/src/sessions/agent-session.ts'
import { createAgentToken } from '../../controller/src/agents/tokens.ts'
import { listenForNotifications } from '../../controller/src/db/notifications.ts'
import { openResultDays } from '../../controller/src/db/partitions.ts'
import { commitResults } from '../../controller/src/ingest/commit.ts'
import type { IngestStats } from '../../controller/src/ingest/queue.ts'
import { createIngestQueue } from '../../controller/src/ingest/queue.ts'
import type { OnDemandDesk } from '../../controller/src/on-demand/desk.ts'
import { createOpenWork } from '../../controller/src/on-demand/open-work.ts'
import { fixedKeys } from '../../controller/src/secrets/secret-keys.ts'
import { openClock } from '../../controller/src/process/clock.ts'
import { createRefusalLog } from '../../controller/src/process/refusal-log.ts'
import { createSecretBox } from '../../controller/src/secrets/secret-box.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { insertWorkspace } from './rows.ts'
import { startAgentsSide as startAgentsSideOf } from '../../controller/src/start-agents-side.ts'
import { PATIENT } from './patient.ts'
import type { SyntheticAgent } from './synthetic-agent.ts'
import { connectAgent } from './synthetic-agent.ts'
import type { TestDatabase } from './test-database.ts'
import { openTestDatabase } from './test-database.ts'

const log = createLogger('test', 'silent')

/** All controllers have the same keys. */
export const gatewaySecrets = createSecretBox(fixedKeys([randomBytes(32)]))

/** One controller's side of the agents: everything but the API. */
export interface AgentsSide {
  readonly address: string
  readonly port: number
  readonly desk: OnDemandDesk
  /** Compares what the agents hold now, as is done every minute. */
  readonly reconcile: () => void
  readonly ingested: () => IngestStats
  readonly stop: () => Promise<void>
}

interface SideOptions {
  readonly tls?: GatewayTls | null
  readonly knownSettings?: number
  readonly isBehind?: () => boolean
}

/** Starts it on a free port.
 *  @param options.tls of the port, whose files are looked at every 100 ms; left out: plaintext
 *  @param options.knownSettings which version of settings it knows; left out: that of the program
 *  @param options.isBehind whether answers wait to be judged; left out: as it is */
export async function startAgentsSide(
  database: TestDatabase,
  controllerId: string,
  { tls = null, knownSettings = SETTINGS_VERSION, isBehind }: SideOptions = {},
): Promise<AgentsSide> {
  const { db } = database
  // Controllers have an id of their own each; those of tests take that of one before them, which is noted as stopped.
  await db.query({ text: 'delete from controllers where id = $1' }, [controllerId])
  const sessions = new Map<string, Session>()
  const now = (): number => Date.now()
  const days = await openResultDays(db, log)
  const ingest = createIngestQueue(
    (rows, areFresh, foundThere) =>
      commitResults(db, rows, now, days.ensure, { areFresh, foundThere }),
    log,
  )
  const side = startAgentsSideOf({
    db,
    controller: { id: controllerId, hostname: 'test', startedAt: new Date() },
    sessions,
    ingest: isBehind === undefined ? ingest : { ...ingest, isBehind },
    refusals: createRefusalLog(log, 'results of an agent were not taken'),
    work: createOpenWork(),
    unseal: gatewaySecrets.unseal,
    clock: await openClock(db),
    disk: () => null,
    tls,
    tlsLookEveryMs: 100,
    knownSettings,
    workAdded: () => undefined,
    agentsMoved: () => undefined,
    endRest: async () => undefined,
    log,
  })
  const listener = await listenForNotifications(
    database.url,
    {
      ...side.heard,
      keysChanged: () => undefined,
      liveChanged: () => undefined,
      moved: () => undefined,
    },
    log,
  )
  const port = await side.listen('127.0.0.1', 0)
  return {
    address: `127.0.0.1:${port}`,
    port,
    desk: side.desk,
    reconcile: side.heard.resumed,
    ingested: ingest.stats,
    async stop() {
      await side.close()
      await Promise.all([ingest.stop(), side.stop(), listener.stop()])
    },
  }
}

/** Waits until the agent was told to check exactly these monitors. */
export async function untilAssigned(agent: SyntheticAgent, ids: readonly number[]): Promise<void> {
  await vi.waitFor(
    () => {
      expect(agent.hasSnapshot()).toBe(true)
      expect(idsOf(agent)).toEqual(ids)
    },
    { ...PATIENT, interval: 20 },
  )
}

function idsOf(agent: SyntheticAgent): number[] {
  return [...agent.assignments.keys()].toSorted((a, b) => a - b)
}

/** Waits until the agents share these monitors, each in one hand and none left out.
 *  @returns what each has */
export async function untilShared(
  agents: readonly SyntheticAgent[],
  ids: readonly number[],
): Promise<number[][]> {
  await vi.waitFor(
    () => {
      const told = agents.map((agent) => ({
        all: agent.hasSnapshot(),
        some: agent.assignments.size > 0,
      }))
      expect(told).toEqual(agents.map(() => ({ all: true, some: true })))
      expect(agents.flatMap(idsOf).toSorted((a, b) => a - b)).toEqual(ids)
    },
    { ...PATIENT, interval: 20 },
  )
  return agents.map(idsOf)
}

/** What a test of the gateway works with; made anew for each test, on one database a file. */
export interface GatewayTest {
  readonly database: TestDatabase
  readonly workspaceId: number
  readonly side: AgentsSide
  /** Of region eu-west. */
  readonly token: string
  readonly tokenId: string
  /** Connects an agent that is closed after the test. */
  readonly connected: (options?: {
    agentId?: string
    address?: string
    capabilities?: readonly string[]
    settingsVersion?: number
  }) => Promise<SyntheticAgent & { agentId: string }>
}

/** Sets the hooks of a file that tests the gateway.
 *  @returns what is current in a test */
export function useGateway(ofSide: SideOptions = {}): GatewayTest {
  let current: Omit<GatewayTest, 'connected'> | null = null
  let database: TestDatabase
  let workspaceId: number
  const opened: SyntheticAgent[] = []

  beforeAll(async () => {
    database = await openTestDatabase()
    workspaceId = await insertWorkspace(database.db)
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await database.db.query({ text: 'delete from monitors' })
    await database.db.query({ text: 'delete from agents' })
    const { token, id: tokenId } = await createAgentToken(database.db, {
      region: 'eu-west',
      name: 'test',
      now: new Date(),
    })
    const side = await startAgentsSide(database, 'controller-1', ofSide)
    current = { database, workspaceId, side, token, tokenId }
  })
  afterEach(async () => {
    for (const agent of opened.splice(0)) agent.close()
    await current?.side.stop()
  })

  function now(): Omit<GatewayTest, 'connected'> {
    if (current === null) throw new Error('there is a gateway only within a test')
    return current
  }

  return {
    get database() {
      return now().database
    },
    get workspaceId() {
      return now().workspaceId
    },
    get side() {
      return now().side
    },
    get token() {
      return now().token
    },
    get tokenId() {
      return now().tokenId
    },
    async connected(options = {}) {
      const { agentId = '', address = now().side.address, capabilities, settingsVersion } = options
      const { token } = now()
      const agent = await connectAgent(
        address,
        token,
        'eu-west',
        agentId,
        capabilities,
        settingsVersion,
      )
      opened.push(agent)
      return agent
    },
  }
}
