/** Longest name on the wire and longest label, in bytes. Source: RFC 1035, section 2.3.4 */
const MAX_NAME_BYTES = 255
const MAX_LABEL_BYTES = 63
/** A name never needs as many pointers; a hostile chain of them would cost time. */
const MAX_POINTERS = 16

/** Each byte of a label as people read it: a dot and bytes that are no printable ASCII are escaped.
 *  Source: RFC 1035, section 5.1 */
const BYTE_TEXTS = Array.from({ length: 256 }, (_, byte) => {
  if (byte === 0x2e || byte === 0x5c) return `\\${String.fromCharCode(byte)}`
  if (byte > 0x20 && byte < 0x7f) return String.fromCharCode(byte).toLowerCase()
  return `\\${String(byte).padStart(3, '0')}`
})

/** One label as people read it, lower-case. */
function labelText(bytes: Buffer, from: number, to: number): string {
  let text = ''
  // A hostile answer has a million of them.
  for (let at = from; at < to; at += 1) text += BYTE_TEXTS[bytes[at] ?? 0] ?? ''
  return text
}

/** A name in a message, lower-case and without its trailing dot; "." is the root. */
export interface WireName {
  readonly name: string
  /** Where the bytes after it begin. */
  readonly end: number
}

/** Reads a name, following pointers to earlier places only.
 *  @returns null when there is no well-formed name. Source: RFC 1035, section 4.1.4 */
export function readName(bytes: Buffer, start: number): WireName | null {
  const labels: string[] = []
  let at = start
  let end = -1
  let pointers = 0
  let size = 1
  for (;;) {
    const length = bytes[at]
    if (length === undefined) return null
    if (length === 0) break
    if (length >= 0xc0) {
      const low = bytes[at + 1]
      const target = ((length & 0x3f) << 8) | (low ?? 0)
      pointers += 1
      if (low === undefined || target >= at || pointers > MAX_POINTERS) return null
      if (end === -1) end = at + 2
      at = target
      continue
    }
    size += length + 1
    if (length > MAX_LABEL_BYTES || size > MAX_NAME_BYTES) return null
    if (at + 1 + length > bytes.length) return null
    labels.push(labelText(bytes, at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.length === 0 ? '.' : labels.join('.'), end: end === -1 ? at + 1 : end }
}

/** Whether a name, without its trailing dot, can be put into a question. One with escaped bytes cannot:
 *  they would be sent as they are written. */
export function isAskable(name: string): boolean {
  if (name === '.') return true
  if (name.includes('\\') || Buffer.byteLength(name) > MAX_NAME_BYTES - 2) return false
  return name.split('.').every((label) => {
    const size = Buffer.byteLength(label)
    return size > 0 && size <= MAX_LABEL_BYTES
  })
}

/** The name one level up; null above the root. */
export function parentOf(name: string): string | null {
  if (name === '.') return null
  const dot = name.indexOf('.')
  return dot === -1 ? '.' : name.slice(dot + 1)
}

/** Whether a name is a zone's own or lies below it. */
export function isWithin(name: string, zone: string): boolean {
  return zone === '.' || name === zone || name.endsWith(`.${zone}`)
}
