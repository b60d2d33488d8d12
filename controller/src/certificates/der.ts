/** What certificates are written in: a tag, a length, a value. Source: ITU-T X.690, distinguished encoding rules */

const LONG_LENGTH = 0x80

function lengthOf(bytes: number): Buffer {
  if (bytes < LONG_LENGTH) return Buffer.from([bytes])
  const hex = bytes.toString(16)
  const digits = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  return Buffer.concat([Buffer.from([LONG_LENGTH | digits.length]), digits])
}

function valueOf(tag: number, content: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content])
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer =>
  valueOf(0x30, Buffer.concat(parts))

export const setOf = (part: Uint8Array): Buffer => valueOf(0x31, part)

export const boolean = (value: boolean): Buffer => valueOf(0x01, Buffer.from([value ? 0xff : 0]))

/** @param bytes of a positive number, the first neither 0 nor above 127 */
export const integer = (bytes: Uint8Array): Buffer => valueOf(0x02, bytes)

export const utf8 = (text: string): Buffer => valueOf(0x0c, Buffer.from(text))

export const octets = (content: Uint8Array): Buffer => valueOf(0x04, content)

/** @param unused bits at the end that are none */
export const bits = (content: Uint8Array, unused = 0): Buffer =>
  valueOf(0x03, Buffer.concat([Buffer.from([unused]), content]))

/** A part that its number names. */
export const explicit = (number: number, content: Uint8Array): Buffer =>
  valueOf(0xa0 | number, content)

/** The same for plain bytes. */
export const implicit = (number: number, content: Uint8Array): Buffer =>
  valueOf(0x80 | number, content)

/** @param text such as "2.5.29.17" */
export function objectId(text: string): Buffer {
  const [first = 0, second = 0, ...others] = text.split('.').map(Number)
  return valueOf(0x06, Buffer.from([first * 40 + second, ...others.flatMap(base128)]))
}

function base128(value: number): number[] {
  const digits = [value & 0x7f]
  for (let left = value >>> 7; left > 0; left >>>= 7) digits.unshift((left & 0x7f) | 0x80)
  return digits
}

const FIRST_LONG_YEAR = 2050

/** An instant, to the second. Years from 2050 on have four digits (RFC 5280, 4.1.2.5). */
export function time(at: Date): Buffer {
  const digits = at.toISOString().replaceAll(/[-:T]|\.\d+/g, '')
  return at.getUTCFullYear() < FIRST_LONG_YEAR
    ? valueOf(0x17, Buffer.from(digits.slice(2)))
    : valueOf(0x18, Buffer.from(digits))
}
