import { mkdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { agentEnvironment } from '@sightline/shared/agent-environment'
import { AGENT_NODE_FLAGS, agentArguments } from '@sightline/shared/agent-process'
import type { AgentUser } from '@sightline/shared/agent-user'
import {
  AGENT_IS_ROOT,
  compiledFolder,
  environmentForUser,
  prepareAgentUser,
} from '@sightline/shared/agent-user'
import { createLogger } from '@sightline/shared/logger'
import { gatewayTlsOf } from '../config.ts'
import type { Database } from '../db/pool.ts'
import { openDatabase } from '../db/pool.ts'
import { CONTROLLER_NODE_FLAGS } from '../process/node-flags.ts'
import type { Child, ChildCommand } from './child.ts'
import { keepChild } from './child.ts'
import type { SupervisorConfig } from './config.ts'
import type { DataFolderHold } from './data-folder.ts'
import { holdDataFolder, makeDataFolder } from './data-folder.ts'
import type { KeptDatabase } from './database.ts'
import { foreignDatabase, keepEmbeddedDatabase } from './database.ts'
import { firstRunFile, keepFirstRun } from './first-run.ts'
import { greeting } from './greeting.ts'
import type { LocalAgentAddress } from './local-agent-address.ts'
import { localAgentAddress } from './local-agent-address.ts'
import { ensureLocalToken, moveFormerToken, readLocalToken } from './local-agents.ts'
import type { LogFile } from './log-file.ts'
import { openLogFile } from './log-file.ts'
import { readLogLine } from './log-line.ts'
import { endOrphans } from './orphans.ts'
import { recordProcess } from './processes.ts'
import { ControllerReady } from './ready-message.ts'
import { compileAhead } from './run-arguments.ts'
import { readRuntimeState, writeRuntimeState } from './runtime-file.ts'
import { StartError } from './start-error.ts'
import type { Terminal } from './terminal.ts'

const CONTROLLER = fileURLToPath(new URL('../main.ts', import.meta.url))
const AGENT = fileURLToPath(new URL('../../../agent/src/main.ts', import.meta.url))
const PROJECT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')

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
  const logs = new Map<string, LogFile>()
  const agents: Child[] = []
  let hold: DataFolderHold | null = null
  let database: KeptDatabase | null = null
  let controller: Child | null = null
  let ready: ControllerReady | null = null
  let isShowingLogs = true
  let isStopping = false
  let databaseStart: Promise<KeptDatabase> | null = null

  function logLine(name: string, line: string): void {
    const log = logs.get(name) ?? openLogFile(join(dataFolder, 'logs', `${name}.log`))
    logs.set(name, log)
    log.write(line)
  }

  /** Everything goes to the log file; what a person should know of, to the terminal too. */
  function show(name: string, line: string): void {
    logLine(name, line)
    const { level, text } = readLogLine(name, line)
    const isAllShown = config.LOG_LEVEL === 'debug' || config.LOG_LEVEL === 'trace'
    if (isShowingLogs && (isAllShown || level >= 40)) terminal.warn(text)
  }

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
      onLine: (line) => show(name, line),
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
        onLine: (line) => logLine('postgres', line),
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

  async function controllerCommand(): Promise<ChildCommand> {
    const kept = new URL(ready?.url ?? 'http://127.0.0.1')
    const grpcPort = ready?.grpc.split(':').at(-1)
    return {
      nodeFlags: CONTROLLER_NODE_FLAGS,
      arguments: [],
      environment: {
        ...environment,
        SIGHTLINE_DATA_DIR: dataFolder,
        DATABASE_URL: database?.url(),
        // A port the system picked at the first start is kept: agents and people know it by now.
        ...(config.PORT === 0 && kept.port !== '' ? { PORT: kept.port } : {}),
        ...(config.SIGHTLINE_GRPC_PORT === 0 && grpcPort !== undefined
          ? { SIGHTLINE_GRPC_PORT: grpcPort }
          : {}),
      },
    }
  }

  async function startController(): Promise<ControllerReady> {
    terminal.step('Migrating the database and starting the controller')
    const done = terminal.still('Still migrating the database and starting the controller')
    try {
      controller = keep('controller', CONTROLLER, controllerCommand)
      return ControllerReady.parse(await controller.ready)
    } finally {
      done()
    }
  }

  async function agentCommand(region: string, address: LocalAgentAddress): Promise<ChildCommand> {
    moveFormerToken(dataFolder, region)
    const db = openShortly()
    try {
      await ensureLocalToken(db, { dataFolder, region, now: new Date() })
    } catch (error: unknown) {
      // The database is away: an agent that has a token works without it.
      show('supervisor', `cannot look up the token of agent ${region}: ${String(error)}`)
    } finally {
      await db.close()
    }
    const user = agentUser(region)
    const forAgent = {
      RUN_COMPILED_DIR: compiledFolder(dataFolder),
      ...address.environment,
      ...agentEnvironment(environment),
    }
    return {
      nodeFlags: AGENT_NODE_FLAGS,
      arguments: agentArguments({ controller: address.controller, region, dataFolder }),
      environment: user === null ? forAgent : environmentForUser(forAgent, dataFolder),
      user,
      input: readLocalToken(dataFolder, region) ?? '',
    }
  }

  /** Who an agent runs as: somebody without rights where this is root. */
  function agentUser(region: string): AgentUser | null {
    if (!isRoot()) return null
    const user = prepareAgentUser({ project: PROJECT, dataFolder, region })
    if (user === null) show('supervisor', AGENT_IS_ROOT)
    return user
  }

  async function startAgents(address: LocalAgentAddress): Promise<void> {
    const regions = config.SIGHTLINE_LOCAL_REGIONS
    if (regions.length === 0) return
    terminal.step(`Starting the local agent${regions.length > 1 ? 's' : ''}: ${regions.join(', ')}`)
    for (const region of regions) {
      agents.push(keep(`agent-${region}`, AGENT, () => agentCommand(region, address)))
    }
    const all = Promise.all(agents.map((agent) => agent.ready))
    const { promise: late, resolve } = Promise.withResolvers<'late'>()
    const timer = setTimeout(() => resolve('late'), AGENT_READY_MS)
    try {
      if ((await Promise.race([all, late])) === 'late') {
        terminal.warn('Not every local agent is connected yet; they keep trying')
        all.catch((error: unknown) => terminal.warn(String(error)))
      }
    } finally {
      clearTimeout(timer)
    }
  }

  function openShortly(): Database {
    return openDatabase(database?.url() ?? '', createLogger('supervisor', 'silent'), { max: 2 })
  }

  async function tell(told: ControllerReady): Promise<void> {
    const db = openShortly()
    try {
      const first = await keepFirstRun(db, {
        dataFolder,
        ready: told,
        publicUrl: config.SIGHTLINE_PUBLIC_URL ?? told.url,
        isOwnDatabase: config.DATABASE_URL === undefined,
        now: new Date(),
      })
      const shortPath = (path: string) => {
        const short = relative(process.cwd(), path)
        return short.startsWith('..') ? path : short
      }
      terminal.say(
        greeting({
          url: told.url,
          seconds: (performance.now() - startedAt) / 1_000,
          first,
          firstRunFile: shortPath(firstRunFile(dataFolder)),
          agents: config.SIGHTLINE_LOCAL_REGIONS,
          grpc: told.grpc,
          logFolder: shortPath(join(dataFolder, 'logs')),
          alertsNote: told.alertsNote,
        }),
      )
    } finally {
      await db.close()
    }
  }

  const isRoot = (): boolean => process.geteuid?.() === 0

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
      isShowingLogs = config.LOG_LEVEL === 'debug' || config.LOG_LEVEL === 'trace'
      ready = await startController()
      goOn()
      remember()
      isShowingLogs = true
      for (const warning of ready.warnings) terminal.warn(warning)
      const certificateFile = gatewayTlsOf(config)?.certificateFile ?? null
      await startAgents(localAgentAddress(ready.grpc, certificateFile))
      await tell(ready)
      return ready
    },
    async stop(inOrder) {
      isStopping = true
      const grace = (ms: number) => (inOrder ? ms : 0)
      await Promise.all(agents.map((agent) => agent.stop(grace(STOP_MS.agents))))
      await controller?.stop(grace(STOP_MS.controller))
      database ??= await settledWithin(databaseStart, grace(STOP_MS.database))
      await database?.stop(grace(STOP_MS.database))
      for (const log of logs.values()) log.close()
      logs.clear()
      hold?.release()
      hold = null
    },
  }
}

/** What a promise gave, null when it failed or took longer. */
async function settledWithin<T>(promise: Promise<T> | null, timeoutMs: number): Promise<T | null> {
  if (promise === null) return null
  const failed = promise.catch(() => null)
  return Promise.race([failed, delay(timeoutMs, null, { ref: false })])
}
