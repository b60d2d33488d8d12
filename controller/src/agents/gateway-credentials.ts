import { constants, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { SecureContextOptions } from 'node:tls'
import { createSecureContext } from 'node:tls'
import { ServerCredentials } from '@grpc/grpc-js'
import { plainSerial } from '@sightline/shared/certificate-serial'
import type { Logger } from '@sightline/shared/logger'
import { certificatesOf } from '../certificates/pem.ts'
import { createTroubleLog } from '../process/trouble-log.ts'

/** TLS of the agents' port: PEM files. */
export interface GatewayTls {
  /** The certificate and those between it and its authority. */
  readonly certificateFile: string
  readonly keyFile: string
  /** Authorities of agents' certificates, which each agent then needs; null: agents need none. */
  readonly clientCaFile: string | null
}

/** What the port speaks, and the end of looking after it. */
export interface GatewayCredentials {
  readonly credentials: ServerCredentials
  /** Of the certificate that new connections get; null: the port speaks plaintext. */
  readonly serial: () => string | null
  readonly stop: () => void
}

/** How often the files are looked at: a certificate is renewed days before its end. */
const LOOK_EVERY_MS = 10_000

/** From when on it is told that the certificate ends. */
const SOON_MS = 30 * 86_400_000

/** TLS whose certificates are exchanged while connections go on. */
class ChangingCredentials extends ServerCredentials {
  constructor(asksForCertificate: boolean, first: SecureContextOptions) {
    super({ requestCert: asksForCertificate, rejectUnauthorized: asksForCertificate }, first)
  }

  change(options: SecureContextOptions): void {
    this.updateSecureContextOptions(options)
  }

  override _equals(other: ServerCredentials): boolean {
    return this === other
  }
}

/** Reads the files now, and again while the controller runs: new connections get what is in them then, those that are
 *  there go on. Files that do not go together, as half-way through their exchange, are left for the next look.
 *  @param tls null: the port speaks plaintext
 *  @throws Error when they cannot be used */
export function openGatewayCredentials(
  tls: GatewayTls | null,
  now: () => number,
  log: Logger,
  lookEveryMs = LOOK_EVERY_MS,
): GatewayCredentials {
  if (tls === null) {
    const credentials = ServerCredentials.createInsecure()
    return { credentials, serial: () => null, stop: () => undefined }
  }
  const trouble = createTroubleLog(log, {
    met: 'the certificates of the agents’ port were changed and cannot be used: those before them stay',
    over: 'the certificates of the agents’ port can be used again',
  })
  let current = read(tls)
  const credentials = new ChangingCredentials(tls.clientCaFile !== null, optionsOf(current))
  tellEnd(current, now(), log)

  function look(files: GatewayTls): void {
    try {
      const found = read(files)
      if (found.text === current.text) return
      credentials.change(optionsOf(found))
      current = found
      log.info('the agents’ port has new certificates')
      tellEnd(current, now(), log)
      trouble.over()
    } catch (error: unknown) {
      trouble.met(error)
    }
  }

  const timer = setInterval(look, lookEveryMs, tls)
  return {
    credentials,
    serial: () => current.serial,
    stop: () => clearInterval(timer),
  }
}

interface Files {
  readonly certificate: string
  readonly serial: string
  readonly key: string
  readonly clientCa: string | null
  /** All of it, to see whether anything is new. */
  readonly text: string
}

function read({ certificateFile, keyFile, clientCaFile }: GatewayTls): Files {
  const certificate = readFileSync(certificateFile, 'utf8')
  const key = readFileSync(keyFile, 'utf8')
  const clientCa = clientCaFile === null ? null : readFileSync(clientCaFile, 'utf8')
  const text = [certificate, key, clientCa].join('\n')
  return { certificate, serial: serialOf(certificate), key, clientCa, text }
}

/** @throws Error when it is no certificate */
const serialOf = (pem: string): string => plainSerial(new X509Certificate(pem).serialNumber)

/** @throws Error when the parts do not go together, or there is no authority in the file */
function optionsOf({ certificate, key, clientCa }: Files): SecureContextOptions {
  if (clientCa !== null && certificatesOf(clientCa).length === 0) {
    throw new Error('the file of authorities has no certificate')
  }
  const options = {
    cert: certificate,
    key,
    ...(clientCa === null ? {} : { ca: clientCa }),
    // Who goes on with an earlier session would not be judged by the authorities of now.
    secureOptions: constants.SSL_OP_NO_TICKET,
  }
  void createSecureContext(options)
  return options
}

function tellEnd({ certificate }: Files, nowMs: number, log: Logger): void {
  const endsAt = new Date(new X509Certificate(certificate).validTo)
  if (endsAt.getTime() - nowMs > SOON_MS) return
  log.warn(
    { endsAt },
    'the certificate of the agents’ port ends soon, or has: put another in its files',
  )
}
