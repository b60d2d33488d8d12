import type { ChildCommand } from './child-run.ts'
import type { SupervisorConfig } from './config.ts'
import { CONTROLLER_ENVIRONMENT, CONTROLLER_NODE_FLAGS } from '../process/node-flags.ts'
import type { ControllerReady } from './ready-message.ts'

interface ControllerStart {
  readonly config: SupervisorConfig
  readonly environment: NodeJS.ProcessEnv
  readonly databaseUrl: string | undefined
  /** What the controller said when it was last ready, null before its first start. */
  readonly ready: ControllerReady | null
}

/** How the controller is started, the first time and again. */
export function controllerCommand(start: ControllerStart): ChildCommand {
  const { config, environment, databaseUrl, ready } = start
  return {
    nodeFlags: CONTROLLER_NODE_FLAGS,
    arguments: [],
    environment: {
      ...CONTROLLER_ENVIRONMENT,
      ...environment,
      SIGHTLINE_DATA_DIR: config.dataFolder,
      DATABASE_URL: databaseUrl,
      ...(ready === null ? {} : keptPorts(config, ready)),
    },
  }
}

/** A port the system picked at the first start is kept: agents and people know it by now. */
function keptPorts(config: SupervisorConfig, ready: ControllerReady): NodeJS.ProcessEnv {
  const { port } = new URL(ready.url)
  const grpcPort = ready.grpc.split(':').at(-1)
  return {
    ...(config.PORT === 0 && port !== '' ? { PORT: port } : {}),
    ...(config.SIGHTLINE_GRPC_PORT === 0 && grpcPort !== undefined
      ? { SIGHTLINE_GRPC_PORT: grpcPort }
      : {}),
  }
}
