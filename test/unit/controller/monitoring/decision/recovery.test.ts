import { describe, expect, it } from 'vitest'
import type { Story } from '../../../../helpers/decision-story.ts'
import {
  ASKED,
  asksOf,
  MINUTE,
  only,
  REFUSED,
  tellStory,
} from '../../../../helpers/decision-story.ts'

/** Down since 1 s, by `a` and `b`. */
function tellOutage(...settings: Parameters<typeof tellStory>): Story {
  const story = tellStory(...settings)
  story.vote('a', 1_000, REFUSED)
  story.vote('b', 1_200, { ...ASKED, ...REFUSED })
  expect(story.state().status).toBe('down')
  return story
}

describe('a monitor that is down', () => {
  it('is checked again 15 s after its first good check, there and elsewhere', () => {
    const story = tellOutage()
    expect(asksOf(story.vote('a', 60_000))).toEqual([
      { region: 'a', dueAtMs: 75_100, attempt: 1 },
      { region: 'b', dueAtMs: 75_100, attempt: 1 },
      { region: 'c', dueAtMs: 75_100, attempt: 2 },
    ])
    expect(story.state().status).toBe('down')
  })

  it('is up by two good checks from two regions, since the first of them', () => {
    const story = tellOutage()
    story.vote('a', 60_000)
    expect(story.vote('a', 75_100, ASKED)).toEqual([])
    expect(story.vote('b', 75_100, ASKED)).toEqual([
      { kind: 'closeOutage', scope: 'global', endedAtMs: 60_000 },
      { kind: 'setStatus', status: 'up', atMs: 60_000, reason: null },
      {
        kind: 'alert',
        alert: 'up',
        atMs: 60_000,
        sinceMs: 1_000,
        cause: null,
        reason: null,
        regions: ['a', 'b'],
        isDigested: false,
        isOver: false,
      },
    ])
  })

  it('is checked every minute where the grid does not', () => {
    const story = tellOutage()
    // a and b were heard, c not since the outage began.
    expect(story.state().lookAtMs).toBe(61_000)
    expect(asksOf(story.tick(61_250)).map((ask) => ask.region)).toEqual(['a', 'b'])
    expect(story.tick(61_250)).toEqual([])
    expect(story.state().lookAtMs).toBe(61_300)
    expect(asksOf(story.tick(61_300)).map((ask) => ask.region)).toEqual(['c'])
  })

  it('is left to the grid where that is as dense', () => {
    const story = tellOutage({ intervalMs: MINUTE })
    expect(story.tick(62_000)).toEqual([])
    expect(only(story.actions(), 'closeOutage')).toEqual([])
  })
})
