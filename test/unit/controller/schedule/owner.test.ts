import type { CheckCapability } from '@sightline/shared/needed-capability'
import { CHECK_CAPABILITIES } from '@sightline/shared/needed-capability'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ownershipOf } from '../../../../controller/src/schedule/owner.ts'

const agentIds = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 12 }), {
  minLength: 1,
  maxLength: 12,
})

/** A monitor that needs this of an agent. */
const monitorThatNeeds = (id: number, needs: CheckCapability, needsVersion = 1) => ({
  id,
  needs,
  needsVersion,
})

/** The owner among agents that can all check the web. */
const ownerAmong = (ids: readonly string[], monitorId: number): string | null =>
  ownershipOf(ids.map((id) => ({ id, capabilities: ['web'], settingsVersion: 1 })))(
    monitorThatNeeds(monitorId, 'web'),
  )

describe('the owner of a monitor', () => {
  it('is nobody without a live agent', () => {
    expect(ownerAmong([], 1)).toBeNull()
  })

  it('does not depend on the order of the agents', () => {
    fc.assert(
      fc.property(agentIds, fc.nat(), (ids, monitorId) => {
        expect(ownerAmong(ids.toReversed(), monitorId)).toBe(ownerAmong(ids, monitorId))
      }),
    )
  })

  it('changes only for the monitors of an agent that is gone', () => {
    fc.assert(
      fc.property(agentIds, fc.nat(), fc.nat(), (ids, monitorId, pick) => {
        const gone = ids[pick % ids.length]
        const before = ownerAmong(ids, monitorId)
        const after = ownerAmong(
          ids.filter((id) => id !== gone),
          monitorId,
        )
        if (before !== gone) expect(after).toBe(before)
      }),
    )
  })

  it('gives each agent its share', () => {
    const ids = ['agt_a', 'agt_b', 'agt_c', 'agt_d']
    const owner = ownershipOf(ids.map((id) => ({ id, capabilities: ['web'], settingsVersion: 1 })))
    const shares = new Map(ids.map((id) => [id, 0]))
    for (let monitorId = 1; monitorId <= 20_000; monitorId += 1) {
      const id = owner(monitorThatNeeds(monitorId, 'web')) ?? ''
      shares.set(id, (shares.get(id) ?? 0) + 1)
    }
    for (const share of shares.values()) expect(Math.abs(share - 5_000)).toBeLessThan(350)
  })

  it('is one of those that can check it and know its settings, and any where none can', () => {
    const candidates = fc.uniqueArray(
      fc.record({
        id: fc.string({ minLength: 1 }),
        capabilities: fc.subarray([...CHECK_CAPABILITIES]),
        settingsVersion: fc.integer({ min: 1, max: 3 }),
      }),
      { minLength: 1, maxLength: 8, selector: ({ id }) => id },
    )
    const needs = fc.constantFrom(...CHECK_CAPABILITIES)
    const versions = fc.integer({ min: 1, max: 3 })
    fc.assert(
      fc.property(candidates, fc.nat(), needs, versions, (agents, id, needed, version) => {
        const monitor = monitorThatNeeds(id, needed, version)
        const able = agents.filter(({ capabilities }) => capabilities.includes(needed))
        const knowing = able.filter(({ settingsVersion }) => settingsVersion >= version)
        const owner = ownershipOf(agents)(monitor)
        const among = [knowing, able].find((each) => each.length > 0) ?? agents
        expect(among.map((agent) => agent.id)).toContain(owner)
        // Those that cannot check it have no say in who does.
        expect(ownershipOf(among)(monitor)).toBe(owner)
      }),
    )
  })
})

describe('an agent that hands its checks over', () => {
  const capable = (id: string, capabilities: readonly string[], isLeaving: boolean) => ({
    id,
    capabilities,
    settingsVersion: 1,
    isLeaving,
  })

  it('keeps none that another can check', () => {
    const owner = ownershipOf([capable('a', ['web'], true), capable('b', ['web'], false)])
    const owners = Array.from({ length: 100 }, (_, id) => owner(monitorThatNeeds(id, 'web')))
    expect(new Set(owners)).toEqual(new Set(['b']))
  })

  it('keeps those that nobody else can check, and all where it is alone', () => {
    const owner = ownershipOf([
      capable('a', ['web', 'browser'], true),
      capable('b', ['web'], false),
    ])
    expect(owner(monitorThatNeeds(1, 'browser'))).toBe('a')
    expect(owner(monitorThatNeeds(1, 'ping'))).toBe('b')
    const alone = ownershipOf([capable('a', ['web'], true)])
    expect(alone(monitorThatNeeds(1, 'web'))).toBe('a')
  })
})
