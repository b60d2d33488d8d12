import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** How local agents reach the controller. */
export interface LocalAgentAddress {
  /** HOST:PORT */
  readonly controller: string
  /** What their environment gets besides. */
  readonly environment: Readonly<Record<string, string>>
}

/** Where agents of this machine connect to. With TLS that must be a name the certificate is for: this
 *  machine's own where it has one, else the first name in it.
 *  @param grpc HOST:PORT the controller listens on
 *  @param certificateFile null without TLS */
export function localAgentAddress(grpc: string, certificateFile: string | null): LocalAgentAddress {
  // An address of this machine, for a controller that listens on all of them.
  const plain = grpc.replace(/^(?:0\.0\.0\.0|\[::\]|::):/, '127.0.0.1:')
  if (certificateFile === null) return { controller: plain, environment: {} }
  const certificate = new X509Certificate(readFileSync(certificateFile))
  const host = certificate.checkIP('127.0.0.1')
    ? '127.0.0.1'
    : (certificate.checkHost('localhost') ??
      /DNS:([^,*]+)(?:,|$)/.exec(certificate.subjectAltName ?? '')?.[1])
  const port = grpc.slice(grpc.lastIndexOf(':') + 1)
  return {
    controller: host === undefined ? plain : `${host}:${port}`,
    environment: {
      SIGHTLINE_CONTROLLER_TLS: '1',
      // Nobody else vouches for one that signed itself.
      ...(certificate.checkIssued(certificate) ? { SIGHTLINE_CONTROLLER_CA: certificateFile } : {}),
    },
  }
}
