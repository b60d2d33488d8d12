import { describe, expect, it } from 'vitest'
import { ASKED, MINUTE, only, REFUSED, tellStory } from '../../../../helpers/decision-story.ts'

const NOTHING = { status: 'unknown', failureSource: 'agent', error: 'No way out.' } as const

describe('a monitor of which nothing was heard for three intervals', () => {
  it.each(['pending', 'up', 'degraded'] as const)('is unknown, not %s', (status) => {
    const story = tellStory({}, { status })
    expect(only(story.tick(15 * MINUTE - 1), 'setStatus')).toHaveLength(
      status === 'degraded' ? 1 : 0,
    )
    const before = story.state()
    expect(before.status).not.toBe('unknown')
    story.tick(20 * MINUTE)
    expect(story.actions().at(-1)).toEqual({
      kind: 'setStatus',
      status: 'unknown',
      atMs: Math.max(15 * MINUTE, before.sinceMs),
      reason: 'No location could check it.',
    })
    expect(story.tick(30 * MINUTE)).toEqual([])
  })

  it('is unknown for what its latest check came to', () => {
    const story = tellStory()
    expect(story.vote('a', 10 * MINUTE, NOTHING)).toEqual([])
    expect(story.vote('a', 15 * MINUTE, NOTHING)).toEqual([
      { kind: 'setStatus', status: 'unknown', atMs: 15 * MINUTE, reason: 'No way out.' },
    ])
  })

  it('is not so while late results tell of it', () => {
    const story = tellStory()
    story.vote('a', 12 * MINUTE, { late: true })
    story.tick(26 * MINUTE)
    expect(story.state().status).toBe('up')
    story.tick(27 * MINUTE)
    expect(story.state()).toMatchObject({ status: 'unknown', sinceMs: 27 * MINUTE })
  })

  it('has no outage any more, which nobody is told', () => {
    const story = tellStory()
    story.vote('a', MINUTE, REFUSED)
    story.vote('b', MINUTE + 200, { ...REFUSED, ...ASKED })
    const atMs = 16 * MINUTE + 200
    expect(story.tick(30 * MINUTE)).toEqual([
      { kind: 'closeOutage', scope: 'global', endedAtMs: atMs },
      {
        kind: 'setStatus',
        status: 'unknown',
        atMs,
        reason: 'No location could check it.',
      },
    ])
  })

  it('is up again by the next good check, and down when the next failure is confirmed', () => {
    const up = tellStory({}, { status: 'unknown', sinceMs: MINUTE })
    up.vote('a', 2 * MINUTE)
    expect(up.state()).toMatchObject({ status: 'up', sinceMs: 2 * MINUTE, memory: {} })
    const down = tellStory({}, { status: 'unknown', sinceMs: MINUTE })
    down.vote('a', 2 * MINUTE, REFUSED)
    expect(down.state().status).toBe('unknown')
    down.vote('b', 2 * MINUTE + 200, { ...REFUSED, ...ASKED })
    expect(down.state()).toMatchObject({ status: 'down', sinceMs: 2 * MINUTE })
  })

  it('forgets a failure that was being confirmed', () => {
    const story = tellStory({}, { status: 'unknown' })
    story.vote('a', MINUTE, REFUSED)
    story.tick(40 * MINUTE)
    expect(story.state().memory.round).toBeUndefined()
  })
})
