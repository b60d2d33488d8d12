import type { Cause } from '@sightline/shared/causes'
import type { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { printable } from '../outcome/printable.ts'
import { chainEndMs } from './chain-end.ts'

/** What a result tells about a server's certificate and the TLS version agreed on. */
export interface TlsDetails {
  readonly issuer: string
  readonly subject: string
  /** ISO 8601 UTC; null when the certificate's date cannot be read. */
  readonly expiresAt: string | null
  /** When the first of those that it builds on ends, where that is earlier; absent where none does. ISO 8601 UTC. */
  readonly chainExpiresAt?: string
  /** "TLSv1.3" and so on. */
  readonly protocol: string | null
  /** What was agreed on to be spoken over TLS ("h2"); null when nothing was. */
  readonly alpn: string | null
  /** Why the certificate is not accepted, also when that does not matter; null when it is. */
  readonly problem: Cause | null
  /** DNS names and addresses the certificate is for, the first 20. */
  readonly names: readonly string[]
}

const MAX_NAME_LENGTH = 200
const MAX_NAMES = 20
/** Enough for the names told, and little of a certificate with thousands. */
const MAX_NAMES_TEXT = 8_192

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

/** Node's "DNS:a.example, IP Address:192.0.2.1". */
function namesOf(alternatives: string | undefined): readonly string[] {
  if (alternatives === undefined) return []
  const names: string[] = []
  for (const entry of alternatives.slice(0, MAX_NAMES_TEXT).split(', ')) {
    const name = /^(?:DNS|IP Address):(.+)$/s.exec(entry)?.[1]
    if (name !== undefined) names.push(printable(name, MAX_NAME_LENGTH))
    if (names.length === MAX_NAMES) break
  }
  return names
}

/** What a result tells about a certificate.
 *  @param handshake what was agreed on, and the verdict on the certificate
 *  @param peer "host:port" of the server */
export function describeCertificate(
  certificate: X509Certificate,
  handshake: Pick<TlsDetails, 'protocol' | 'alpn' | 'problem'>,
  peer: string,
): TlsDetails {
  const { validTo } = certificate
  // Of a name without any part Node gives nothing.
  const issuer = shortName(certificate.issuer ?? '')
  const subject = shortName(certificate.subject ?? '')
  const chainEnd =
    handshake.problem === null
      ? chainEndMs(certificate, `${peer} ${subject} ${validTo} ${issuer}`)
      : null
  return {
    issuer,
    subject,
    expiresAt: isoDate(validTo),
    ...(chainEnd === null ? {} : { chainExpiresAt: new Date(chainEnd).toISOString() }),
    ...handshake,
    names: namesOf(certificate.subjectAltName),
  }
}

interface Verdict {
  readonly cause: Cause
  readonly text: string
}

/** What OpenSSL's verdict on a chain means; the sentence goes on after "The certificate of <host> ".
 *  Source: X509_verify_cert_error_string(3), by Node's codes, or in its own words where Node has none. */
const VERDICTS: Readonly<Record<string, Verdict | undefined>> = {
  CERT_HAS_EXPIRED: { cause: 'certExpired', text: 'has expired' },
  CERT_NOT_YET_VALID: { cause: 'certNotYetValid', text: 'is not valid yet' },
  ERR_TLS_CERT_ALTNAME_INVALID: { cause: 'certHostnameMismatch', text: 'is for another name' },
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
  CERT_SIGNATURE_FAILURE: { cause: 'certUntrusted', text: 'has a signature that is not right' },
  INVALID_CA: { cause: 'certUntrusted', text: 'was issued by one that may issue none' },
  INVALID_PURPOSE: { cause: 'certUntrusted', text: 'is not meant for a server' },
  PATH_LENGTH_EXCEEDED: { cause: 'certUntrusted', text: 'comes with a chain that is too long' },
  'EE certificate key too weak': { cause: 'certUntrusted', text: 'has a key that is too short' },
  'CA certificate key too weak': {
    cause: 'certUntrusted',
    text: 'was issued with a key that is too short',
  },
  'CA signature digest algorithm too weak': {
    cause: 'certUntrusted',
    text: 'is signed, or one that it builds on is, in a way that is too weak, such as SHA-1',
  },
}

/** A chain that leads to no root, neither a sent nor a trusted one. */
const OPEN_ENDED = {
  cause: 'certUntrusted',
  text: 'cannot be followed to an authority: its issuer, or one above it, is missing or not trusted',
} as const

/** The part of a sentence about a date that is wrong: the server's own, or one further up. */
function dateText(cause: Cause, certificate: X509Certificate): string | null {
  const nowMs = Date.now()
  if (cause === 'certExpired') {
    const until = isoDate(certificate.validTo)
    return until !== null && Date.parse(until) <= nowMs
      ? `has expired (it was valid until ${minuteWords(until)})`
      : 'is good, but one that it builds on has expired'
  }
  if (cause !== 'certNotYetValid') return null
  const from = isoDate(certificate.validFrom)
  return from !== null && Date.parse(from) > nowMs
    ? `is not valid yet (it will be from ${minuteWords(from)})`
    : 'is good, but one that it builds on is not valid yet'
}

/** "2026-11-21 13:05 UTC" */
function minuteWords(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`
}

/** The part of a sentence about the names a certificate is for. */
function mismatchText(certificate: X509Certificate): string {
  const names = namesOf(certificate.subjectAltName).slice(0, 3)
  return names.length === 0
    ? 'names no host it is for'
    : `is for another name (${names.join(', ')})`
}

/** Whether a certificate is for a host. A name that no certificate can hold, which OpenSSL takes as an
 *  error, is a name it is not for. */
function isForHost(certificate: X509Certificate, name: string): boolean {
  try {
    return isIP(name) === 0
      ? certificate.checkHost(name, { subject: 'never' }) !== undefined
      : certificate.checkIP(name) !== undefined
  } catch {
    return false
  }
}

/** Chains are two or three long; a hostile one may be longer. */
const MAX_CHAIN = 10

/** Whether a root is among what the server sent: then the authority is known by name, and nobody trusts
 *  it. Without one, what is missing and what is not trusted look the same. */
function sentRoot(certificate: X509Certificate): boolean {
  let each: X509Certificate | undefined = certificate
  for (let i = 0; i < MAX_CHAIN && each !== undefined; i += 1) {
    if (each.subject === each.issuer) return true
    each = each.issuerCertificate
  }
  return false
}

function verdictOn(code: string, certificate: X509Certificate): Verdict | undefined {
  const isOpenEnded = code === 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' && !sentRoot(certificate)
  return isOpenEnded ? OPEN_ENDED : VERDICTS[code]
}

/** Why a certificate is not accepted. When it has several problems, OpenSSL's order decides which one
 *  is the cause: a date, then the chain, then the name, which the sentence adds.
 *  @param code Node's `authorizationError`, or OpenSSL's words where that names nothing
 *  @param name the host it should be for */
export function certificateProblem(
  code: string,
  certificate: X509Certificate,
  name: string,
): { cause: Cause; message: string } {
  const verdict = verdictOn(code, certificate)
  const cause = verdict?.cause ?? 'certUntrusted'
  if (cause === 'certHostnameMismatch') {
    return { cause, message: `The certificate of ${name} ${mismatchText(certificate)}.` }
  }
  const words = printable(code, 100).toLowerCase().replaceAll('_', ' ')
  const text = dateText(cause, certificate) ?? verdict?.text ?? `is not accepted: ${words}`
  const isForName = isForHost(certificate, name)
  const also = isForName ? '' : `, and it ${mismatchText(certificate)}`
  return { cause, message: `The certificate of ${name} ${text}${also}.` }
}
