import { BlockList, isIP } from 'node:net'

const DOT = '.'.charCodeAt(0)
const ZERO = '0'.charCodeAt(0)

/** Address ranges no check may reach unless the operator opened them, each with the reason people
 *  read. Sources: the IANA special-purpose address registries (RFC 6890 and its updates) and the
 *  metadata addresses of the large clouds that lie outside them. */
const BLOCKED: readonly (readonly [cidr: string, reason: string])[] = [
  ['0.0.0.0/8', 'an address of "this network"'],
  ['10.0.0.0/8', 'a private address'],
  ['100.64.0.0/10', 'a shared (carrier-grade NAT) address'],
  ['127.0.0.0/8', 'a loopback address'],
  ['169.254.0.0/16', 'a link-local address'],
  ['172.16.0.0/12', 'a private address'],
  ['192.0.0.0/24', 'a reserved address'],
  ['192.0.2.0/24', 'a documentation address'],
  ['192.31.196.0/24', 'a reserved address'],
  ['192.52.193.0/24', 'a reserved address'],
  ['192.88.99.0/24', 'a reserved address'],
  ['192.168.0.0/16', 'a private address'],
  ['192.175.48.0/24', 'a reserved address'],
  ['198.18.0.0/15', 'a benchmarking address'],
  ['198.51.100.0/24', 'a documentation address'],
  ['203.0.113.0/24', 'a documentation address'],
  ['224.0.0.0/4', 'a multicast address'],
  ['240.0.0.0/4', 'a reserved address'],
  // Azure's metadata and wire server: a public address that only means something inside.
  ['168.63.129.16/32', 'a cloud metadata address'],
  // Only 2000::/3 is global unicast. What lies below and above it (loopback, unspecified,
  // IPv4-mapped, NAT64 64:ff9b::/96, unique local, link-local, multicast) is not.
  ['::/3', 'a private or reserved address'],
  ['4000::/2', 'a reserved address'],
  ['8000::/1', 'a private or reserved address'],
  ['2001::/23', 'a reserved address'],
  ['2001:db8::/32', 'a documentation address'],
  ['2002::/16', 'a 6to4 address'],
  ['3fff::/20', 'a documentation address'],
]

/** A range in CIDR notation; a bare address is a range of one. */
export interface AddressRange {
  readonly address: string
  readonly prefix: number
  readonly family: 4 | 6
}

/** @returns null when the text is no address and no CIDR range */
export function parseAddressRange(text: string): AddressRange | null {
  const match = /^([0-9a-fA-F.:]+)(?:\/(\d{1,3}))?$/.exec(text)
  const address = match?.[1]
  if (address === undefined) return null
  const family = isIP(address)
  if (family !== 4 && family !== 6) return null
  const bits = family === 4 ? 32 : 128
  const prefix = match?.[2] === undefined ? bits : Number(match[2])
  return prefix <= bits ? { address, prefix, family } : null
}

/** Whether an address of one family, in its one spelling, is in some ranges. */
type IsIn = (address: string) => boolean

/** The 32 bits of an IPv4 address as a number. @param address four numbers with dots between */
function ipv4Bits(address: string): number {
  let bits = 0
  let part = 0
  for (let at = 0; at < address.length; at += 1) {
    const code = address.charCodeAt(at)
    if (code === DOT) {
      bits = bits * 256 + part
      part = 0
    } else part = part * 10 + code - ZERO
  }
  return bits * 256 + part
}

/** BlockList makes an object beside the heap of each address that it is asked about, for each range: judging one took
 *  6.0 µs, and takes 0.9. */
function isInIpv4(ranges: readonly AddressRange[]): IsIn {
  const spans = ranges.map(({ address, prefix }) => {
    const size = 2 ** (32 - prefix)
    const bits = ipv4Bits(address)
    const first = bits - (bits % size)
    return { first, last: first + size - 1 }
  })
  return (address) => {
    const bits = ipv4Bits(address)
    return spans.some(({ first, last }) => bits >= first && bits <= last)
  }
}

function isInIpv6(ranges: readonly AddressRange[]): IsIn {
  const list = new BlockList()
  for (const { address, prefix } of ranges) list.addSubnet(address, prefix, 'ipv6')
  return (address) => list.check(address, 'ipv6')
}

function isInFamily(ranges: readonly AddressRange[], family: 4 | 6): IsIn {
  const its = ranges.filter((range) => range.family === family)
  return family === 4 ? isInIpv4(its) : isInIpv6(its)
}

/** "::ffff:127.0.0.1" and "::ffff:7f00:1" reach 127.0.0.1, so they are it; anything else stays. */
export function unmapped(address: string): string {
  if (isIP(address) !== 6) return address
  const canonical = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1)
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical)
  if (mapped?.[1] === undefined || mapped[2] === undefined) return canonical
  const high = Number.parseInt(mapped[1], 16)
  const low = Number.parseInt(mapped[2], 16)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** Makes a test for whether an address, in text, is in any of these ranges; an IPv4 address written as an
 *  IPv6 one counts as what it is. */
export function createAddressList(ranges: readonly AddressRange[]): (address: string) => boolean {
  // Of one family each: BlockList finds IPv4 addresses in IPv6 ranges too.
  const isIn = { 4: isInFamily(ranges, 4), 6: isInFamily(ranges, 6) }
  return (address) => {
    const plain = unmapped(address)
    return isIP(plain) === 4 ? isIn[4](plain) : isIn[6](plain)
  }
}

/** All 32 hexadecimal digits of an IPv6 address in text. */
export function ipv6Digits(address: string): string {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))
  const before = groups(head)
  const after = tail === undefined ? [] : groups(tail)
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].map((group) => group.padStart(4, '0')).join('')
}

/** Judges addresses: the one guard for every kind of check, redirect and resolver. It is asked about
 *  the very address a socket is about to connect to, never about a name. */
export interface AddressGuard {
  /** @param address an IPv4 or IPv6 address in text
   *  @returns null when it may be reached, else what it is ("a loopback address") */
  readonly reasonBlocked: (address: string) => string | null
}

/** @param allowed ranges the operator opened (`SIGHTLINE_ALLOW_PRIVATE_TARGETS`)
 *  Source: decisions, section 4 */
export function createAddressGuard(allowed: readonly AddressRange[]): AddressGuard {
  const isOpen = createAddressList(allowed)
  const closed = BLOCKED.map(([cidr, reason]) => {
    const range = parseAddressRange(cidr)
    if (range === null) throw new Error(`not a range: ${cidr}`)
    return { isIn: isInFamily([range], range.family), family: range.family, reason }
  })
  return {
    reasonBlocked(address) {
      if (isIP(address) === 0) return 'not an address'
      const judged = unmapped(address)
      const family = isIP(judged) === 4 ? 4 : 6
      if (isOpen(judged)) return null
      const hit = closed.find((range) => range.family === family && range.isIn(judged))
      return hit?.reason ?? null
    },
  }
}
