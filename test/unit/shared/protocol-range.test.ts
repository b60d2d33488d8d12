import { agreeOnProtocol } from '@sightline/shared/protocol-range'
import { describe, expect, it } from 'vitest'

const range = (lowest: number, highest: number) => ({ lowest, highest })

describe('an agent and a controller', () => {
  it.each([
    [range(1, 1), range(1, 1), 1],
    [range(1, 2), range(1, 1), 1],
    [range(1, 1), range(1, 2), 1],
    [range(2, 3), range(1, 2), 2],
    [range(1, 4), range(2, 3), 3],
  ])('of %j and %j speak %i', (agent, controller, version) => {
    expect(agreeOnProtocol(agent, controller)).toEqual({ version })
  })

  it.each([
    [
      range(1, 1),
      range(2, 3),
      'the agent speaks protocol 1, the controller speaks protocols 2 to 3: update the agent',
    ],
    [
      range(3, 4),
      range(1, 2),
      'the agent speaks protocols 3 to 4, the controller speaks protocols 1 to 2: update the controller',
    ],
  ])('of %j and %j are told which has to be updated', (agent, controller, problem) => {
    expect(agreeOnProtocol(agent, controller)).toEqual({ version: null, problem })
  })
})
