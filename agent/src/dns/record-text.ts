import { ipv6Text } from './ipv6-text.ts'
import type { DnsMessage, DnsRecord } from './message.ts'
import { TYPE_NUMBERS } from './record-type.ts'
import { serviceBindingText } from './service-binding.ts'
import { readName } from './wire-name.ts'

/** A name that fills the data from a place to its end. */
function lastName(bytes: Buffer, at: number, end: number): string | null {
  const read = readName(bytes, at)
  return read?.end === end ? read.name : null
}

function soaText(bytes: Buffer, at: number, end: number): string | null {
  const primary = readName(bytes, at)
  const mailbox = primary === null ? null : readName(bytes, primary.end)
  if (primary === null || mailbox === null || mailbox.end + 20 !== end) return null
  const numbers = [0, 4, 8, 12, 16].map((offset) => bytes.readUInt32BE(mailbox.end + offset))
  return `${primary.name} ${mailbox.name} ${numbers.join(' ')}`
}

/** The strings of a TXT record as one text, as their readers join them (RFC 7208, section 3.3). */
function txtText(data: Buffer): string | null {
  const parts: Buffer[] = []
  for (let at = 0; at < data.length;) {
    const length = data[at] ?? 0
    if (at + 1 + length > data.length) return null
    parts.push(data.subarray(at + 1, at + 1 + length))
    at += 1 + length
  }
  return Buffer.concat(parts).toString('utf8')
}

function caaText(data: Buffer): string | null {
  const tagLength = data[1] ?? 0
  if (tagLength === 0 || 2 + tagLength > data.length) return null
  const tag = data.toString('latin1', 2, 2 + tagLength).toLowerCase()
  const value = data.toString('utf8', 2 + tagLength).replace(/["\\]/g, '\\$&')
  return `${data[0]} ${tag} "${value}"`
}

function prefixedName(bytes: Buffer, at: number, end: number, numbers: number): string | null {
  const from = at + 2 * numbers
  const name = from < end ? lastName(bytes, from, end) : null
  if (name === null) return null
  const values = Array.from({ length: numbers }, (_, i) => bytes.readUInt16BE(at + 2 * i))
  return [...values, name].join(' ')
}

function knownText(bytes: Buffer, record: DnsRecord): string | null {
  const { dataAt, dataEnd } = record
  const data = bytes.subarray(dataAt, dataEnd)
  switch (record.type) {
    case TYPE_NUMBERS.A:
      return data.length === 4 ? data.join('.') : null
    case TYPE_NUMBERS.AAAA:
      return data.length === 16 ? ipv6Text(data) : null
    case TYPE_NUMBERS.NS:
    case TYPE_NUMBERS.CNAME:
    case TYPE_NUMBERS.PTR:
      return lastName(bytes, dataAt, dataEnd)
    case TYPE_NUMBERS.MX:
      return prefixedName(bytes, dataAt, dataEnd, 1)
    case TYPE_NUMBERS.SRV:
      return prefixedName(bytes, dataAt, dataEnd, 3)
    case TYPE_NUMBERS.SOA:
      return soaText(bytes, dataAt, dataEnd)
    case TYPE_NUMBERS.TXT:
      return txtText(data)
    case TYPE_NUMBERS.CAA:
      return caaText(data)
    case TYPE_NUMBERS.DS:
      return data.length > 4
        ? `${data.readUInt16BE(0)} ${data[2]} ${data[3]} ${data.toString('hex', 4).toUpperCase()}`
        : null
    case TYPE_NUMBERS.DNSKEY:
      return data.length > 4
        ? `${data.readUInt16BE(0)} ${data[2]} ${data[3]} ${data.toString('base64', 4)}`
        : null
    case TYPE_NUMBERS.TLSA:
      return data.length > 3
        ? `${data[0]} ${data[1]} ${data[2]} ${data.toString('hex', 3).toUpperCase()}`
        : null
    case TYPE_NUMBERS.SVCB:
    case TYPE_NUMBERS.HTTPS:
      return serviceBindingText(data)
    default:
      return null
  }
}

/** The data of a record in the one form that is compared and shown: fields separated by a space,
 *  names lower-case without trailing dot, bytes in hex (DS, TLSA) or base64 (DNSKEY), the strings of
 *  a TXT record joined without quotes. Data that does not fit its type is shown in the form for
 *  unknown data (RFC 3597, section 5): `\# 3 0a0000`. */
export function recordText(message: DnsMessage, record: DnsRecord): string {
  const text = knownText(message.bytes, record)
  if (text !== null) return text
  const data = message.bytes.subarray(record.dataAt, record.dataEnd)
  return `\\# ${data.length} ${data.toString('hex')}`.trimEnd()
}
