import { CONTROLLER_ENVIRONMENT } from '../process/node-flags.ts'
import type { ProgramCommand } from './keeping/keep-program.ts'
import { keepProgram } from './keeping/keep-program.ts'
import { CONTROLLER } from './program.ts'
import { ControllerReady } from './ready-message.ts'
import type { StartParts } from './start-parts.ts'

/** Starts the controller, which migrates the database first.
 *  @returns what it said when it was ready
 *  @throws StartError */
export async function startController(parts: StartParts): Promise<ControllerReady> {
  const { terminal, logs, running } = parts
  const controller = keepProgram(parts, 'controller', CONTROLLER, async () => commandNow(parts))
  running.controller = controller
  // What it says while starting up is told with the error that ends the start.
  logs.hush(true)
  const said = await terminal.during(
    'Migrating the database and starting the controller',
    'Still migrating the database and starting the controller',
    controller.ready,
  )
  logs.hush(false)
  const ready = ControllerReady.parse(said)
  running.ready = ready
  for (const warning of ready.warnings) terminal.warn(warning)
  return ready
}

/** How the controller is started, the first time and again. */
function commandNow({ config, environment, running }: StartParts): ProgramCommand {
  return {
    prefix: [],
    account: null,
    arguments: [],
    environment: {
      ...CONTROLLER_ENVIRONMENT,
      ...environment,
      SIGHTLINE_DATA_DIR: config.dataFolder,
      DATABASE_URL: running.database?.url(),
      // It is read by now: beside the other it would be told as one too many.
      ...(environment['DATABASE_URL'] ? {} : { DATABASE_URL_FILE: undefined }),
      ...(running.ready === null ? {} : portsOf(running.ready)),
    },
  }
}

/** Its ports are kept, whoever picked them: agents and people know them by now. */
function portsOf({ url, grpc }: ControllerReady): NodeJS.ProcessEnv {
  return {
    // An address leaves out the one that is usual.
    PORT: new URL(url).port || '80',
    SIGHTLINE_GRPC_PORT: grpc.split(':').at(-1),
  }
}
