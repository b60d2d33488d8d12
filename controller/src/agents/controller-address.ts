import { isLoopback } from '../config.ts'
import { isEveryAddress } from '../process/openable-url.ts'

/** Where an agent elsewhere connects to. */
export interface ControllerAddress {
  /** HOST:PORT; where the host cannot be known, CONTROLLER-HOST stands for it. */
  readonly address: string
  /** What stands in the way of using it from another machine; null: nothing that is known here. */
  readonly note: string | null
}

/** HOST:PORT that agents are given. Pure.
 *  @param listened HOST:PORT that the controller takes agents at
 *  @param publicUrl the address people reach the installation at, where it was set */
export function controllerAddress(
  listened: string,
  publicUrl: string | undefined,
): ControllerAddress {
  const port = listened.slice(listened.lastIndexOf(':') + 1)
  const host = listened.slice(0, listened.lastIndexOf(':'))
  if (isLoopback(host)) {
    return {
      address: listened,
      note: 'The controller takes agents of this machine only. For others, start it with SIGHTLINE_GRPC_HOST=0.0.0.0 and a certificate (SIGHTLINE_GRPC_TLS_CERT, SIGHTLINE_GRPC_TLS_KEY).',
    }
  }
  if (publicUrl === undefined) {
    return { address: isEveryAddress(host) ? `CONTROLLER-HOST:${port}` : listened, note: null }
  }
  return { address: `${new URL(publicUrl).hostname}:${port}`, note: null }
}

/** The line that starts an agent in a checkout of this project. */
export function agentCommand(address: string, token: string, region: string): string {
  return `npm run agent -- --controller ${address} --token ${token} --region ${region}`
}
