import { describe, expect, it } from 'vitest'
import { changedRegions, directoryOf } from '../../../../controller/src/schedule/directory.ts'
import type { AgentRow } from '../../../../controller/src/db/agents.ts'

const NOW = 1_000_000

function anAgent(agent: Partial<AgentRow>): AgentRow {
  return {
    publicId: 'agt_a',
    region: 'eu-west',
    live: true,
    capabilities: ['web'],
    settingsVersion: 1,
    connectedAtMs: 0,
    coveredThroughMs: NOW,
    drainingAtMs: null,
    ...agent,
  }
}

describe('the agents of a region', () => {
  it('are the live ones, in a fixed order', () => {
    const directory = directoryOf(
      [
        anAgent({ publicId: 'b' }),
        anAgent({ publicId: 'a' }),
        anAgent({ publicId: 'c', live: false }),
      ],
      NOW,
    )
    expect(directory.get('eu-west')?.liveIds).toEqual(['a', 'b'])
  })

  it('hand monitors over from where a lost agent was complete', () => {
    const stayed = anAgent({ publicId: 'a', connectedAtMs: NOW - 500_000 })
    const lost = anAgent({ live: false, coveredThroughMs: NOW - 17_000 })
    expect(directoryOf([stayed, lost], NOW).get('eu-west')?.handedOverFromMs).toBe(NOW - 17_000)
    expect(directoryOf([stayed], NOW).get('eu-west')?.handedOverFromMs).toBe(NOW)
  })

  it('take monitors over from one that is told to leave from just before it was told', () => {
    const stays = anAgent({ publicId: 'a' })
    const leaves = anAgent({ publicId: 'b', drainingAtMs: NOW - 5_000 })
    const [before, after] = [
      [stays, anAgent({ publicId: 'b' })],
      [stays, leaves],
    ].map((agents) => directoryOf(agents, NOW))
    expect(after?.get('eu-west')).toMatchObject({
      leavingIds: ['b'],
      handedOverFromMs: NOW - 6_000,
    })
    expect(changedRegions(before ?? new Map(), after ?? new Map())).toEqual(['eu-west'])
  })

  it('hand monitors over to one that joins from just before it joined', () => {
    const joined = anAgent({ connectedAtMs: NOW - 5_000 })
    expect(directoryOf([joined], NOW).get('eu-west')?.handedOverFromMs).toBe(NOW - 6_000)
  })

  it('changed where one can do more or less than before', () => {
    const after = directoryOf([anAgent({ capabilities: ['ping', 'web'] })], NOW)
    expect(changedRegions(directoryOf([anAgent({})], NOW), after)).toEqual(['eu-west'])
    expect(changedRegions(after, after)).toEqual([])
  })

  it('changed where somebody came or went, and nowhere else', () => {
    const before = directoryOf([anAgent({}), anAgent({ publicId: 'x', region: 'us-east' })], NOW)
    const after = directoryOf([anAgent({}), anAgent({ publicId: 'y', region: 'us-east' })], NOW)
    expect(changedRegions(before, after)).toEqual(['us-east'])
    expect(changedRegions(before, directoryOf([], NOW))).toEqual(['eu-west', 'us-east'])
  })
})
