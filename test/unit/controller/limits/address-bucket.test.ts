import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAddressBucket } from '../../../../controller/src/limits/address-bucket.ts'
import { networkOf } from '../../../../controller/src/limits/network-of.ts'

const LIMITS = { capacity: 5, perSecond: 2, maxNetworks: 3 }
const gaps = fc.array(fc.integer({ min: 0, max: 1_500 }), { maxLength: 60 })

/** Instants of requests, by the time between them. */
function instantsOf(gapsMs: readonly number[]): number[] {
  let at = 1_000_000
  return gapsMs.map((gap) => (at += gap))
}

describe('a bucket for each network', () => {
  it('never gives more in any span than it holds and gets back in it', () => {
    fc.assert(
      fc.property(gaps, (gapsMs) => {
        const bucket = createAddressBucket(LIMITS)
        const given = instantsOf(gapsMs).filter((at) => bucket.take('192.0.2.1', at))
        given.forEach((from, first) => {
          given.slice(first).forEach((to, more) => {
            const allowed = LIMITS.capacity + ((to - from) / 1_000) * LIMITS.perSecond
            expect(more + 1).toBeLessThanOrEqual(allowed + 1e-6)
          })
        })
      }),
    )
  })

  it('never refuses who keeps to the rate, whatever others do', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 40 }), (bursts) => {
        const bucket = createAddressBucket(LIMITS)
        bursts.forEach((burst, n) => {
          const at = 1_000_000 + n * 500
          for (let k = 0; k < burst; k += 1) bucket.take('192.0.2.66', at)
          expect(bucket.take('192.0.2.1', at)).toBe(true)
        })
      }),
    )
  })

  it('remembers no more networks than it may, and forgets the one longest silent', () => {
    const bucket = createAddressBucket(LIMITS)
    for (let n = 0; n < 5; n += 1) bucket.take('192.0.2.1', 0)
    expect(bucket.take('192.0.2.1', 0)).toBe(false)
    for (const address of ['192.0.2.2', '192.0.2.3']) bucket.take(address, 0)
    expect(bucket.take('192.0.2.1', 0)).toBe(false)
    for (let n = 4; n < 100; n += 1) bucket.take(`192.0.2.${n}`, 0)
    expect(bucket.size()).toBe(3)
    expect(bucket.take('192.0.2.1', 0)).toBe(true)
  })

  it('neither gives nor takes when the clock is set back', () => {
    const bucket = createAddressBucket(LIMITS)
    for (let n = 0; n < 5; n += 1) bucket.take('192.0.2.1', 10_000)
    expect(bucket.take('192.0.2.1', 1_000)).toBe(false)
    expect(bucket.take('192.0.2.1', 1_500)).toBe(true)
  })
})

describe('the network of an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:DB8:0:1:a:b:c:d', '2001:db8:0:1::/64'],
    ['2001:0db8:0000:0001::', '2001:db8:0:1::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['1:2:3:4:5:6:192.0.2.1', '1:2:3:4::/64'],
    ['unknown', 'unknown'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  it('is the same for all addresses of a /64, and another for another', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16))
    const half = fc.tuple(group, group, group, group)
    fc.assert(
      fc.property(half, half, half, (network, one, other) => {
        const address = (end: readonly string[]) => [...network, ...end].join(':')
        expect(networkOf(address(one))).toBe(networkOf(address(other)))
        expect(networkOf(address(one))).toBe(`${network.join(':')}::/64`)
      }),
    )
  })
})
