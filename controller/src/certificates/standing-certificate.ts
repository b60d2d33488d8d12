import { createPrivateKey, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { plainSerial } from '@sightline/shared/certificate-serial'
import { writePrivateFile } from '../process/private-file.ts'
import { readOrNull } from '../process/read-or-null.ts'
import type { Authority } from './authority.ts'
import { certificateFilesIn } from './certificate-files.ts'
import type { CertificateRequest, IssuedCertificate } from './issue-certificate.ts'
import { commonNameOf } from './pem.ts'

const DAY_MS = 86_400_000

/** A month before the logs tell that a certificate ends. Of what holds for less than half a year, its last third. */
const RENEWED_BEFORE_DAYS = 60
const LAST_SHARE = 1 / 3

/** The certificate that a folder has already, where it is as it would be made now and lasts: the trusted authorities
 *  beside it are brought up to date.
 *  @returns null: there is none, it ends soon, or it is for other names or of an earlier authority */
export function standingCertificate(
  authority: Authority,
  request: CertificateRequest,
  folder: string,
  now: Date,
): IssuedCertificate | null {
  const files = certificateFilesIn(folder)
  const certificate = pairOf(readOrNull(files.certificateFile), readOrNull(files.keyFile))
  if (certificate === null || !isAsAsked(certificate, request)) return null
  if (!certificate.verify(authority.publicKey)) return null
  const notAfter = new Date(certificate.validTo)
  const leftDays = (notAfter.getTime() - now.getTime()) / DAY_MS
  if (leftDays < Math.min(RENEWED_BEFORE_DAYS, request.days * LAST_SHARE)) return null
  if (readOrNull(files.authorityFile) !== authority.trusted) {
    writePrivateFile(files.authorityFile, authority.trusted)
  }
  const { use, names } = request
  return {
    serial: plainSerial(certificate.serialNumber),
    use,
    name: names[0],
    notAfter,
    ...files,
  }
}

/** @returns null where they are no pair */
function pairOf(certificate: string | null, key: string | null): X509Certificate | null {
  if (certificate === null || key === null) return null
  try {
    const found = new X509Certificate(certificate)
    return found.checkPrivateKey(createPrivateKey(key)) ? found : null
  } catch {
    return null
  }
}

function isAsAsked(certificate: X509Certificate, { use, names }: CertificateRequest): boolean {
  if (commonNameOf(certificate) !== names[0].slice(0, 64)) return false
  if (use === 'agent') return certificate.subjectAltName === undefined
  const isForAll = names.every((name) =>
    isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name),
  )
  const count = certificate.subjectAltName?.split(', ').length
  return isForAll && count === names.length
}
