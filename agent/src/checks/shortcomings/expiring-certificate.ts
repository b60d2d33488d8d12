import type { CheckFailure } from '../../outcome/check-failure.ts'
import type { TlsDetails } from '../../net/certificate.ts'

const DAY_MS = 86_400_000

/** A certificate that is good for fewer days than its monitor asks, or that builds on one that is; null when it is not,
 *  or when there is none.
 *  @param minDaysLeft null: nothing is asked
 *  @param host whose it is, where that must be said */
export function expiringCertificate(
  tls: TlsDetails | null,
  minDaysLeft: number | null,
  host: string | null = null,
): CheckFailure | null {
  if (minDaysLeft === null || tls?.expiresAt == null) return null
  const { expiresAt, chainExpiresAt } = tls
  const endsAt = chainExpiresAt ?? expiresAt
  const daysLeft = Math.floor((Date.parse(endsAt) - Date.now()) / DAY_MS)
  if (daysLeft >= minDaysLeft) return null
  const when =
    daysLeft < 0 ? 'has expired' : `expires in ${daysLeft} ${daysLeft === 1 ? 'day' : 'days'}`
  const whose = host === null ? '' : ` of ${host}`
  const which =
    chainExpiresAt === undefined
      ? `The certificate${whose}`
      : `One that the certificate${whose} builds on`
  const message = `${which} ${when} (${endsAt}); fewer than ${minDaysLeft} days left are a warning.`
  return { source: 'target', phase: 'tls', cause: 'certExpired', message }
}
