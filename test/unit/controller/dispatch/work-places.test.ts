import { describe, expect, it } from 'vitest'
import { workPlacesOf } from '../../../../controller/src/dispatch/work-places.ts'
import { bareSession } from '../../../helpers/bare-session.ts'

const agent = (region: string, agentId: string) =>
  bareSession({ agentId, region, capabilities: ['traceroute'], settingsVersion: 2 }).session

/** What agents can do of which those named are full, with work for somebody. */
function placesOf(agents: readonly ReturnType<typeof agent>[], full: readonly string[] = []) {
  const sessions = new Map(agents.map((session) => [session.agentId, session]))
  const work = {
    room: ({ agentId }: { agentId: string }) => (full.includes(agentId) ? 0 : 1),
    sharers: () => ['wsp_1'],
  }
  return workPlacesOf(sessions, work, 2)
}

describe('the places where work can be done', () => {
  it('are those of every version of settings that agent and controller know', () => {
    const both = ['eu traceroute', 'eu traceroute@2']
    expect(placesOf([agent('eu', 'a')])).toEqual({
      places: { rechecks: both, onDemand: both, newcomers: [], inside: [] },
      isAnyFull: false,
    })
  })

  it('take rechecks only where an agent has a say', () => {
    const [heard, unheard] = [agent('eu', 'a'), agent('us', 'b')]
    unheard.quarantinedAtMs = 1
    const { places } = placesOf([heard, unheard])
    expect(places.rechecks).toEqual(['eu traceroute', 'eu traceroute@2'])
    expect(places.onDemand).toContain('us traceroute')
  })

  it('take work of newcomers where all agents are full', () => {
    const { places, isAnyFull } = placesOf([agent('eu', 'a'), agent('us', 'b')], ['b'])
    expect(isAnyFull).toBe(true)
    expect(places.newcomers).toEqual(['us traceroute', 'us traceroute@2'])
    expect(places.inside).toEqual(['us traceroute wsp_1', 'us traceroute@2 wsp_1'])
    expect(placesOf([agent('eu', 'a'), agent('eu', 'b')], ['b'])).toMatchObject({
      places: { newcomers: [], inside: ['eu traceroute wsp_1', 'eu traceroute@2 wsp_1'] },
      isAnyFull: false,
    })
  })
})
