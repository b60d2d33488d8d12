import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { GatewayTls } from '../../agents/gateway-credentials.ts'
import { certificatesOf } from '../../certificates/pem.ts'

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
 *  @param tls null without TLS */
export function localAgentAddress(
  grpc: string,
  tls: Pick<GatewayTls, 'certificateFile' | 'clientCaFile'> | null,
): LocalAgentAddress {
  // An address of this machine, for a controller that listens on all of them.
  const plain = grpc.replace(/^(?:0\.0\.0\.0|\[::\]):/, '127.0.0.1:')
  if (tls === null) return { controller: plain, environment: {} }
  const certificate = new X509Certificate(readFileSync(tls.certificateFile))
  const host = certificate.checkIP('127.0.0.1')
    ? '127.0.0.1'
    : (certificate.checkHost('localhost') ??
      /DNS:([^,*]+)(?:,|$)/.exec(certificate.subjectAltName ?? '')?.[1])
  const port = grpc.slice(grpc.lastIndexOf(':') + 1)
  const trusted = trustedFile(certificate, tls)
  return {
    controller: host === undefined ? plain : `${host}:${port}`,
    environment: {
      SIGHTLINE_CONTROLLER_TLS: '1',
      ...(trusted === null ? {} : { SIGHTLINE_CONTROLLER_CA: trusted }),
    },
  }
}

/** Who vouches for the controller's certificate: itself, or the authority of the agents'; null: the system knows. */
function trustedFile(
  certificate: X509Certificate,
  { certificateFile, clientCaFile }: Pick<GatewayTls, 'certificateFile' | 'clientCaFile'>,
): string | null {
  if (certificate.checkIssued(certificate)) return certificateFile
  if (clientCaFile === null) return null
  const authorities = certificatesOf(readFileSync(clientCaFile, 'utf8'))
  const isOurs = authorities.some(
    (authority) => certificate.checkIssued(authority) && certificate.verify(authority.publicKey),
  )
  return isOurs ? clientCaFile : null
}
