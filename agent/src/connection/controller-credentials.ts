import type { ChannelCredentials } from '@grpc/grpc-js'
import { credentials } from '@grpc/grpc-js'
import { EnvironmentError } from '@sightline/shared/environment'
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isLoopbackHost } from './controller-address.ts'

/** How the connection to the controller is protected: in the clear only on this machine, because the
 *  token and the monitors' secrets cross it.
 *  @param options.caFile PEM certificates to trust instead of the system's; asks for TLS by itself
 *  @throws EnvironmentError when the file cannot be used */
export function controllerCredentials(options: {
  host: string
  useTls: boolean
  caFile: string | undefined
}): ChannelCredentials {
  const { host, useTls, caFile } = options
  if (caFile === undefined) {
    if (isLoopbackHost(host) && !useTls) return credentials.createInsecure()
    return credentials.createSsl()
  }
  try {
    const pem = readFileSync(caFile)
    // Anything else would be taken silently and trust nobody.
    void new X509Certificate(pem)
    return credentials.createSsl(pem)
  } catch (error) {
    const { message } = error as Error
    throw new EnvironmentError(
      `SIGHTLINE_CONTROLLER_CA is "${caFile}": must be a readable file of PEM certificates (${message})`,
    )
  }
}
