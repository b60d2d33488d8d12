import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ownershipOf } from '../../../../controller/src/scheduling/owner.ts'

const agentIds = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 12 }), {
  minLength: 1,
  maxLength: 12,
})

describe('the owner of a monitor', () => {
  it('is nobody without a live agent', () => {
    expect(ownershipOf([])(1)).toBeNull()
  })

  it('does not depend on the order of the agents', () => {
    fc.assert(
      fc.property(agentIds, fc.nat(), (ids, monitorId) => {
        expect(ownershipOf(ids.toReversed())(monitorId)).toBe(ownershipOf(ids)(monitorId))
      }),
    )
  })

  it('changes only for the monitors of an agent that is gone', () => {
    fc.assert(
      fc.property(agentIds, fc.nat(), fc.nat(), (ids, monitorId, pick) => {
        const gone = ids[pick % ids.length]
        const before = ownershipOf(ids)(monitorId)
        const after = ownershipOf(ids.filter((id) => id !== gone))(monitorId)
        if (before !== gone) expect(after).toBe(before)
      }),
    )
  })

  it('gives each agent its share', () => {
    const ids = ['agt_a', 'agt_b', 'agt_c', 'agt_d']
    const shares = new Map(ids.map((id) => [id, 0]))
    for (let monitorId = 1; monitorId <= 20_000; monitorId += 1) {
      const owner = ownershipOf(ids)(monitorId) ?? ''
      shares.set(owner, (shares.get(owner) ?? 0) + 1)
    }
    for (const share of shares.values()) expect(Math.abs(share - 5_000)).toBeLessThan(350)
  })
})
