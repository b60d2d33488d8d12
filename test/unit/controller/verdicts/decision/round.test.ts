import { describe, expect, it } from 'vitest'
import {
  ASKED,
  asksOf,
  MINUTE,
  only,
  REFUSED,
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

  it('is believed by who asked only after a retry when it was silence', () => {
    const story = tellStory({ retries: 2 })
    const asks = asksOf(story.vote('a', 1_000, { ...SILENCE, endedAtMs: 11_000 }))
    expect(asks).toEqual([
      { region: 'b', dueAtMs: 11_000, attempt: 1 },
      { region: 'c', dueAtMs: 11_000, attempt: 1 },
      { region: 'a', dueAtMs: 16_000, attempt: 1 },
    ])
    story.vote('b', 11_100, { ...SILENCE, ...ASKED })
    expect(asksOf(story.vote('a', 16_100, { ...SILENCE, ...ASKED, endedAtMs: 26_100 }))).toEqual([
      { region: 'a', dueAtMs: 31_100, attempt: 2 },
    ])
    // Waits for the retry: its time limit and 5 s.
    expect(story.state()).toMatchObject({ status: 'up', lookAtMs: 46_100 })
    story.vote('a', 31_200, { ...SILENCE, ...ASKED })
    expect(only(story.actions(), 'openOutage')).toMatchObject([
      { startedAtMs: 1_000, regions: ['b', 'a'], cause: 'timeout', summary: 'Silence.' },
    ])
  })

  it('is no failure there when a retry passes', () => {
    const story = tellStory()
    story.vote('a', 1_000, SILENCE)
    story.vote('b', 1_200, { ...SILENCE, ...ASKED })
    story.vote('a', 6_200, ASKED)
    expect(story.state().memory.round).toBeDefined()
    story.vote('c', 7_000, ASKED)
    expect(story.state()).toMatchObject({ status: 'up' })
    expect(story.state().memory.round).toBeUndefined()
  })

  it('is confirmed by two others before its own retry', () => {
    const story = tellStory()
    story.vote('a', 1_000, SILENCE)
    story.vote('b', 1_200, { ...SILENCE, ...ASKED })
    story.vote('c', 1_200, { ...SILENCE, ...ASKED })
    expect(only(story.actions(), 'openOutage')).toMatchObject([{ regions: ['b', 'c'] }])
  })

  it('asks at most four others, the monitor’s own first', () => {
    const voters = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const story = tellStory({ regions: ['a', 'b'], voters })
    expect(asksOf(story.vote('b', 1_000, REFUSED)).map((ask) => ask.region)).toEqual([
      'a',
      'c',
      'd',
      'e',
    ])
    expect(story.vote('g', 1_500, { ...REFUSED, ...ASKED })).toEqual([])
    for (const region of ['c', 'd']) story.vote(region, 1_500, { ...REFUSED, ...ASKED })
    expect(story.state().status).toBe('down')
  })

  it('is not confirmed by a check that began before it', () => {
    const story = tellStory()
    story.vote('a', 10_000, REFUSED)
    story.vote('b', 9_900, SILENCE)
    expect(story.state().status).toBe('up')
    story.vote('b', 10_200, { ...SILENCE, ...ASKED })
    expect(story.state().status).toBe('down')
  })

  it('is confirmed by an answer to it that seems older by another clock', () => {
    const story = tellStory()
    story.vote('a', 10_000, REFUSED)
    story.vote('b', 7_000, { ...REFUSED, ...ASKED })
    expect(story.state().status).toBe('down')
    expect(only(story.actions(), 'openOutage')).toMatchObject([{ startedAtMs: 10_000 }])
  })

  it('is confirmed by a scheduled check just as well', () => {
    const story = tellStory()
    story.vote('a', 1_000, REFUSED)
    story.vote('b', 1_050, REFUSED)
    expect(story.state().status).toBe('down')
  })

  it('waits no longer for a region that can say nothing', () => {
    const story = tellStory({ regions: ['a'], voters: ['a', 'b', 'c', 'd', 'e'] })
    story.vote('a', 1_000, REFUSED)
    story.vote('b', 1_200, { ...REFUSED, ...ASKED })
    story.vote('c', 1_200, ASKED)
    const nothing = { ...ASKED, status: 'unknown', failureSource: 'resolver' } as const
    story.vote('d', 1_200, nothing)
    expect(story.state().status).toBe('up')
    story.vote('e', 1_200, nothing)
    expect(story.state().status).toBe('down')
  })

  it('is withdrawn with the vote of its region', () => {
    const story = tellStory()
    story.vote('a', 1_000, REFUSED)
    story.change({ voters: ['b', 'c'] })
    story.vote('b', 1_200, { ...REFUSED, ...ASKED })
    expect(story.state().status).toBe('up')
    story.vote('c', 1_500, { ...REFUSED, ...ASKED })
    expect(only(story.actions(), 'openOutage')).toMatchObject([
      { startedAtMs: 1_200, regions: ['b', 'c'] },
    ])
  })

  it('is put to others when those that were asked may not vote any more', () => {
    const story = tellStory()
    story.vote('a', 1_000, REFUSED)
    story.change({ voters: ['a', 'd'] })
    expect(asksOf(story.tick(2_000))).toEqual([{ region: 'd', dueAtMs: 2_000, attempt: 1 }])
  })

  it('has to confirm itself once nobody else may vote', () => {
    const story = tellStory()
    story.vote('a', 1_000, REFUSED)
    story.change({ voters: ['a'] })
    expect(asksOf(story.tick(2_000))).toEqual([{ region: 'a', dueAtMs: 6_100, attempt: 1 }])
    story.vote('a', 6_200, { ...REFUSED, ...ASKED })
    expect(story.state().status).toBe('up')
    story.vote('a', 16_200, { ...REFUSED, ...ASKED })
    expect(story.state().status).toBe('down')
  })
})

describe('a new monitor', () => {
  it('is up by the first good check', () => {
    const story = tellStory({}, { status: 'pending', sinceMs: MINUTE })
    expect(story.vote('a', 2 * MINUTE)).toEqual([
      { kind: 'setStatus', status: 'up', atMs: 2 * MINUTE, reason: null },
    ])
    expect(story.state()).toMatchObject({ memory: {}, lookAtMs: null })
  })

  it('is down once its first failure is confirmed', () => {
    const story = tellStory({}, { status: 'pending' })
    story.vote('a', MINUTE, REFUSED)
    expect(story.state().status).toBe('pending')
    story.vote('b', MINUTE + 200, { ...REFUSED, ...ASKED })
    expect(story.state()).toMatchObject({ status: 'down', sinceMs: MINUTE })
  })

  it('is up by those that outvote its first failure', () => {
    const story = tellStory({}, { status: 'pending' })
    story.vote('a', MINUTE, REFUSED)
    story.vote('b', MINUTE + 200, ASKED)
    story.vote('c', MINUTE + 300, ASKED)
    expect(story.state()).toMatchObject({ status: 'up', sinceMs: MINUTE + 200 })
  })

  it('that came up meanwhile is not down before it', () => {
    const story = tellStory({}, { status: 'pending' })
    story.vote('c', MINUTE + 5_000)
    story.vote('a', MINUTE, { ...SILENCE, endedAtMs: MINUTE + 10_000 })
    story.vote('b', MINUTE, { ...SILENCE, endedAtMs: MINUTE + 10_000 })
    story.vote('b', MINUTE + 10_100, { ...SILENCE, ...ASKED })
    story.vote('c', MINUTE + 10_100, { ...SILENCE, ...ASKED })
    expect(story.state()).toMatchObject({ status: 'down', sinceMs: MINUTE + 5_000 })
    expect(only(story.actions(), 'openOutage')).toMatchObject([{ startedAtMs: MINUTE + 5_000 }])
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

  it('counts a scheduled check as one of its retries', () => {
    const story = tellStory({ regions: ['a'], voters: ['a'] })
    story.vote('a', 1_000, REFUSED)
    expect(story.vote('a', 3_000, REFUSED)).toEqual([])
    story.vote('a', 6_200, { ...REFUSED, ...ASKED })
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
