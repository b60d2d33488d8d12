import type { ChannelCredentials } from '@grpc/grpc-js'
import { credentials } from '@grpc/grpc-js'
import { isLoopbackHost } from './controller-address.ts'
import type { Pems } from './pem-files.ts'
import type { RevokedControllers } from './revoked-controllers.ts'

/** How the connection to the controller is protected: in the clear only on this machine, because the
 *  token and the monitors' secrets cross it.
 *  @param options.pems authorities and a certificate of the agent's own ask for TLS by themselves
 *  @param options.check judges the certificate of a controller */
export function controllerCredentials(options: {
  host: string
  useTls: boolean
  pems: Pems
  check: RevokedControllers['check']
}): ChannelCredentials {
  const { host, useTls, pems, check } = options
  const { ca, certificate, key } = pems
  const isInTheClear = isLoopbackHost(host) && !useTls && ca === null && certificate === null
  if (isInTheClear) return credentials.createInsecure()
  return credentials.createSsl(ca, key, certificate, { checkServerIdentity: check })
}
