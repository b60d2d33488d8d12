import { randomFillSync } from 'node:crypto'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Bytes from here on are passed over: modulo 62 they would make the first letters likelier. */
const UNBIASED = 256 - (256 % BASE62.length)

/** Of each byte that is not passed over. */
const LETTERS = Array.from({ length: UNBIASED }, (_, byte) => BASE62.charAt(byte % BASE62.length))

/** Drawn together: to ask the system's source costs ten times what it costs to make an id of what it gives, and each
 *  recheck has one. Those that were used are gone from it. */
const drawn = new Uint8Array(1_024)
let left = 0

function drawByte(): number {
  if (left === 0) {
    randomFillSync(drawn)
    left = drawn.length
  }
  left -= 1
  const byte = drawn[left] ?? 0
  drawn[left] = 0
  return byte
}

/** Random letters and digits from the system's secure source: 5.95 bits each. */
export function randomBase62(length: number): string {
  let text = ''
  for (let count = 0; count < length;) {
    const letter = LETTERS[drawByte()]
    if (letter === undefined) continue
    text += letter
    count += 1
  }
  return text
}

/** Prefixes of the ids people see. Source: decisions, section 1; those after "key" are seen by
 *  operators only. */
export type IdPrefix =
  | 'mon'
  | 'mw'
  | 'out'
  | 'nte'
  | 'alr'
  | 'bdl'
  | 'ctc'
  | 'team'
  | 'crw'
  | 'crs'
  | 'agt'
  | 'key'
  | 'wsp'
  | 'psn'
  | 'tok'
  | 'wrk'
  | 'inv'
  | 'stp'
  | 'cmp'
  | 'sub'
  | 'aud'

/** A new opaque id such as "mon_4fT…": the prefix and 20 random characters (119 bits). */
export function newPublicId(prefix: IdPrefix): string {
  return `${prefix}_${randomBase62(20)}`
}
