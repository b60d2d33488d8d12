import type { SupervisorConfig } from './config.ts'
import { startAgents } from './agents/start-agents.ts'
import type { DataFolderHold } from './data-folder.ts'
import { holdDataFolder, makeDataFolder } from './data-folder.ts'
import { greet } from './greeting/greet.ts'
import { createLogs } from './logs/logs.ts'
import { endOrphans } from './orphans.ts'
import { AGENT, compileAhead, CONTROLLER, isRoot } from './program.ts'
import type { ControllerReady } from './ready-message.ts'
import { nothingRuns, rememberRunning } from './running.ts'
import { readRuntimeState } from './runtime-file.ts'
import { startController } from './start-controller.ts'
import { startDatabase } from './start-database.ts'
import type { StartParts } from './start-parts.ts'
import type { Terminal } from './terminal.ts'

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
  const isAllShown = config.LOG_LEVEL === 'debug' || config.LOG_LEVEL === 'trace'
  const logs = createLogs({ dataFolder, isAllShown, terminal })
  const running = nothingRuns()
  const parts: StartParts = { config, environment, terminal, logs, running }
  let hold: DataFolderHold | null = null
  /** Whoever stops ends what runs by then, and nothing more is started. */
  const stopping = new AbortController()

  return {
    async start() {
      makeDataFolder(dataFolder)
      hold = holdDataFolder(dataFolder, 'npm start')
      await endFormer(parts)
      stopping.signal.throwIfAborted()
      // While the database is made, which is mostly waiting: the first start is no longer for it.
      await Promise.all([startDatabase(parts), compileAll(environment)])
      stopping.signal.throwIfAborted()
      rememberRunning(dataFolder, running)
      const ready = await startController(parts)
      stopping.signal.throwIfAborted()
      rememberRunning(dataFolder, running)
      await startAgents(parts, ready.grpc)
      await greet(parts, ready, startedAt)
      return ready
    },
    async stop(inOrder) {
      const grace = (ms: number) => (inOrder ? ms : 0)
      stopping.abort()
      await Promise.all(running.agents.map((agent) => agent.stop(grace(STOP_MS.agents))))
      await running.controller?.stop(grace(STOP_MS.controller))
      await running.database?.stop(grace(STOP_MS.database))
      hold?.release()
    },
  }
}

/** Ends what an earlier start left running when it was killed. */
async function endFormer({ config, terminal }: StartParts): Promise<void> {
  const ended = await endOrphans(readRuntimeState(config.dataFolder))
  if (ended === 0) return
  const processes = ended === 1 ? 'a process' : `${ended} processes`
  terminal.step(`Ended ${processes} that an earlier start left running`)
}

/** Compiles what is about to be started. */
async function compileAll(environment: NodeJS.ProcessEnv): Promise<void> {
  // What root compiled is not for agents, which then run as a user of their own.
  const programs = isRoot() ? [CONTROLLER] : [CONTROLLER, AGENT]
  await Promise.all(programs.map((program) => compileAhead(program, environment)))
}
