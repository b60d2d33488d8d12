import type { Logger } from '@sightline/shared/logger'
import type { AgentConfig } from './config.ts'
import type { ControllerAddress } from './connection/controller-address.ts'
import { controllerName } from './connection/controller-address.ts'
import { controllerCredentials } from './connection/controller-credentials.ts'
import { watchPems } from './connection/pem-files.ts'
import type { RevokedControllers } from './connection/revoked-controllers.ts'
import { createTurns } from './connection/turns.ts'

/** The controllers in turn, each with what proves who is who.
 *  @param deps.filesChanged is told when certificates or keys were exchanged on the disk */
export function reachableControllers(
  config: AgentConfig,
  deps: { revoked: RevokedControllers; filesChanged: () => void; log: Logger },
) {
  const pems = watchPems(
    {
      caFile: config.SIGHTLINE_CONTROLLER_CA,
      certificateFile: config.SIGHTLINE_AGENT_CERT,
      keyFile: config.SIGHTLINE_AGENT_KEY,
    },
    deps.filesChanged,
    deps.log,
  )
  const reachable = (address: ControllerAddress) => ({
    name: controllerName(address),
    // For each connection anew: files are exchanged while the agent runs.
    credentials: () =>
      controllerCredentials({
        host: address.host,
        useTls: config.SIGHTLINE_CONTROLLER_TLS,
        pems: pems.current(),
        check: deps.revoked.check,
      }),
  })
  const [controller, ...others] = config.SIGHTLINE_CONTROLLER
  return {
    controllers: createTurns([reachable(controller), ...others.map(reachable)]),
    stop: pems.stop,
  }
}
