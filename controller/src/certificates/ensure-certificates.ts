import { join } from 'node:path'
import type { Queryable } from '../db/pool.ts'
import type { Authority } from './authority.ts'
import { createAuthority, hasAuthority, readAuthority } from './authority.ts'
import type { CertificateRequest, IssuedCertificate } from './issue-certificate.ts'
import { issueCertificate } from './issue-certificate.ts'
import { standingCertificate } from './standing-certificate.ts'

/** A certificate that is there. */
export interface EnsuredCertificate extends IssuedCertificate {
  /** It was made just now. */
  readonly isNew: boolean
}

/** Where the certificate of somebody is kept, beside the authority. */
export const holderFolder = (folder: string, { use, names }: CertificateRequest): string =>
  join(folder, `${use}-${names[0]}`)

/** Makes what is missing: the authority, and each certificate that is not there, ends soon, is for other names or of an
 *  earlier authority. None is made because another was revoked: nobody gets back in by it. */
export async function ensureCertificates(
  db: Queryable,
  folder: string,
  requests: readonly CertificateRequest[],
  now: Date,
): Promise<EnsuredCertificate[]> {
  const authority = hasAuthority(folder)
    ? readAuthority(folder)
    : await createAuthority(folder, now)
  const ensured: EnsuredCertificate[] = []
  for (const request of requests) ensured.push(await ensure(db, folder, authority, request, now))
  return ensured
}

async function ensure(
  db: Queryable,
  folder: string,
  authority: Authority,
  request: CertificateRequest,
  now: Date,
): Promise<EnsuredCertificate> {
  const place = holderFolder(folder, request)
  const standing = standingCertificate(authority, request, place, now)
  if (standing !== null) return { ...standing, isNew: false }
  return { ...(await issueCertificate(db, authority, request, place, now)), isNew: true }
}
