import { printable } from '../outcome/printable.ts'
import type { DnsMessage } from './message.ts'

/** Names of the codes by which a server says why it answers as it does, by their numbers.
 *  Source: the IANA registry "Extended DNS Error Codes" (RFC 8914, section 5.2) */
const NAMES = [
  'Other Error',
  'Unsupported DNSKEY Algorithm',
  'Unsupported DS Digest Type',
  'Stale Answer',
  'Forged Answer',
  'DNSSEC Indeterminate',
  'DNSSEC Bogus',
  'Signature Expired',
  'Signature Not Yet Valid',
  'DNSKEY Missing',
  'RRSIGs Missing',
  'No Zone Key Bit Set',
  'NSEC Missing',
  'Cached Error',
  'Not Ready',
  'Blocked',
  'Censored',
  'Filtered',
  'Prohibited',
  'Stale NXDomain Answer',
  'Not Authoritative',
  'Not Supported',
  'No Reachable Authority',
  'Network Error',
  'Invalid Data',
  'Signature Expired before Valid',
  'Too Early',
  'Unsupported NSEC3 Iterations Value',
  'Unable to conform to policy',
  'Synthesized',
  'Invalid Query Type',
]

/** Of several in one answer, and of the text of each, in characters. */
const MAX_TOLD = 3
const MAX_TEXT = 150

/** What a server says of its answer, for the end of a sentence: `the server says: Signature Expired, "RRSIG of …"`; ''
 *  when it says nothing.
 *  @param mayTell whether its own words may be told too, not only the names of the codes: resolvers name other servers in
 *    them */
export function extendedErrorText(
  { extendedErrors }: Pick<DnsMessage, 'extendedErrors'>,
  mayTell: (text: string) => boolean = () => true,
): string {
  const told = extendedErrors.slice(0, MAX_TOLD).map(({ code, text }) => {
    const name = NAMES[code] ?? `error ${code}`
    return text !== '' && mayTell(text) ? `${name}, "${printable(text, MAX_TEXT)}"` : name
  })
  return told.length === 0 ? '' : `the server says: ${[...new Set(told)].join('; ')}`
}
