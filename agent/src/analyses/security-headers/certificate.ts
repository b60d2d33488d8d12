import type { AnalysisResult } from '@sightline/shared/analyses/registry'
import type { TlsDetails } from '../../net/certificate.ts'

const DAY_MS = 86_400_000

type Certificate = AnalysisResult<'security-headers'>['https']['certificate']

/** What is told of the certificate a page came with; null over http. */
export function describePageCertificate(tls: TlsDetails | null, nowMs: number): Certificate {
  if (tls === null) return null
  const { issuer, subject, expiresAt, problem } = tls
  return {
    issuer,
    subject,
    validTo: expiresAt,
    daysLeft: expiresAt === null ? null : Math.floor((Date.parse(expiresAt) - nowMs) / DAY_MS),
    problem,
  }
}
