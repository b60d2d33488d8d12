import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { AGENT_NODE_FLAGS } from '@sightline/shared/agent-process'
import { createLogger } from '@sightline/shared/logger'
import type { Database } from '../db/pool.ts'
import { openDatabase } from '../db/pool.ts'
import { CONTROLLER_NODE_FLAGS } from '../process/node-flags.ts'
import { StartError } from '../process/start-error.ts'
import { isRoot } from './agent-command.ts'
import { announcement } from './announcement.ts'
import type { SupervisorConfig } from './config.ts'
import type { DataFolderHold } from './data-folder.ts'
import { holdDataFolder, makeDataFolder } from './data-folder.ts'
import type { KeptDatabase } from './database.ts'
import { readDiskNote } from './disk-note.ts'
import { createLogs } from './logs.ts'
import { endOrphans } from './orphans.ts'
import type { ControllerReady } from './ready-message.ts'
import { compileAhead } from './run-arguments.ts'
import type { Running } from './running.ts'
import { nothingRuns, rememberRunning } from './running.ts'
import { readRuntimeState } from './runtime-file.ts'
import { AGENT, agentCommandsOf, startAgents } from './start-agents.ts'
import { CONTROLLER, startController } from './start-controller.ts'
import { startDatabase } from './start-database.ts'
import type { StartParts } from './start-parts.ts'
import type { Terminal } from './terminal.ts'
import { within } from './within.ts'

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
  const running = nothingRuns()
  const parts: StartParts = { config, environment, terminal, logs, running }
  const commands = agentCommandsOf(parts, () => openShortly(running))
  let hold: DataFolderHold | null = null
  /** What is started now, null where that fails. */
  let databaseStart: Promise<KeptDatabase | null> = Promise.resolve(null)
  let isStopping = false

  function goOn(): void {
    if (isStopping) throw new StartError('Stopped while starting')
  }

  return {
    async start() {
      makeDataFolder(dataFolder)
      hold = holdDataFolder(dataFolder, 'npm start')
      mkdirSync(join(dataFolder, 'logs'), { recursive: true, mode: 0o700 })
      const ended = await endOrphans(readRuntimeState(dataFolder))
      if (ended > 0) {
        const processes = ended === 1 ? 'a process' : `${ended} processes`
        terminal.step(`Ended ${processes} that an earlier start left running`)
      }
      goOn()
      // While the database is made, which is mostly waiting: the first start is no longer for it.
      const compiling = compileAll(environment)
      const starting = startDatabase(parts)
      databaseStart = starting.catch(() => null)
      running.database = await starting
      await compiling
      goOn()
      rememberRunning(dataFolder, running)
      // What a child says while starting up is told with the error that ends the start.
      logs.hush(true)
      const ready = await startController(parts)
      running.ready = ready
      goOn()
      rememberRunning(dataFolder, running)
      logs.hush(false)
      for (const warning of ready.warnings) terminal.warn(warning)
      await startAgents(parts, commands, ready.grpc)
      await tell(parts, ready, startedAt)
      return ready
    },
    async stop(inOrder) {
      isStopping = true
      const grace = (ms: number) => (inOrder ? ms : 0)
      commands.stop()
      await Promise.all(running.agents.map((agent) => agent.stop(grace(STOP_MS.agents))))
      await running.controller?.stop(grace(STOP_MS.controller))
      running.database ??= await within(databaseStart, grace(STOP_MS.database), null)
      await running.database?.stop(grace(STOP_MS.database))
      logs.close()
      hold?.release()
      hold = null
    },
  }
}

/** Compiles what is about to be started. */
async function compileAll(environment: NodeJS.ProcessEnv): Promise<void> {
  await Promise.all([
    compileAhead(CONTROLLER, CONTROLLER_NODE_FLAGS, environment),
    // What root compiled is not for agents, which then run as a user of their own.
    ...(isRoot() ? [] : [compileAhead(AGENT, AGENT_NODE_FLAGS, environment)]),
  ])
}

/** For a look or two; whoever opens it closes it. */
function openShortly({ database }: Running): Database {
  return openDatabase(database?.url() ?? '', createLogger('supervisor', 'silent'), { max: 2 })
}

/** Tells the terminal that everything runs. @param startedAt by performance.now() */
async function tell(
  { config, terminal, running }: StartParts,
  ready: ControllerReady,
  startedAt: number,
): Promise<void> {
  const db = openShortly(running)
  try {
    const seconds = () => (performance.now() - startedAt) / 1_000
    const note = await readDiskNote(db, config)
    if (note !== null) terminal.warn(note)
    terminal.say(await announcement(db, config, ready, seconds))
  } finally {
    await db.close()
  }
}

function isVerbose({ LOG_LEVEL }: SupervisorConfig): boolean {
  return LOG_LEVEL === 'debug' || LOG_LEVEL === 'trace'
}
