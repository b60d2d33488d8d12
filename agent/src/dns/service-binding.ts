import { ipv6Text } from './ipv6-text.ts'
import { readName } from './wire-name.ts'

/** Names of parameters. Sources: RFC 9460, section 14.3.2; RFC 9461; RFC 9540 */
const KEYS: Readonly<Record<number, string>> = {
  0: 'mandatory',
  1: 'alpn',
  2: 'no-default-alpn',
  3: 'port',
  4: 'ipv4hint',
  5: 'ech',
  6: 'ipv6hint',
  7: 'dohpath',
  8: 'ohttp',
}

const keyName = (key: number): string => KEYS[key] ?? `key${key}`

/** Text of bytes within a value: what would end or split it is escaped. */
function escaped(data: Buffer): string {
  let text = ''
  for (const byte of data) {
    if (byte === 0x22 || byte === 0x5c || byte === 0x2c) text += `\\${String.fromCharCode(byte)}`
    else if (byte > 0x20 && byte < 0x7f) text += String.fromCharCode(byte)
    else text += `\\${String(byte).padStart(3, '0')}`
  }
  return text
}

function chunks(data: Buffer, size: number): Buffer[] | null {
  if (data.length === 0 || data.length % size !== 0) return null
  return Array.from({ length: data.length / size }, (_, i) =>
    data.subarray(i * size, (i + 1) * size),
  )
}

function protocols(data: Buffer): string | null {
  const names: string[] = []
  for (let at = 0; at < data.length;) {
    const length = data[at] ?? 0
    if (length === 0 || at + 1 + length > data.length) return null
    names.push(escaped(data.subarray(at + 1, at + 1 + length)))
    at += 1 + length
  }
  return names.length === 0 ? null : names.join(',')
}

/** The value of a parameter; '' for one without; null when its bytes do not fit its key. */
function valueText(key: number, data: Buffer): string | null {
  switch (key) {
    case 0:
      return (
        chunks(data, 2)
          ?.map((each) => keyName(each.readUInt16BE(0)))
          .join(',') ?? null
      )
    case 1:
      return protocols(data)
    case 2:
    case 8:
      return data.length === 0 ? '' : null
    case 3:
      return data.length === 2 ? String(data.readUInt16BE(0)) : null
    case 4:
      return (
        chunks(data, 4)
          ?.map((each) => each.join('.'))
          .join(',') ?? null
      )
    case 5:
      return data.length === 0 ? null : data.toString('base64')
    case 6:
      return chunks(data, 16)?.map(ipv6Text).join(',') ?? null
    default:
      return escaped(data)
  }
}

/** The data of an SVCB or HTTPS record: priority, target, then `key=value` in the order of the keys,
 *  without quotes.
 *  @returns null when it is malformed. Source: RFC 9460, section 2 */
export function serviceBindingText(data: Buffer): string | null {
  // Read on its own, so that a pointer, which is not allowed here, leads nowhere.
  const target = data.length > 2 ? readName(data.subarray(2), 0) : null
  if (target === null) return null
  const fields = [String(data.readUInt16BE(0)), target.name]
  let lastKey = -1
  for (let at = 2 + target.end; at < data.length;) {
    if (at + 4 > data.length) return null
    const key = data.readUInt16BE(at)
    const from = at + 4
    const to = from + data.readUInt16BE(at + 2)
    if (key <= lastKey || to > data.length) return null
    const value = valueText(key, data.subarray(from, to))
    if (value === null) return null
    fields.push(value === '' ? keyName(key) : `${keyName(key)}=${value}`)
    lastKey = key
    at = to
  }
  return fields.join(' ')
}
