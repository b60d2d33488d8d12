import { createAddressGuard, createAddressList, parseAddressRange } from '@sightline/shared/address'
import fc from 'fast-check'
import { BlockList } from 'node:net'
import { describe, expect, it } from 'vitest'

const guard = createAddressGuard([])

function allowing(...ranges: string[]) {
  return createAddressGuard(ranges.flatMap((range) => parseAddressRange(range) ?? []))
}

describe('the address guard', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '93.184.215.14',
    '2606:4700::1',
    '2a00:1450:4001::200e',
    '2001:4860::8',
  ])('lets %s pass', (address) => {
    expect(guard.reasonBlocked(address)).toBeNull()
  })

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.100.100.200',
    '127.0.0.1',
    '127.255.255.254',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.5',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:a00:1',
    '0:0:0:0:0:ffff:c0a8:0101',
    '::7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b::808:808',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    'localhost',
    '',
    '2130706433',
  ])('blocks %s', (address) => {
    expect(guard.reasonBlocked(address)).not.toBeNull()
  })

  it('opens exactly what the operator allowed', () => {
    const open = allowing('127.0.0.0/8', '10.1.0.0/16', '::1')
    for (const address of ['127.0.0.1', '::ffff:127.9.9.9', '10.1.255.1', '::1']) {
      expect(open.reasonBlocked(address)).toBeNull()
    }
    for (const address of ['10.2.0.1', '169.254.169.254', '::2', 'fe80::1']) {
      expect(open.reasonBlocked(address)).not.toBeNull()
    }
  })

  it('does not open IPv4 with an IPv6 range', () => {
    expect(allowing('::/0').reasonBlocked('127.0.0.1')).not.toBeNull()
  })
})

describe('address ranges', () => {
  it.each(['10.0.0.0/33', '10.0.0', 'fd00::/129', 'example.com', '', '10.0.0.0/', '10.0.0.0/8/8'])(
    'refuse "%s"',
    (text) => {
      expect(parseAddressRange(text)).toBeNull()
    },
  )

  it('take a bare address as a range of one', () => {
    expect(parseAddressRange('fd00::1')).toEqual({ address: 'fd00::1', prefix: 128, family: 6 })
  })
})

describe('an IPv4 range', () => {
  it('has what BlockList finds in it, at its borders and anywhere', () => {
    const text = (bits: number): string => [24, 16, 8, 0].map((by) => (bits >>> by) & 255).join('.')
    const bitsOf = fc.integer({ min: 0, max: 0xffff_ffff })
    fc.assert(
      fc.property(bitsOf, fc.integer({ min: 0, max: 32 }), bitsOf, (bits, prefix, other) => {
        const range = { address: text(bits), prefix, family: 4 } as const
        const list = new BlockList()
        list.addSubnet(range.address, prefix, 'ipv4')
        const isIn = createAddressList([range])
        const size = 2 ** (32 - prefix)
        const first = bits - (bits % size)
        const near = [first - 1, first, bits, first + size - 1, first + size, other]
        for (const each of near.filter((at) => at >= 0 && at <= 0xffff_ffff)) {
          expect(isIn(text(each)), text(each)).toBe(list.check(text(each), 'ipv4'))
        }
      }),
    )
  })
})
