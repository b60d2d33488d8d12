import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeCertificate } from '../../helpers/certificates.ts'
import { startProgram } from '../../helpers/program.ts'

/** Ports on 127.0.0.1 of everything a bench's checks go to. */
export interface TargetPorts {
  readonly http: number
  readonly https: number
  /** TCP: takes connections and never says anything. */
  readonly silent: number
  /** SMTP without TLS. */
  readonly mail: number
  /** UDP: sends everything back. */
  readonly udp: number
  /** UDP: every name is at 127.0.0.1. */
  readonly dns: number
}

/** A TCP port of 127.0.0.1 that nothing listens on: below the range that systems give away. */
export const REFUSED_PORT = 1

/** The targets, in a process of their own. */
export interface Targets {
  readonly pid: number
  readonly ports: TargetPorts
  /** PEM file of the authority that signed the https certificate. */
  readonly authorityFile: string
  readonly stop: () => Promise<unknown>
}

/** Names the https certificate is for, besides every name below the second. */
const CERTIFICATE_NAMES = ['localhost', '*.bench.test'] as const

/** What both sides of a comparison negotiate. */
export const TLS_USED = 'TLS 1.3, X25519, ECDSA P-256, verified'

/** @param folder takes the certificate; the caller removes it */
export async function startTargets(folder: string): Promise<Targets> {
  const { key, cert } = await makeCertificate({ names: CERTIFICATE_NAMES, issuer: 'chain' })
  const [leaf = '', authority = ''] = cert.split(/(?<=-----END CERTIFICATE-----)\n/)
  const authorityFile = path.join(folder, 'authority.pem')
  await writeFile(path.join(folder, 'key.pem'), key, { mode: 0o600 })
  await writeFile(path.join(folder, 'cert.pem'), leaf)
  await writeFile(authorityFile, authority)
  const program = await startProgram<{ ports: TargetPorts }>(
    fileURLToPath(new URL('main.ts', import.meta.url)),
    [folder],
    {},
  )
  return { pid: program.pid, ports: program.ready.ports, authorityFile, stop: program.stop }
}
