import { describe, expect, it, onTestFinished } from 'vitest'
import { openState } from '../../../../agent/src/state/database.ts'
import type { FactStore } from '../../../../agent/src/state/facts.ts'
import { createFactStore } from '../../../../agent/src/state/facts.ts'
import { temporaryFolder } from '../../../helpers/temporary-folder.ts'

/** Facts of a new state. @param stored what lies on disk, by name */
function factsOf(stored: Readonly<Record<string, string>> = {}): FactStore {
  const database = openState(temporaryFolder())
  onTestFinished(() => database.close())
  const insert = database.prepare('insert into facts (name, value) values (?, ?)')
  for (const [name, value] of Object.entries(stored)) insert.run(name, value)
  return createFactStore(database)
}

const NOTHING = {
  agentId: '',
  clockOffsetMs: 0,
  ranThroughMs: null,
  lacks: { browser: null, scripts: [] },
  revokedControllers: [],
}

describe('what an agent knows about itself', () => {
  it('is nothing before the first start', () => {
    expect(factsOf().read()).toEqual(NOTHING)
  })

  it('comes back as it was set', () => {
    const facts = factsOf()
    facts.setAgentId('agt_7')
    facts.setClockOffsetMs(-2_500.25)
    facts.setRanThroughMs(1_773_144_000_000)
    facts.setLacks({ browser: 'It does not start.', scripts: ['greek', 'emoji'] })
    facts.setRevokedControllers(['0A', '0B'])
    expect(facts.read()).toEqual({
      agentId: 'agt_7',
      clockOffsetMs: -2_500.25,
      ranThroughMs: 1_773_144_000_000,
      lacks: { browser: 'It does not start.', scripts: ['greek', 'emoji'] },
      revokedControllers: ['0A', '0B'],
    })
  })

  it.each([
    ['half of it', '{"browser":null,"scr', '17731'],
    ['nothing', '', ''],
    ['zeros', '\0\0\0', '\0\0\0'],
    ['other JSON', '["latin"]', '{}'],
    ['a number where a text was', '{"browser":1,"scripts":[]}', 'NaN'],
    ['no object', 'null', '1e999'],
  ])('is as if it were not there where the disk made %s of it', (_what, lacks, instant) => {
    const read = factsOf({ lacks, clock_offset_ms: `x${instant}`, ran_through_ms: `${instant}x` })
    expect(read.read()).toEqual(NOTHING)
  })
})
