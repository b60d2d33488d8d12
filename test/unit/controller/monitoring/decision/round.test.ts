import { describe, expect, it } from 'vitest'
import {
  ASKED,
  asksOf,
  MINUTE,
  only,
  REFUSED,
  SECOND,
  SILENCE,
  tellStory,
} from '../../../../helpers/decision-story.ts'

describe('a failure in one of several regions', () => {
  it('is checked by the others at once, without a word about the status', () => {
    const story = tellStory()
    const actions = story.vote('a', 1_000, REFUSED)
    expect(actions).toEqual([
      { kind: 'recheck', region: 'b', dueAtMs: 1_100, attempt: 1 },
      { kind: 'recheck', region: 'c', dueAtMs: 1_100, attempt: 1 },
    ])
    expect(story.state()).toMatchObject({ status: 'up', lookAtMs: 16_100 })
    expect(story.state().memory.round).toBeDefined()
  })

  it('is down as soon as the quorum failed, since the first failing check', () => {
    const story = tellStory()
    story.vote('a', 1_000, REFUSED)
    expect(story.vote('b', 1_200, { ...ASKED, ...REFUSED })).toEqual([
      { kind: 'setStatus', status: 'down', atMs: 1_000, reason: 'HTTP 500' },
      {
        kind: 'openOutage',
        scope: 'global',
        startedAtMs: 1_000,
        confirmedAtMs: 1_300,
        regions: ['a', 'b'],
        cause: 'serverError',
        summary: 'HTTP 500',
      },
      {
        kind: 'alert',
        alert: 'down',
        atMs: 1_300,
        sinceMs: 1_000,
        cause: 'serverError',
        reason: 'HTTP 500',
        regions: ['a', 'b'],
        isDigested: false,
        isOver: false,
      },
    ])
    expect(story.state()).toMatchObject({ status: 'down', sinceMs: 1_000 })
  })

  it('is nothing once the quorum cannot be reached any more', () => {
    const story = tellStory()
    story.vote('a', 1_000, REFUSED)
    expect(story.vote('b', 1_200, ASKED)).toEqual([])
    expect(story.vote('c', 1_200, ASKED)).toEqual([])
    expect(story.state().status).toBe('up')
    expect(story.state().memory.round).toBeUndefined()
  })

  it('gets a retry where it was met when it was silence', () => {
    const story = tellStory()
    const asks = asksOf(story.vote('a', 1_000, { ...SILENCE, endedAtMs: 11_000 }))
    expect(asks).toContainEqual({ region: 'a', dueAtMs: 16_000, attempt: 1 })
    expect(story.state().lookAtMs).toBe(16_000 + 15 * SECOND)
  })
})

describe('a failure in the only region', () => {
  it('needs two more failures than retries, ever further apart', () => {
    const story = tellStory({ regions: ['a'], voters: ['a'] })
    expect(asksOf(story.vote('a', 1_000, REFUSED))).toEqual([
      { region: 'a', dueAtMs: 6_100, attempt: 1 },
    ])
    expect(asksOf(story.vote('a', 6_100, { ...REFUSED, ...ASKED }))).toEqual([
      { region: 'a', dueAtMs: 16_100, attempt: 2 },
    ])
    expect(story.state().status).toBe('up')
    story.vote('a', 16_100, { ...REFUSED, ...ASKED })
    expect(story.state().status).toBe('down')
    expect(only(story.actions(), 'openOutage')).toMatchObject([
      { startedAtMs: 1_000, confirmedAtMs: 16_200, regions: ['a'] },
    ])
  })

  it('is believed at once without retries', () => {
    const story = tellStory({ regions: ['a'], voters: ['a'], retries: 0 })
    story.vote('a', 1_000, SILENCE)
    expect(story.state().status).toBe('down')
  })

  it('is over with the first retry that passes', () => {
    const story = tellStory({ regions: ['a'], voters: ['a'] })
    story.vote('a', MINUTE, REFUSED)
    story.vote('a', MINUTE + 5_100, ASKED)
    expect(story.state().status).toBe('up')
    expect(only(story.actions(), 'openOutage')).toEqual([])
  })
})
