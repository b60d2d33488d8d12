import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { AGENT_NODE_FLAGS } from '@sightline/shared/agent-process'
import { createLogger } from '@sightline/shared/logger'
import { gatewayTlsOf } from '../config.ts'
import type { Database } from '../db/pool.ts'
import { openDatabase } from '../db/pool.ts'
import { CONTROLLER_NODE_FLAGS } from '../process/node-flags.ts'
import { announcement } from './announcement.ts'
import type { ChildCommand } from './child-run.ts'
import type { Child } from './child.ts'
import { keepChild } from './child.ts'
import type { SupervisorConfig } from './config.ts'
import { controllerCommand } from './controller-command.ts'
import type { DataFolderHold } from './data-folder.ts'
import { holdDataFolder, makeDataFolder } from './data-folder.ts'
import { readDiskNote } from './disk-note.ts'
import type { KeptDatabase } from './database.ts'
import { foreignDatabase, keepEmbeddedDatabase } from './database.ts'
import type { LocalAgentAddress } from './local-agent-address.ts'
import { localAgentAddress } from './local-agent-address.ts'
import type { AgentCommands } from './agent-command.ts'
import { createAgentCommands, isRoot } from './agent-command.ts'
import { createLogs } from './logs.ts'
import { endOrphans } from './orphans.ts'
import { recordProcess } from './processes.ts'
import { ControllerReady } from './ready-message.ts'
import { compileAhead } from './run-arguments.ts'
import { readRuntimeState, writeRuntimeState } from './runtime-file.ts'
import { StartError } from '../process/start-error.ts'
import type { Terminal } from './terminal.ts'

const CONTROLLER = fileURLToPath(new URL('../main.ts', import.meta.url))
const AGENT = fileURLToPath(new URL('../../../agent/src/main.ts', import.meta.url))

/** How long a new agent may take before the rest is announced without it. */
const AGENT_READY_MS = 15_000

/** How long each layer gets for an ordered stop; all of them together stay under 5 s. */
const STOP_MS = { agents: 2_200, controller: 1_300, database: 1_200 } as const

/** Everything `npm start` runs. */
export interface Installation {
  /** Brings it all up and tells the terminal.
   *  @returns what the controller said when it was ready
   *  @throws StartError when something cannot be started; `stop` ends what was begun */
  readonly start: () => Promise<ControllerReady>
  /** Ends agents, controller and database, in that order.
   *  @param inOrder false: at once, by force */
  readonly stop: (inOrder: boolean) => Promise<void>
}

/** Puts an installation together; nothing runs before `start`. */
export function createInstallation(
  config: SupervisorConfig,
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
): Installation {
  const { dataFolder } = config
  const startedAt = performance.now()
  const logs = createLogs({ dataFolder, isAllShown: isVerbose(config), terminal })
  const agents: Child[] = []
  let hold: DataFolderHold | null = null
  let database: KeptDatabase | null = null
  let agentCommands: AgentCommands | null = null
  let controller: Child | null = null
  let ready: ControllerReady | null = null
  let isStopping = false
  let databaseStart: Promise<KeptDatabase> | null = null

  function remember(): void {
    const supervisor = recordProcess(process.pid)
    if (supervisor === null) return
    const children = [...agents, ...(controller === null ? [] : [controller])].flatMap((child) => {
      const record = child.record()
      return record === null ? [] : [{ name: child.name, ...record }]
    })
    writeRuntimeState(dataFolder, {
      supervisor,
      children,
      databasePort: database?.port() ?? null,
      url: ready?.url ?? null,
      grpc: ready?.grpc ?? null,
    })
  }

  function keep(name: string, entry: string, command: () => Promise<ChildCommand>): Child {
    return keepChild(name, entry, command, {
      onLine: (line) => logs.show(name, line),
      onChange: remember,
      onDeath: (how, waitMs) =>
        terminal.warn(`The ${name} ${how}; starting it again in ${waitMs / 1_000} s`),
      onReadyAgain: () => terminal.warn(`The ${name} is back`),
    })
  }

  async function startDatabase(): Promise<KeptDatabase> {
    if (config.DATABASE_URL !== undefined) return foreignDatabase(config.DATABASE_URL)
    terminal.step('Starting the database')
    const done = terminal.still(
      'Still starting the database (recovering after a kill takes a while)',
    )
    try {
      return await keepEmbeddedDatabase({
        dataFolder,
        preferredPort: readRuntimeState(dataFolder)?.databasePort ?? null,
        onLine: (line) => logs.write('postgres', line),
        onDeath: (text) => terminal.warn(text),
        onMove: () => {
          remember()
          controller?.restart()
        },
      })
    } finally {
      done()
    }
  }

  async function startController(): Promise<ControllerReady> {
    terminal.step('Migrating the database and starting the controller')
    const done = terminal.still('Still migrating the database and starting the controller')
    try {
      controller = keep('controller', CONTROLLER, async () =>
        controllerCommand({ config, environment, databaseUrl: database?.url(), ready }),
      )
      return ControllerReady.parse(await controller.ready)
    } finally {
      done()
    }
  }

  async function startAgents(address: LocalAgentAddress): Promise<void> {
    const regions = config.SIGHTLINE_LOCAL_REGIONS
    if (regions.length === 0) return
    terminal.step(`Starting the local agent${regions.length > 1 ? 's' : ''}: ${regions.join(', ')}`)
    const commands = createAgentCommands({
      dataFolder,
      environment,
      openDatabase: openShortly,
      warn: (text) => logs.show('supervisor', text),
    })
    agentCommands = commands
    for (const region of regions) {
      agents.push(keep(`agent-${region}`, AGENT, () => commands.commandOf(region, address)))
    }
    const all = Promise.all(agents.map((agent) => agent.ready))
    if (await isKeptWithin(all, AGENT_READY_MS)) return
    terminal.warn('Not every local agent is connected yet; they keep trying')
    all.catch((error: unknown) => terminal.warn(String(error)))
  }

  function openShortly(): Database {
    return openDatabase(database?.url() ?? '', createLogger('supervisor', 'silent'), { max: 2 })
  }

  async function tell(told: ControllerReady): Promise<void> {
    const db = openShortly()
    try {
      const seconds = () => (performance.now() - startedAt) / 1_000
      const note = await readDiskNote(db, config)
      if (note !== null) terminal.warn(note)
      terminal.say(await announcement(db, config, told, seconds))
    } finally {
      await db.close()
    }
  }

  function goOn(): void {
    if (isStopping) throw new StartError('Stopped while starting')
  }

  return {
    async start() {
      makeDataFolder(dataFolder)
      hold = holdDataFolder(dataFolder, 'npm start')
      mkdirSync(join(dataFolder, 'logs'), { recursive: true, mode: 0o700 })
      const ended = await endOrphans(readRuntimeState(dataFolder))
      if (ended > 0) terminal.step(`Ended ${ended} processes that an earlier start left running`)
      goOn()
      // While the database is made, which is mostly waiting: the first start is no longer for it.
      const compiling = Promise.all([
        compileAhead(CONTROLLER, CONTROLLER_NODE_FLAGS, environment),
        // What root compiled is not for agents, which then run as a user of their own.
        ...(isRoot() ? [] : [compileAhead(AGENT, AGENT_NODE_FLAGS, environment)]),
      ])
      databaseStart = startDatabase()
      database = await databaseStart
      await compiling
      goOn()
      remember()
      // What a child says while starting up is told with the error that ends the start.
      logs.hush(true)
      ready = await startController()
      goOn()
      remember()
      logs.hush(false)
      for (const warning of ready.warnings) terminal.warn(warning)
      await startAgents(localAgentAddress(ready.grpc, gatewayTlsOf(config)))
      await tell(ready)
      return ready
    },
    async stop(inOrder) {
      isStopping = true
      const grace = (ms: number) => (inOrder ? ms : 0)
      agentCommands?.stop()
      await Promise.all(agents.map((agent) => agent.stop(grace(STOP_MS.agents))))
      await controller?.stop(grace(STOP_MS.controller))
      database ??= await settledWithin(databaseStart, grace(STOP_MS.database))
      await database?.stop(grace(STOP_MS.database))
      logs.close()
      hold?.release()
      hold = null
    },
  }
}

function isVerbose({ LOG_LEVEL }: SupervisorConfig): boolean {
  return LOG_LEVEL === 'debug' || LOG_LEVEL === 'trace'
}

/** What a promise gave, null when it failed or took longer. */
async function settledWithin<T>(promise: Promise<T> | null, timeoutMs: number): Promise<T | null> {
  if (promise === null) return null
  const failed = promise.catch(() => null)
  return Promise.race([failed, delay(timeoutMs, null, { ref: false })])
}

/** Whether a promise is kept in time.
 *  @throws what it fails with in that time */
async function isKeptWithin(promise: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  return Promise.race([promise.then(() => true), delay(timeoutMs, false, { ref: false })])
}
