import { TYPE_NUMBERS } from './record-type.ts'
import { readName } from './wire-name.ts'

const HEADER_BYTES = 12
const CLASS_IN = 1

/** Names of response codes. Source: the IANA registry "DNS RCODEs" */
const RCODES: Readonly<Record<number, string>> = {
  0: 'NOERROR',
  1: 'FORMERR',
  2: 'SERVFAIL',
  3: 'NXDOMAIN',
  4: 'NOTIMP',
  5: 'REFUSED',
  6: 'YXDOMAIN',
  7: 'YXRRSET',
  8: 'NXRRSET',
  9: 'NOTAUTH',
  10: 'NOTZONE',
  16: 'BADVERS',
  23: 'BADCOOKIE',
}

/** One record of class IN; its data lies in the message, because names in it point back there. */
export interface DnsRecord {
  /** Owner, lower-case, without trailing dot. */
  readonly name: string
  readonly type: number
  /** Seconds. */
  readonly ttl: number
  readonly dataAt: number
  readonly dataEnd: number
}

/** Why a server answers as it does. Source: RFC 8914, section 2 */
export interface ExtendedError {
  readonly code: number
  /** Its own words for people, as they came; '' for none. */
  readonly text: string
}

/** A response as it was read. */
export interface DnsMessage {
  readonly bytes: Buffer
  /** "NOERROR", "NXDOMAIN" and so on; "RCODE11" for one without a name. */
  readonly rcode: string
  /** The AA flag: the server speaks for the zone. */
  readonly isAuthoritative: boolean
  /** The TC flag: the answer was cut. */
  readonly isTruncated: boolean
  /** The AD flag: the server found the DNSSEC signatures valid. */
  readonly isAuthenticated: boolean
  readonly answers: readonly DnsRecord[]
  readonly authorities: readonly DnsRecord[]
  readonly additionals: readonly DnsRecord[]
  /** The first few that came. */
  readonly extendedErrors: readonly ExtendedError[]
}

interface Section {
  readonly records: readonly DnsRecord[]
  readonly end: number
  /** Upper bits of the response code out of the OPT record. Source: RFC 6891, section 6.1.3 */
  readonly extendedRcode: number
  readonly extendedErrors: readonly ExtendedError[]
}

/** The option of an OPT record that holds one. Source: RFC 8914, section 2 */
const EXTENDED_ERROR = 15
/** More of one answer are not read. */
const MAX_EXTENDED_ERRORS = 8

/** The extended errors among the options of an OPT record, as far as these are well formed.
 *  Source: RFC 6891, section 6.1.2 */
function readExtendedErrors(bytes: Buffer, start: number, end: number): ExtendedError[] {
  const found: ExtendedError[] = []
  let at = start
  while (at + 4 <= end && found.length < MAX_EXTENDED_ERRORS) {
    const dataAt = at + 4
    const dataEnd = dataAt + bytes.readUInt16BE(at + 2)
    if (dataEnd > end) break
    if (bytes.readUInt16BE(at) === EXTENDED_ERROR && dataEnd >= dataAt + 2) {
      // Some servers end the text with a NUL.
      const text = bytes.toString('utf8', dataAt + 2, dataEnd).replace(/\0$/, '')
      found.push({ code: bytes.readUInt16BE(dataAt), text })
    }
    at = dataEnd
  }
  return found
}

const NO_ERRORS: readonly ExtendedError[] = []

function readSection(bytes: Buffer, start: number, count: number): Section | null {
  const records: DnsRecord[] = []
  let at = start
  let extendedRcode = 0
  let extendedErrors: readonly ExtendedError[] = NO_ERRORS
  for (let i = 0; i < count; i += 1) {
    const owner = readName(bytes, at)
    if (owner === null || owner.end + 10 > bytes.length) return null
    const { name, end } = owner
    const type = bytes.readUInt16BE(end)
    const dataAt = end + 10
    const dataEnd = dataAt + bytes.readUInt16BE(end + 8)
    if (dataEnd > bytes.length) return null
    if (type === TYPE_NUMBERS.OPT) {
      extendedRcode = bytes.readUInt8(end + 4)
      extendedErrors = readExtendedErrors(bytes, dataAt, dataEnd)
    } else if (bytes.readUInt16BE(end + 2) === CLASS_IN) {
      // A TTL with its highest bit set counts as 0 (RFC 2181, section 8).
      const ttl = bytes.readUInt32BE(end + 4)
      records.push({ name, type, ttl: ttl > 0x7fffffff ? 0 : ttl, dataAt, dataEnd })
    }
    at = dataEnd
  }
  return { records, end: at, extendedRcode, extendedErrors }
}

function skipQuestions(bytes: Buffer): number | null {
  let at = HEADER_BYTES
  for (let i = bytes.readUInt16BE(4); i > 0; i -= 1) {
    const name = readName(bytes, at)
    if (name === null) return null
    at = name.end + 4
  }
  return at
}

/** Reads a response. A truncated one is read as far as its header: what follows may be cut anywhere.
 *  @returns null when it is malformed. Source: RFC 1035, section 4.1 */
export function readMessage(bytes: Buffer): DnsMessage | null {
  if (bytes.length < HEADER_BYTES) return null
  const flags = bytes.readUInt16BE(2)
  const isTruncated = (flags & 0x0200) !== 0
  const count = (index: number): number => (isTruncated ? 0 : bytes.readUInt16BE(6 + 2 * index))
  const start = isTruncated ? HEADER_BYTES : skipQuestions(bytes)
  const answers = start === null ? null : readSection(bytes, start, count(0))
  const authorities = answers === null ? null : readSection(bytes, answers.end, count(1))
  const additionals = authorities === null ? null : readSection(bytes, authorities.end, count(2))
  if (answers === null || authorities === null || additionals === null) return null
  const code = (flags & 0x000f) | (additionals.extendedRcode << 4)
  return {
    bytes,
    rcode: RCODES[code] ?? `RCODE${code}`,
    isAuthoritative: (flags & 0x0400) !== 0,
    isTruncated,
    isAuthenticated: (flags & 0x0020) !== 0,
    answers: answers.records,
    authorities: authorities.records,
    additionals: additionals.records,
    extendedErrors: additionals.extendedErrors,
  }
}
