import type { DnsMessage } from '../../dns/message.ts'
import { recordText } from '../../dns/record-text.ts'
import { TYPE_NUMBERS } from '../../dns/record-type.ts'
import { isWithin } from '../../dns/wire-name.ts'
import { firstFew } from './allowance.ts'
import type { Zone } from './find-zone.ts'
import { nameServersOf } from './find-zone.ts'

/** The zone that an answer refers to: one below the asked zone that the name lies in. Addresses are
 *  taken only for name servers within the asked zone, as its servers speak for no other.
 *  @returns null when it is no referral. Source: RFC 1034, section 4.3.2 */
export function referralOf(message: DnsMessage, name: string, zone: string): Zone | null {
  if (message.rcode !== 'NOERROR' || message.answers.length > 0) return null
  const child = message.authorities.find(
    (record) =>
      record.type === TYPE_NUMBERS.NS &&
      record.name !== zone &&
      isWithin(record.name, zone) &&
      isWithin(name, record.name),
  )?.name
  if (child === undefined) return null
  const glueOf = (host: string): string[] =>
    message.additionals
      .filter(
        (record) =>
          (record.type === TYPE_NUMBERS.A || record.type === TYPE_NUMBERS.AAAA) &&
          record.name === host &&
          isWithin(host, zone),
      )
      .map((record) => recordText(message, record))
  const nameServers = nameServersOf(message, message.authorities, child, glueOf)
  return { name: child, nameServers: firstFew(nameServers) }
}

/** The zone whose name servers an answer refers to in place of records. @returns null when it is no referral: a negative
 *  answer has an SOA record. Source: RFC 2308, section 2.2 */
export function referredZone(message: DnsMessage, name: string): string | null {
  const { rcode, isAuthoritative, answers, authorities } = message
  if (rcode !== 'NOERROR' || isAuthoritative || answers.length > 0) return null
  if (authorities.some(({ type }) => type === TYPE_NUMBERS.SOA)) return null
  const referral = authorities.find(
    (record) => record.type === TYPE_NUMBERS.NS && isWithin(name, record.name),
  )
  return referral?.name ?? null
}
