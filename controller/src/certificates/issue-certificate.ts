import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { plainSerial } from '@sightline/shared/certificate-serial'
import { AppError } from '@sightline/shared/errors'
import { writePrivateFile } from '../process/private-file.ts'
import type { HolderUse } from '../db/certificates.ts'
import { insertCertificate } from '../db/certificates.ts'
import type { Queryable } from '../db/pool.ts'
import type { Authority } from './authority.ts'
import { EARLIER_MS } from './authority.ts'
import type { CertificateFiles } from './certificate-files.ts'
import { certificateFilesIn } from './certificate-files.ts'
import { signCertificate } from './sign-certificate.ts'

const DAY_MS = 86_400_000

/** Whom a certificate is made for. */
export interface CertificateRequest {
  readonly use: HolderUse
  /** Of an agent its name, of a controller the hosts that agents reach it by; the first stands for it. */
  readonly names: readonly [string, ...string[]]
  readonly days: number
}

/** A certificate just made, and where its files are. */
export interface IssuedCertificate extends CertificateFiles {
  readonly serial: string
  readonly use: HolderUse
  readonly name: string
  readonly notAfter: Date
}

/** Makes a certificate with a key of its own and notes it. Files that are there are replaced one by one, whole: whoever
 *  reads them takes a pair that goes together.
 *  @param folder made for its owner alone where it is missing
 *  @throws AppError when the authority does not last that long */
export async function issueCertificate(
  db: Queryable,
  authority: Authority,
  { use, names, days }: CertificateRequest,
  folder: string,
  now: Date,
): Promise<IssuedCertificate> {
  const [name] = names
  const notAfter = new Date(now.getTime() + days * DAY_MS)
  if (notAfter > authority.notAfter) {
    throw new AppError(
      'badRequest',
      `The authority ends on ${authority.notAfter.toISOString().slice(0, 10)}, before the certificate would: ask for fewer days, or run "certificates authority renew" first.`,
    )
  }
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const certificate = await signCertificate({
    use,
    // No common name is longer; TLS looks at the hosts.
    name: name.slice(0, 64),
    hosts: use === 'controller' ? names : [],
    publicKey,
    notBefore: new Date(now.getTime() - EARLIER_MS),
    notAfter,
    issuer: authority,
  })
  const serial = plainSerial(new X509Certificate(certificate).serialNumber)
  const files = certificateFilesIn(folder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Noted before anybody has it: what is in force can be revoked.
  await insertCertificate(db, { serial, use, name, authority: authority.serial, notAfter })
  writePrivateFile(files.authorityFile, authority.trusted)
  writePrivateFile(files.keyFile, String(privateKey.export({ type: 'pkcs8', format: 'pem' })))
  writePrivateFile(files.certificateFile, certificate)
  return { serial, use, name, notAfter, ...files }
}
