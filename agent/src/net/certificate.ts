import type { Cause } from '@sightline/shared/causes'
import type { X509Certificate } from 'node:crypto'
import { printable } from '../printable.ts'

/** What a result tells about a server's certificate and the TLS version agreed on. */
export interface TlsDetails {
  readonly issuer: string
  readonly subject: string
  /** ISO 8601 UTC; null when the certificate's date cannot be read. */
  readonly expiresAt: string | null
  /** "TLSv1.3" and so on. */
  readonly protocol: string | null
}

const MAX_NAME_LENGTH = 200

/** The common name of a distinguished name, else its organisation, else all of it. Node gives one
 *  "KEY=value" per line. */
function shortName(distinguishedName: string): string {
  const lines = distinguishedName.split('\n')
  const line = ['CN=', 'O='].flatMap((key) => lines.filter((each) => each.startsWith(key)))[0]
  return printable(line?.replace(/^[A-Z]+=/, '') ?? distinguishedName, MAX_NAME_LENGTH)
}

function isoDate(text: string): string | null {
  const instantMs = Date.parse(text)
  return Number.isNaN(instantMs) ? null : new Date(instantMs).toISOString()
}

export function describeCertificate(
  certificate: X509Certificate,
  protocol: string | null,
): TlsDetails {
  return {
    issuer: shortName(certificate.issuer ?? ''),
    subject: shortName(certificate.subject ?? ''),
    expiresAt: isoDate(certificate.validTo),
    protocol,
  }
}

/** What OpenSSL's verdict on a chain means; the sentence goes on after "The certificate of <host> ".
 *  Source of the codes: X509_verify_cert_error_string(3) as Node names them. */
const VERDICTS: Readonly<Record<string, { cause: Cause; text: string }>> = {
  CERT_HAS_EXPIRED: { cause: 'certExpired', text: 'has expired' },
  CERT_NOT_YET_VALID: { cause: 'certNotYetValid', text: 'is not valid yet' },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    cause: 'certHostnameMismatch',
    text: 'is for another name',
  },
  // The server sent its own certificate only, and who issued that is not known.
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: {
    cause: 'certChainIncomplete',
    text: 'comes without the certificate of its issuer',
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: { cause: 'certUntrusted', text: 'is signed by itself' },
  SELF_SIGNED_CERT_IN_CHAIN: {
    cause: 'certUntrusted',
    text: 'comes from an authority that is not trusted',
  },
  UNABLE_TO_GET_ISSUER_CERT: {
    cause: 'certUntrusted',
    text: 'comes from an authority that is not known',
  },
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: {
    cause: 'certUntrusted',
    text: 'comes from an authority that is not known',
  },
  CERT_REVOKED: { cause: 'certUntrusted', text: 'was revoked' },
}

/** Why a certificate is not accepted.
 *  @param code Node's `authorizationError`
 *  @param expiresAt ISO 8601, told when it has expired */
export function certificateFailure(
  code: string,
  host: string,
  expiresAt: string | null,
): { cause: Cause; message: string } {
  const verdict = VERDICTS[code]
  if (verdict === undefined) {
    const message = `The certificate of ${host} is not accepted: ${printable(code, 100)}.`
    return { cause: 'certUntrusted', message }
  }
  const since =
    verdict.cause === 'certExpired' && expiresAt !== null
      ? ` (it was valid until ${expiresAt})`
      : ''
  return { cause: verdict.cause, message: `The certificate of ${host} ${verdict.text}${since}.` }
}
