import { describe, expect, it } from 'vitest'
import type { Story } from '../../../../helpers/decision-story.ts'
import {
  ASKED,
  asksOf,
  MINUTE,
  only,
  REFUSED,
  SILENCE,
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

  it('is checked again so too when the retry of the check that found it is the first good one', () => {
    const story = tellStory()
    story.vote('a', 1_000, SILENCE)
    story.vote('b', 1_200, { ...ASKED, ...SILENCE })
    story.vote('c', 1_300, { ...ASKED, ...SILENCE })
    expect(story.state().status).toBe('down')
    expect(asksOf(story.vote('a', 6_100, ASKED))).toMatchObject([
      { region: 'a', dueAtMs: 21_200 },
      { region: 'b', dueAtMs: 21_200 },
      { region: 'c', dueAtMs: 21_200 },
    ])
    story.vote('b', 21_200, ASKED)
    expect(story.state().status).toBe('up')
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

  it('is checked so once in a run of good checks', () => {
    const story = tellOutage({ recoveryChecks: 4 })
    expect(asksOf(story.vote('a', 60_000))).toHaveLength(3)
    expect(story.vote('b', 61_000)).toEqual([])
    expect(story.vote('c', 62_000)).toEqual([])
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

  it('begins its run anew when the quorum fails again', () => {
    const story = tellOutage()
    story.vote('a', 60_000)
    story.vote('a', 75_100, { ...ASKED, ...REFUSED })
    story.vote('b', 75_100, ASKED)
    expect(story.state().status).toBe('down')
    story.vote('a', 120_000, ASKED)
    story.vote('b', 120_000, ASKED)
    expect(only(story.actions(), 'closeOutage')).toMatchObject([{ endedAtMs: 120_000 }])
  })

  it('keeps the good checks of other regions when a minority fails again', () => {
    const regions = ['a', 'b', 'c', 'd', 'e']
    const story = tellStory({ regions, voters: regions, recoveryChecks: 4 })
    for (const [index, region] of ['a', 'b', 'c'].entries()) {
      story.vote(region, 1_000 + index, REFUSED)
    }
    story.vote('a', 60_000)
    story.vote('d', 61_000)
    story.vote('b', 62_000)
    story.vote('a', 63_000, REFUSED)
    story.vote('c', 64_000)
    expect(story.state().status).toBe('down')
    story.vote('c', 65_000)
    expect(only(story.actions(), 'closeOutage')).toMatchObject([{ endedAtMs: 61_000 }])
  })

  it('is not up by regions that never failed while the quorum does', () => {
    const regions = ['a', 'b', 'c', 'd', 'e']
    const story = tellStory({ regions, voters: regions })
    for (const [index, region] of ['a', 'b', 'c'].entries()) {
      story.vote(region, 1_000 + index, REFUSED)
    }
    for (const cycle of [1, 2, 3]) {
      for (const region of regions) {
        const fields = region < 'd' ? REFUSED : {}
        story.vote(region, cycle * 5 * MINUTE + regions.indexOf(region), fields)
      }
      // The two that pass are the last to be heard.
      expect(story.state().status).toBe('down')
    }
    // Only the first good checks after it went down looked like the beginning of a recovery.
    expect(asksOf(story.actions()).filter((ask) => ask.dueAtMs > 6 * MINUTE)).toEqual([])
    story.vote('a', 20 * MINUTE)
    expect(only(story.actions(), 'closeOutage')).toHaveLength(1)
  })

  it('is not held down by a region that failed and then fell silent', () => {
    const story = tellOutage({ quorum: 'any' })
    story.vote('a', 60_000)
    story.vote('c', 75_200, ASKED)
    expect(story.state().status).toBe('down')
    // The recheck of b is overdue.
    story.vote('a', 110_000)
    expect(story.state().status).toBe('up')
  })

  it('is up by one region when all others that were asked keep silent', () => {
    const story = tellStory({ regions: ['a'], voters: ['a', 'b'] })
    story.vote('a', 1_000, REFUSED)
    story.vote('b', 1_200, { ...REFUSED, ...ASKED })
    story.vote('a', 60_000)
    story.vote('a', 75_200, ASKED)
    expect(story.state().status).toBe('down')
    story.vote('b', 76_000, { ...ASKED, status: 'unknown', failureSource: 'resolver' })
    story.vote('a', 120_000)
    expect(only(story.actions(), 'closeOutage')).toMatchObject([{ endedAtMs: 60_000 }])
  })

  it('does not take a late failure for silence', () => {
    const story = tellStory({ quorum: 'any' })
    story.vote('a', 1_000, REFUSED)
    story.vote('b', 1_200, { ...REFUSED, ...ASKED })
    story.vote('a', 60_000)
    story.vote('c', 75_200, ASKED)
    // The recheck of b was due at 75 s.
    story.vote('b', 100_000, REFUSED)
    story.vote('a', 110_000)
    story.vote('c', 110_000, ASKED)
    expect(story.state().status).toBe('down')
    story.vote('b', 120_000)
    expect(only(story.actions(), 'closeOutage')).toMatchObject([{ endedAtMs: 110_000 }])
  })

  it('does not end by good checks that began before it was confirmed', () => {
    const story = tellOutage()
    story.vote('c', 1_100)
    story.vote('a', 900)
    expect(story.state().memory.outage?.goods).toEqual([])
    expect(story.state().status).toBe('down')
  })

  it('is up by slow checks, too', () => {
    const story = tellOutage()
    story.vote('a', 60_000, { status: 'degraded' })
    story.vote('b', 61_000, { status: 'degraded' })
    expect(story.state().status).toBe('up')
  })

  it('needs no second region where there is none', () => {
    const story = tellStory({ regions: ['a'], voters: ['a'], retries: 0 })
    story.vote('a', 1_000, REFUSED)
    expect(asksOf(story.vote('a', 60_000))).toEqual([{ region: 'a', dueAtMs: 75_100, attempt: 1 }])
    story.vote('a', 75_200, ASKED)
    expect(only(story.actions(), 'closeOutage')).toMatchObject([{ endedAtMs: 60_000 }])
  })

  it('needs two regions even for one good check', () => {
    const story = tellOutage({ recoveryChecks: 1 })
    story.vote('a', 60_000)
    expect(story.state().status).toBe('down')
    story.vote('c', 61_000)
    expect(story.state().status).toBe('up')
  })

  it('asks other regions until one answers, though the monitor has but one of its own', () => {
    const story = tellStory({ regions: ['a'], voters: ['a', 'b'], intervalMs: MINUTE })
    story.vote('a', 1_000, REFUSED)
    story.vote('b', 1_200, { ...ASKED, ...REFUSED })
    expect(story.state().lookAtMs).toBe(1_200 + 5 * MINUTE)
    story.vote('a', 60_000)
    // b was asked for 75 s and never answered.
    expect(story.state().lookAtMs).toBe(135_100)
    expect(asksOf(story.tick(135_100))).toEqual([{ region: 'b', dueAtMs: 135_100, attempt: 2 }])
    story.vote('b', 135_200, ASKED)
    expect(story.state().status).toBe('up')
  })

  it('numbers its rechecks without end', () => {
    const story = tellStory({ regions: ['a'], voters: ['a'], retries: 0 })
    story.vote('a', 1_000, REFUSED)
    for (let recheck = 1; recheck <= 1_010; recheck += 1) {
      const atMs = story.state().lookAtMs ?? 0
      story.tick(atMs)
      story.vote('a', atMs + 100, { ...ASKED, ...REFUSED })
    }
    const attempts = asksOf(story.actions()).map((ask) => ask.attempt)
    expect(attempts).toHaveLength(1_010)
    expect(attempts.slice(998, 1_002)).toEqual([999, 1_000, 1, 2])
  })

  it('has an outage even where the memory of it is lost', () => {
    const story = tellStory({}, { status: 'down', sinceMs: MINUTE })
    story.vote('a', 2 * MINUTE)
    story.vote('b', 2 * MINUTE + 500)
    expect(only(story.actions(), 'closeOutage')).toMatchObject([{ endedAtMs: 2 * MINUTE }])
    expect(only(story.actions(), 'alert')).toMatchObject([{ alert: 'up', sinceMs: MINUTE }])
  })
})
