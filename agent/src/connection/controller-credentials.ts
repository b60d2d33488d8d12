import type { ChannelCredentials } from '@grpc/grpc-js'
import { credentials } from '@grpc/grpc-js'
import { isLoopbackHost } from './controller-address.ts'
import type { Pems } from './pem-files.ts'

/** How the connection to the controller is protected: in the clear only on this machine, because the
 *  token and the monitors' secrets cross it.
 *  @param options.pems authorities and a certificate of the agent's own ask for TLS by themselves */
export function controllerCredentials(options: {
  host: string
  useTls: boolean
  pems: Pems
}): ChannelCredentials {
  const { host, useTls, pems } = options
  const { ca, certificate, key } = pems
  const isInTheClear = isLoopbackHost(host) && !useTls && ca === null && certificate === null
  return isInTheClear ? credentials.createInsecure() : credentials.createSsl(ca, key, certificate)
}
