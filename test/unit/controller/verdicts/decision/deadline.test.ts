import { describe, expect, it } from 'vitest'
import {
  ASKED,
  asksOf,
  MINUTE,
  only,
  REFUSED,
  tellStory,
} from '../../../../helpers/decision-story.ts'

describe('at the deadline', () => {
  it('those that answered decide', () => {
    const down = tellStory({ regions: ['a'], voters: ['a', 'b', 'c', 'd', 'e'] })
    down.vote('a', 1_000, REFUSED)
    down.vote('b', 1_200, { ...REFUSED, ...ASKED })
    expect(down.tick(16_099)).toEqual([])
    down.tick(16_100)
    expect(down.state()).toMatchObject({ status: 'down', sinceMs: 1_000 })

    const up = tellStory({ regions: ['a'], voters: ['a', 'b', 'c', 'd', 'e'] })
    up.vote('a', 1_000, REFUSED)
    up.vote('b', 1_200, ASKED)
    up.tick(16_100)
    expect(up.state().memory.round).toBeUndefined()
    expect(up.state().status).toBe('up')
  })

  it('one answer is too few, by any quorum: everybody else is asked again after 30 s', () => {
    const story = tellStory({ quorum: 'any' })
    story.vote('a', 1_000, REFUSED)
    expect(asksOf(story.tick(16_100))).toEqual([
      { region: 'b', dueAtMs: 31_100, attempt: 2 },
      { region: 'c', dueAtMs: 31_100, attempt: 2 },
    ])
    expect(story.tick(16_100)).toEqual([])
    expect(story.state()).toMatchObject({ status: 'up', lookAtMs: 46_100 })
    story.vote('c', 31_200, { ...REFUSED, ...ASKED })
    expect(story.state()).toMatchObject({ status: 'down', sinceMs: 1_000 })
  })

  it('those not asked yet are asked before those that kept silent', () => {
    const voters = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const story = tellStory({ regions: ['a'], voters })
    story.vote('a', 1_000, REFUSED)
    expect(asksOf(story.tick(16_100)).map((ask) => ask.region)).toEqual(['f', 'g', 'b', 'c'])
  })

  it('nobody can tell after two empty rounds, which is the operator’s matter', () => {
    const story = tellStory()
    story.vote('a', 1_000, REFUSED)
    story.tick(16_100)
    const reason = 'The failure in a could not be confirmed, too few checks were answered: HTTP 500'
    expect(story.tick(46_100)).toEqual([
      { kind: 'setStatus', status: 'unknown', atMs: 1_000, reason },
      { kind: 'operatorAlert', atMs: 46_100, reason },
    ])
    expect(story.state().memory.round).toBeUndefined()
    // Still so in the next cycle: nobody is told again.
    story.vote('a', 5 * MINUTE, REFUSED)
    story.tick(6 * MINUTE)
    story.tick(7 * MINUTE)
    expect(only(story.actions(), 'operatorAlert')).toHaveLength(1)
  })

  it('a monitor of one region whose retries came to nothing is asked again, too', () => {
    const story = tellStory({ regions: ['a'], voters: ['a'] })
    story.vote('a', 1_000, REFUSED)
    story.vote('a', 6_200, { ...ASKED, status: 'unknown', failureSource: 'agent' })
    expect(story.state().lookAtMs).toBe(21_100)
    expect(asksOf(story.tick(21_100))).toEqual([{ region: 'a', dueAtMs: 31_100, attempt: 2 }])
    expect(asksOf(story.vote('a', 31_200, { ...ASKED, ...REFUSED }))).toEqual([
      { region: 'a', dueAtMs: 36_300, attempt: 3 },
    ])
    story.vote('a', 36_400, { ...ASKED, ...REFUSED })
    expect(story.state()).toMatchObject({ status: 'down', sinceMs: 1_000 })
  })
})
