import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAddressWindows } from '../../../../controller/src/limits/address-window.ts'

const LIMITS = { limit: 4, windowMs: 1_000, maxAddresses: 3 }
const asked = fc.array(
  fc.record({ gapMs: fc.integer({ min: 0, max: 700 }), elsewhere: fc.boolean() }),
  { maxLength: 80 },
)

describe('windows of an address', () => {
  it('refuse nothing that the database would let through, and all that this controller alone fills', () => {
    fc.assert(
      fc.property(asked, (requests) => {
        const windows = createAddressWindows(LIMITS)
        // As admit_burst counts, with the requests of another controller among them.
        let stored: number[] = []
        let own: number[] = []
        let at = 1_000_000
        for (const { gapMs, elsewhere } of requests) {
          at += gapMs
          const inWindow = (hit: number) => hit > at - LIMITS.windowMs
          stored = stored.filter(inWindow)
          own = own.filter(inWindow)
          const isFree = stored.length < LIMITS.limit
          if (elsewhere) {
            if (isFree) stored.push(at)
            continue
          }
          const takeBack = windows.count('192.0.2.1', at)
          if (takeBack === null) expect(isFree).toBe(false)
          expect(takeBack === null).toBe(own.length >= LIMITS.limit)
          if (takeBack === null) continue
          if (isFree) {
            stored.push(at)
            own.push(at)
          } else takeBack()
        }
      }),
    )
  })

  it('remember no more addresses than they may', () => {
    const windows = createAddressWindows(LIMITS)
    for (let n = 0; n < 50; n += 1) windows.count(`192.0.2.${n}`, 0)
    expect(windows.size()).toBe(3)
  })

  it('count requests that are still on their way', () => {
    const windows = createAddressWindows(LIMITS)
    for (let n = 0; n < 4; n += 1) expect(windows.count('192.0.2.1', 5)).not.toBeNull()
    expect(windows.count('192.0.2.1', 5)).toBeNull()
    expect(windows.count('192.0.2.2', 5)).not.toBeNull()
  })

  it('survive that a request is taken back after its address was forgotten', () => {
    const windows = createAddressWindows(LIMITS)
    const takeBack = windows.count('192.0.2.1', 0)
    for (let n = 2; n < 9; n += 1) windows.count(`192.0.2.${n}`, 0)
    takeBack?.()
    expect(windows.count('192.0.2.1', 0)).not.toBeNull()
  })
})
