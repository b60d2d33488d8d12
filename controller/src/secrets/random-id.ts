import { randomBytes } from 'node:crypto'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Bytes from here on are drawn anew: modulo 62 they would make the first letters likelier. */
const UNBIASED = 256 - (256 % BASE62.length)

/** Random letters and digits from the system's secure source: 5.95 bits each. */
export function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length)) {
      if (byte < UNBIASED) text += BASE62[byte % BASE62.length] ?? ''
    }
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
