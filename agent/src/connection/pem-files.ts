import { EnvironmentError } from '@sightline/shared/environment'
import type { Logger } from '@sightline/shared/logger'
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'

/** Files that the connection to controllers is protected by, as far as they are named. */
export interface PemFiles {
  /** Authorities to trust instead of the system's. */
  readonly caFile: string | undefined
  /** The agent's own certificate with those between it and its authority, and its key. */
  readonly certificateFile: string | undefined
  readonly keyFile: string | undefined
}

/** What is in them; null where none is named. */
export interface Pems {
  readonly ca: Buffer | null
  readonly certificate: Buffer | null
  readonly key: Buffer | null
}

/** The files, which are exchanged while the agent runs. */
export interface WatchedPems {
  /** What they hold now. Where that cannot be used, as half-way through an exchange, what they held before. */
  readonly current: () => Pems
  readonly stop: () => void
}

/** How often it is looked whether the agent has another certificate. */
const LOOK_EVERY_MS = 30_000

/** From when on it is told that the certificate ends. */
const SOON_MS = 30 * 86_400_000

/** @param onRenewed told when the agent has another certificate, which the connection does not have yet
 *  @throws EnvironmentError when they cannot be used */
export function watchPems(
  files: PemFiles,
  onRenewed: () => void,
  log: Logger,
  lookEveryMs = LOOK_EVERY_MS,
): WatchedPems {
  let pems = read(files)
  let problem: string | null = null
  tellEnd(pems, log)

  function current(): Pems {
    try {
      pems = read(files)
      problem = null
    } catch (error) {
      const { message } = error as Error
      if (message !== problem) log.warn(message)
      problem = message
    }
    return pems
  }

  function look(): void {
    const before = pems.certificate
    const { certificate } = current()
    if (before === null || certificate === null || before.equals(certificate)) return
    tellEnd(pems, log)
    onRenewed()
  }

  const timer = files.certificateFile === undefined ? undefined : setInterval(look, lookEveryMs)
  return { current, stop: () => clearInterval(timer) }
}

function read({ caFile, certificateFile, keyFile }: PemFiles): Pems {
  const ca = readPem('SIGHTLINE_CONTROLLER_CA', 'PEM certificates', caFile)
  if (ca !== null) {
    // Anything else would be taken silently and trust nobody.
    check('SIGHTLINE_CONTROLLER_CA', caFile, 'PEM certificates', () => new X509Certificate(ca))
  }
  const certificate = readPem('SIGHTLINE_AGENT_CERT', 'a PEM certificate', certificateFile)
  const key = readPem('SIGHTLINE_AGENT_KEY', 'a PEM key', keyFile)
  if (certificate !== null && key !== null) {
    check('SIGHTLINE_AGENT_CERT', certificateFile, 'the certificate of SIGHTLINE_AGENT_KEY', () =>
      createSecureContext({ cert: certificate, key }),
    )
  }
  return { ca, certificate, key }
}

function readPem(name: string, what: string, file: string | undefined): Buffer | null {
  if (file === undefined) return null
  return check(name, file, what, () => readFileSync(file))
}

/** @throws EnvironmentError that names the setting */
function check<T>(name: string, file: string | undefined, what: string, use: () => T): T {
  try {
    return use()
  } catch (error) {
    const { message } = error as Error
    throw new EnvironmentError(
      `${name} is "${file}": must be a readable file of ${what} (${message})`,
    )
  }
}

function tellEnd({ certificate }: Pems, log: Logger): void {
  if (certificate === null) return
  const endsAt = new Date(new X509Certificate(certificate).validTo)
  if (endsAt.getTime() - Date.now() > SOON_MS) return
  log.warn({ endsAt }, 'the certificate of this agent ends soon, or has: put another in its files')
}
