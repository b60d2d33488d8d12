import { isIP } from 'node:net'
import { unmapped } from '@sightline/shared/address'
import type { SettingsOf } from '@sightline/shared/monitor-types/registry'

export type RecordType = SettingsOf<'dns'>['recordType']

/** Types whose data ends in bytes that people may write in several pieces: after so many fields. */
const BYTES_AFTER: Partial<Record<RecordType, number>> = { DS: 3, DNSKEY: 3, TLSA: 3 }

/** A string of a zone file without its quotes: `\\"` is a quote, `\\233` the byte of that number.
 *  Source: RFC 1035, section 5.1 */
function unescaped(text: string): string {
  const inner = text.slice(1, -1)
  if (!/\\\d{3}/.test(inner)) return inner.replace(/\\(.)/gs, '$1')
  const parts = inner.match(/\\\d{3}|\\?[^]/gu) ?? []
  const bytes = parts.map((part) =>
    part.length === 4 ? Buffer.from([Number(part.slice(1))]) : Buffer.from(part.replace('\\', '')),
  )
  return Buffer.concat(bytes).toString('utf8')
}

/** The strings of a value in quotes, joined: `"a" "b"` is ab. A value without quotes stays. */
function unquoted(value: string): string {
  if (!/^"(?:[^"\\]|\\.)*"(?:\s*"(?:[^"\\]|\\.)*")*$/s.test(value)) return value
  const strings = value.match(/"(?:[^"\\]|\\.)*"/gs) ?? []
  return strings.map(unescaped).join('')
}

/** A value that ends in one string in quotes, with that in none: `0 issue "a; b"` is 0 issue a; b. */
function withLastUnquoted(value: string): string {
  const [, head = '', last] = /^([^"]*)("(?:[^"\\]|\\.)*")$/s.exec(value) ?? []
  return last === undefined ? value : `${head}${unquoted(last)}`
}

/** A field without quotes around it, or around what follows its first "=". */
function bareField(field: string): string {
  if (field.length < 2 || !field.endsWith('"')) return field
  if (field.startsWith('"')) return field.slice(1, -1)
  const from = field.indexOf('="') + 2
  const isQuoted = from > 1 && from < field.length
  return isQuoted ? field.slice(0, from - 1) + field.slice(from, -1) : field
}

/** Fields of a value without case, trailing dots and quotes. */
function plainFields(value: string): string[] {
  const fields = value.toLowerCase().split(/\s+/)
  return fields.map((field) => {
    const bare = bareField(field)
    return bare.length > 1 && bare.endsWith('.') ? bare.slice(0, -1) : bare
  })
}

function address(field: string): string {
  return isIP(field) === 6 ? unmapped(field) : field
}

/** A value of a record, or one that is expected, in the form that is compared: without case and
 *  trailing dots, whatever the spaces, the quotes, the order of parameters, the spelling of an IPv6
 *  address. Source: decisions, section 6 ("DNS values are compared ...") */
export function comparable(type: RecordType, value: string): string {
  const trimmed = value.trim()
  if (type === 'TXT') return unquoted(trimmed).toLowerCase().replace(/\.$/, '')
  // An issuer and its parameters are fields of their own (RFC 8659, section 4.2).
  const fields = plainFields(
    type === 'CAA' ? withLastUnquoted(trimmed).replaceAll(';', ' ; ').trim() : trimmed,
  )
  if (type === 'AAAA') return fields.map(address).join(' ')
  const head = BYTES_AFTER[type]
  if (head !== undefined && fields.length > head + 1) {
    return [...fields.slice(0, head), fields.slice(head).join('')].join(' ')
  }
  if (type === 'SVCB' || type === 'HTTPS') {
    return [...fields.slice(0, 2), ...fields.slice(2).sort()].join(' ')
  }
  return fields.join(' ')
}

/** Whether a record has an expected value in it: as a whole, as some of its fields (the host of an
 *  MX record without its preference), or, for TXT, as a piece of its text. Pieces of a name or of an
 *  address do not count. Both values are `comparable`. */
export function holds(type: RecordType, answer: string, wanted: string): boolean {
  if (type === 'TXT') return answer.includes(wanted)
  return ` ${answer} `.includes(` ${wanted} `)
}
