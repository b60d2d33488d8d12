import { describe, expect, it } from 'vitest'
import type { Story } from '../../../../helpers/decision-story.ts'
import {
  ASKED,
  MINUTE,
  only,
  REFUSED,
  SILENCE,
  tellStory,
} from '../../../../helpers/decision-story.ts'

/** A cycle of the grid in which `a` fails and the others pass. */
function failAlone(story: Story, atMs: number, fields = REFUSED): void {
  story.vote('a', atMs, fields)
  story.vote('b', atMs + 1_000, ASKED)
  story.vote('c', atMs + 1_000, ASKED)
}

function failThrice(story: Story): void {
  for (const cycle of [1, 2, 3]) failAlone(story, cycle * 5 * MINUTE)
}

const REASON = 'Only a cannot reach it: HTTP 500'

describe('a region that fails alone', () => {
  it('is nothing twice', () => {
    const story = tellStory()
    failAlone(story, 5 * MINUTE)
    failAlone(story, 10 * MINUTE)
    expect(story.actions().map(({ kind }) => kind)).not.toContain('setStatus')
    expect(story.state().status).toBe('up')
  })

  it('has an outage of its own the third time, since the first', () => {
    const story = tellStory()
    failThrice(story)
    const told = { cause: 'regionalOutage', regions: ['a'] }
    expect(story.actions().filter(({ kind }) => kind !== 'recheck')).toEqual([
      { kind: 'setStatus', status: 'degraded', atMs: 5 * MINUTE, reason: REASON },
      {
        kind: 'openOutage',
        scope: 'regional',
        startedAtMs: 5 * MINUTE,
        confirmedAtMs: 15 * MINUTE + 1_100,
        summary: REASON,
        ...told,
      },
      {
        kind: 'alert',
        alert: 'degraded',
        atMs: 15 * MINUTE + 1_100,
        sinceMs: 5 * MINUTE,
        reason: REASON,
        isDigested: false,
        isOver: false,
        ...told,
      },
    ])
  })

  it('has one, and is told of once, however long it goes on', () => {
    const story = tellStory()
    failThrice(story)
    for (const cycle of [4, 5, 6, 7]) failAlone(story, cycle * 5 * MINUTE)
    expect(only(story.actions(), 'openOutage')).toHaveLength(1)
    expect(only(story.actions(), 'alert')).toHaveLength(1)
  })

  it('is well with its next good check', () => {
    const story = tellStory()
    failThrice(story)
    expect(story.vote('a', 20 * MINUTE)).toEqual([
      { kind: 'closeOutage', scope: 'regional', endedAtMs: 20 * MINUTE },
      { kind: 'setStatus', status: 'up', atMs: 20 * MINUTE, reason: null },
    ])
  })

  it('is counted anew after a good check', () => {
    const story = tellStory()
    failAlone(story, 5 * MINUTE)
    failAlone(story, 10 * MINUTE)
    story.vote('a', 15 * MINUTE)
    failAlone(story, 20 * MINUTE)
    failAlone(story, 25 * MINUTE)
    expect(story.state().status).toBe('up')
  })

  it('counts although the others answer before its retry, unless the retry passes', () => {
    const failing = tellStory()
    const passing = tellStory()
    for (const cycle of [1, 2, 3]) {
      const atMs = cycle * 5 * MINUTE
      failAlone(failing, atMs, SILENCE)
      failing.vote('a', atMs + 6_000, { ...SILENCE, ...ASKED })
      failAlone(passing, atMs, SILENCE)
      passing.vote('a', atMs + 6_000, ASKED)
    }
    expect(failing.state().status).toBe('degraded')
    expect(passing.state()).toMatchObject({ status: 'up' })
    expect(only(passing.actions(), 'setStatus')).toEqual([])
  })

  it('is joined by another', () => {
    const story = tellStory({
      regions: ['a', 'b', 'c', 'd', 'e'],
      voters: ['a', 'b', 'c', 'd', 'e'],
    })
    for (const cycle of [1, 2, 3, 4]) {
      const atMs = cycle * 5 * MINUTE
      story.vote('a', atMs, REFUSED)
      if (cycle > 1) story.vote('b', atMs + 500, REFUSED)
      else story.vote('b', atMs + 500, ASKED)
      for (const region of ['c', 'd', 'e']) story.vote(region, atMs + 1_000, ASKED)
    }
    expect(story.state().memory.regional).toEqual({
      startedAtMs: 5 * MINUTE,
      regions: ['a', 'b'],
    })
    story.vote('a', 25 * MINUTE)
    expect(story.state().status).toBe('degraded')
    expect(story.vote('b', 25 * MINUTE + 500)).toContainEqual({
      kind: 'closeOutage',
      scope: 'regional',
      endedAtMs: 25 * MINUTE + 500,
    })
  })

  it('has no outage before the monitor was up', () => {
    const story = tellStory({}, { status: 'pending' })
    failThrice(story)
    expect(story.actions().filter(({ kind }) => kind !== 'recheck')).toMatchObject([
      { kind: 'setStatus', status: 'up', atMs: 5 * MINUTE + 1_000 },
      { kind: 'setStatus', status: 'degraded', atMs: 5 * MINUTE + 1_000 },
      { kind: 'openOutage', startedAtMs: 5 * MINUTE + 1_000 },
      { kind: 'alert' },
    ])
  })

  it('has its outage after that of another region, though it failed before that ended', () => {
    const regions = ['a', 'b', 'c', 'd', 'e']
    const story = tellStory({ regions, voters: regions })
    const slow = { status: 'degraded' } as const
    for (const cycle of [1, 2, 3, 4, 5]) {
      const atMs = cycle * 5 * MINUTE
      story.vote('a', atMs, cycle < 4 ? REFUSED : {})
      if (cycle >= 3) story.vote('b', atMs + 500, REFUSED)
      for (const region of ['c', 'd', 'e']) story.vote(region, atMs + 1_000, slow)
    }
    // Slow, the monitor is degraded all the time.
    expect(only(story.actions(), 'setStatus')).toHaveLength(1)
    expect(only(story.actions(), 'closeOutage')).toMatchObject([{ endedAtMs: 20 * MINUTE }])
    expect(only(story.actions(), 'openOutage')).toMatchObject([
      { startedAtMs: 5 * MINUTE, regions: ['a'] },
      { startedAtMs: 20 * MINUTE, regions: ['b'] },
    ])
  })

  it('is no outage of its own any more when all fail', () => {
    const story = tellStory()
    failThrice(story)
    story.vote('a', 20 * MINUTE, REFUSED)
    const actions = story.vote('b', 20 * MINUTE + 500, { ...REFUSED, ...ASKED })
    expect(actions.slice(0, 2)).toEqual([
      { kind: 'closeOutage', scope: 'regional', endedAtMs: 20 * MINUTE },
      { kind: 'setStatus', status: 'down', atMs: 20 * MINUTE, reason: 'HTTP 500' },
    ])
  })

  it('takes its outage with it when it may not vote any more', () => {
    const story = tellStory()
    failThrice(story)
    story.change({ voters: ['b', 'c'] })
    expect(story.tick(16 * MINUTE)).toEqual([
      { kind: 'closeOutage', scope: 'regional', endedAtMs: 16 * MINUTE },
      { kind: 'setStatus', status: 'up', atMs: 16 * MINUTE, reason: null },
    ])
  })
})
