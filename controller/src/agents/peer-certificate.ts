import type { ServerInterceptingCallInterface } from '@grpc/grpc-js'
import { plainSerial } from '@sightline/shared/certificate-serial'

/** The certificate an agent came in with, whose authority was seen to be one of ours. */
export interface PeerCertificate {
  readonly serial: string
  /** Names of the agent: the common name, and host names where it has any. */
  readonly names: readonly string[]
}

/** @returns null when none was sent that holds */
export function peerCertificateOf(
  context: ReturnType<ServerInterceptingCallInterface['getAuthContext']>,
): PeerCertificate | null {
  const certificate = context.sslPeerCertificate
  if (certificate === undefined) return null
  const { serialNumber, subject, subjectaltname = '' } = certificate
  // Node writes names with quotes where a comma or the like is in them: such a one is no name of an agent.
  const hosts = subjectaltname.includes('"') ? [] : subjectaltname.split(', ')
  const hostNames = hosts.flatMap((host) => (host.startsWith('DNS:') ? [host.slice(4)] : []))
  return {
    serial: plainSerial(serialNumber),
    names: [...commonNames(subject.CN), ...hostNames],
  }
}

/** Several come as a list, and none as nothing, whatever the types say. */
function commonNames(found: unknown): string[] {
  return [found].flat().filter((name) => typeof name === 'string')
}
