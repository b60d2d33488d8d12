/** What Net-SNMP wraps into an opaque value: numbers that SNMP has no type for, behind a tag of two bytes and their
 *  length. Source: Net-SNMP, asn1.h (ASN_OPAQUE_TAG1 and the tags after it) */
const TAG = 0x9f
const COUNTER64 = 0x76
const FLOAT = 0x78
const DOUBLE = 0x79
const SIGNED64 = 0x7a
const UNSIGNED64 = 0x7b

/** The shortest text that means this number of 32 bits. */
function singleText(value: number): string {
  for (let digits = 6; digits < 9; digits += 1) {
    const near = Number(value.toPrecision(digits))
    if (Math.fround(near) === value) return String(near)
  }
  return String(value)
}

/** The number in an opaque value as people write it; null where there is none. */
export function opaqueNumber(bytes: Buffer): string | null {
  const [tag, type, length] = bytes
  const data = bytes.subarray(3)
  if (tag !== TAG || length === undefined || length === 0 || data.length !== length) return null
  if (type === FLOAT) return length === 4 ? singleText(data.readFloatBE(0)) : null
  if (type === DOUBLE) return length === 8 ? String(data.readDoubleBE(0)) : null
  if (type !== SIGNED64 && type !== UNSIGNED64 && type !== COUNTER64) return null
  // One more than eight where the highest bit is no sign.
  if (length > 9) return null
  const whole = BigInt(`0x${data.toString('hex')}`)
  return String(type === SIGNED64 ? BigInt.asIntN(8 * length, whole) : whole)
}
