import type { X509Certificate } from 'node:crypto'
import { constants } from 'node:crypto'
import type { Socket } from 'node:net'
import { isIP } from 'node:net'
import type { SecureContext, SecureVersion, TLSSocket } from 'node:tls'
import { connect, createSecureContext } from 'node:tls'
import { peerName } from '@sightline/shared/peer-name'
import type { CheckFailure } from '../outcome/check-failure.ts'
import type { TlsDetails } from './certificate.ts'
import { certificateProblem, describeCertificate } from './certificate.ts'
import { failureOf, timeLimitFailure } from './failures.ts'

export type TlsVersionSetting = '1.0' | '1.1' | '1.2' | '1.3'

/** A finished handshake, or why there is none. `details` is there as soon as the server has shown
 *  its certificate, also when that is not accepted. */
export type TlsStarted =
  | {
      readonly ok: true
      readonly socket: TLSSocket
      readonly tlsMs: number
      readonly details: TlsDetails
    }
  | {
      readonly ok: false
      readonly failure: CheckFailure
      readonly tlsMs: number
      readonly details: TlsDetails | null
    }

/** The groups for the key exchange, one key share sent. OpenSSL's default sends a second one, of
 *  ML-KEM, which took 0.1 ms of the 1.3 ms of a handshake and which no server insists on. */
const GROUPS = 'X25519:prime256v1:secp384r1:secp521r1'

const NO_OBJECTS = {} as never

const contexts = new Map<TlsVersionSetting, SecureContext>()

/** Making a context costs about 1 ms and loads the authorities, so there is one per version. */
function contextFor(minVersion: TlsVersionSetting): SecureContext {
  const known = contexts.get(minVersion)
  if (known !== undefined) return known
  const isOld = minVersion === '1.0' || minVersion === '1.1'
  const context = createSecureContext({
    minVersion: minVersion === '1.0' ? 'TLSv1' : (`TLSv${minVersion}` as SecureVersion),
    ecdhCurve: GROUPS,
    // Servers that know no secure renegotiation (RFC 5746): browsers open them, and nobody renegotiates.
    secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
    // OpenSSL 3 has the old versions behind security level 0.
    ...(isOld ? { ciphers: 'DEFAULT@SECLEVEL=0' } : {}),
  })
  contexts.set(minVersion, context)
  return context
}

/** Alerts and refusals that mean that no version both sides accept exists. */
const VERSION_CODES = new Set([
  'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
  'ERR_SSL_UNSUPPORTED_PROTOCOL',
  'ERR_SSL_NO_PROTOCOLS_AVAILABLE',
  'ERR_SSL_WRONG_SSL_VERSION',
])

function handshakeFailure(
  error: NodeJS.ErrnoException,
  peer: string,
  minVersion: string,
): CheckFailure {
  const code = error.code ?? ''
  if (VERSION_CODES.has(code)) {
    const message = `${peer} does not speak TLS ${minVersion} or newer.`
    return { source: 'target', phase: 'tls', cause: 'tlsProtocolTooOld', message }
  }
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'ERR_SSL_PACKET_LENGTH_TOO_LONG') {
    const message = `${peer} does not speak TLS on this port.`
    return { source: 'target', phase: 'tls', cause: 'tlsHandshakeFailed', message }
  }
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'ECONNABORTED') {
    const message = `${peer} closed the connection during the TLS handshake.`
    return { source: 'target', phase: 'tls', cause: 'tlsHandshakeFailed', message }
  }
  return failureOf(error, 'tls', peer)
}

function isFor(certificate: X509Certificate, name: string): boolean {
  try {
    return isIP(name) === 0
      ? // As browsers do: the common name counts no more.
        certificate.checkHost(name, { subject: 'never', partialWildcards: false }) !== undefined
      : certificate.checkIP(name) !== undefined
  } catch {
    // A name that cannot be one (a monitor's own `sni`) is refused with an exception.
    return false
  }
}

/** What Node's check of the name would say. OpenSSL compares: Node itself would first make objects of
 *  the whole chain, a sixth of the processor time of a handshake.
 *  Source: RFC 9525, section 6 */
function identityError(certificate: X509Certificate | undefined, name: string): Error | undefined {
  if (certificate !== undefined && isFor(certificate, name)) return undefined
  return Object.assign(new Error('the certificate is for another name'), {
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
  })
}

/** What is wrong with a chain: Node's code, or OpenSSL's words for what Node has no code for, such as a key
 *  that is too short. They are with the handle only, which Node keeps to itself. */
function verdictOf(secured: TLSSocket): string {
  const code = String(secured.authorizationError)
  if (code !== 'UNSPECIFIED') return code
  const { _handle: handle } = secured as { _handle?: { verifyError?: () => Error | null } | null }
  return handle?.verifyError?.()?.message ?? code
}

/** An error after the handshake is its user's to hear, but must not end the process when nobody listens any more. One
 *  for all sockets: what a listener was made in stays in memory as long as its socket. */
const ignore = (): void => {}

/** Performs the TLS handshake on a connected socket. With `verify` a certificate that is not accepted
 *  ends it before anything is sent; without, it is only described. Each handshake is a full one: a
 *  resumed session shows no certificate. */
export function startTls(
  socket: Socket,
  target: { host: string; port: number },
  options: {
    verify: boolean
    minVersion: TlsVersionSetting
    /** Name to ask for and to accept instead of the host; null for the host, "" to ask for none and
     *  accept the host's. */
    sni: string | null
    alpn: readonly string[]
  },
  signal: AbortSignal,
): Promise<TlsStarted> {
  const peer = peerName(target.host, target.port)
  const asked = options.sni === null || options.sni === '' ? target.host : options.sni
  // RFC 6066, section 3: no final dot, which no certificate has either.
  const name = asked.replace(/\.$/, '')
  const isNameSent = isIP(name) === 0 && options.sni !== ''
  const startedAtMs = performance.now()
  return new Promise((resolve) => {
    let shown: X509Certificate | undefined
    const secured: TLSSocket = connect({
      socket,
      host: name,
      // RFC 6066, section 3: no address in the server name.
      ...(isNameSent ? { servername: name } : {}),
      secureContext: contextFor(options.minVersion),
      // Judged below, so that the certificate can be described in either case.
      rejectUnauthorized: false,
      checkServerIdentity: () => identityError(peerCertificate(), name),
      ALPNProtocols: [...options.alpn],
    })

    /** Node gives it once: asked again after the check of a good chain, it has none. */
    function peerCertificate(): X509Certificate | undefined {
      return (shown ??= secured.getPeerX509Certificate())
    }

    // What Node gives to checkServerIdentity, which has no use for it.
    secured.getPeerCertificate = () => NO_OBJECTS

    function fail(failure: CheckFailure, details: TlsDetails | null): void {
      signal.removeEventListener('abort', giveUp)
      secured.destroy()
      socket.destroy()
      resolve({ ok: false, failure, tlsMs: performance.now() - startedAtMs, details })
    }

    function giveUp(): void {
      fail(timeLimitFailure('tls', peer), null)
    }

    function judge(): void {
      const certificate = peerCertificate()
      if (certificate === undefined) {
        const message = `${peer} showed no certificate.`
        fail({ source: 'target', phase: 'tls', cause: 'tlsHandshakeFailed', message }, null)
        return
      }
      const problem = secured.authorized
        ? null
        : certificateProblem(verdictOf(secured), certificate, name)
      const agreed = {
        protocol: secured.getProtocol(),
        alpn: secured.alpnProtocol === false ? null : secured.alpnProtocol,
        problem: problem?.cause ?? null,
      }
      const details = describeCertificate(certificate, agreed, peer)
      if (options.verify && problem !== null) {
        fail({ source: 'target', phase: 'tls', ...problem }, details)
        return
      }
      signal.removeEventListener('abort', giveUp)
      secured.on('error', ignore).off('error', broke)
      resolve({ ok: true, socket: secured, tlsMs: performance.now() - startedAtMs, details })
    }

    function broke(error: Error): void {
      fail(handshakeFailure(error, peer, options.minVersion), null)
    }

    secured.on('error', broke)
    secured.once('secureConnect', judge)
    signal.addEventListener('abort', giveUp, { once: true })
    if (signal.aborted) giveUp()
  })
}
