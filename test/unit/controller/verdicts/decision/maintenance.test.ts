import { describe, expect, it } from 'vitest'
import { ASKED, MINUTE, only, REFUSED, tellStory } from '../../../../helpers/decision-story.ts'

describe('maintenance', () => {
  it('ends what is open, without a word, and what is being confirmed', () => {
    const story = tellStory()
    story.vote('a', MINUTE, REFUSED)
    story.vote('b', MINUTE + 200, { ...REFUSED, ...ASKED })
    expect(story.maintenance(true, 2 * MINUTE)).toEqual([
      { kind: 'closeOutage', scope: 'global', endedAtMs: 2 * MINUTE },
      { kind: 'setStatus', status: 'maintenance', atMs: 2 * MINUTE, reason: null },
    ])
    expect(story.state()).toMatchObject({ inMaintenance: true, lookAtMs: null })

    const confirming = tellStory()
    confirming.vote('a', MINUTE, REFUSED)
    confirming.maintenance(true, MINUTE + 100)
    confirming.maintenance(false, 2 * MINUTE)
    expect(confirming.state().memory.round).toBeUndefined()
  })

  it('is not changed by votes or ticks, and begins and ends once', () => {
    const story = tellStory()
    story.maintenance(true, MINUTE)
    for (const atMs of [2 * MINUTE, 3 * MINUTE]) {
      story.vote('a', atMs, REFUSED)
      story.vote('b', atMs, REFUSED)
    }
    story.tick(30 * MINUTE)
    story.maintenance(true, 31 * MINUTE)
    expect(story.state()).toMatchObject({ status: 'maintenance', countedMs: 3 * MINUTE })
    story.maintenance(false, 40 * MINUTE)
    story.maintenance(false, 41 * MINUTE)
    expect(story.actions()).toEqual([
      { kind: 'setStatus', status: 'maintenance', atMs: MINUTE, reason: null },
      { kind: 'setStatus', status: 'pending', atMs: 40 * MINUTE, reason: null },
    ])
  })

  it('leaves the verdict to the first check that begins after it', () => {
    const story = tellStory()
    story.maintenance(true, MINUTE)
    story.maintenance(false, 20 * MINUTE)
    story.vote('a', 20 * MINUTE - 5_000)
    expect(story.state()).toMatchObject({ status: 'pending', countedMs: 20 * MINUTE })
    story.vote('a', 20 * MINUTE + 10, REFUSED)
    story.vote('b', 20 * MINUTE + 10, REFUSED)
    expect(story.state()).toMatchObject({ status: 'down', sinceMs: 20 * MINUTE + 10 })
  })

  it('is no time in which nothing was heard', () => {
    const story = tellStory()
    story.maintenance(true, MINUTE)
    story.maintenance(false, 60 * MINUTE)
    expect(story.tick(61 * MINUTE)).toEqual([])
  })

  it('does not make a monitor steady', () => {
    const changes = [10, 20, 30, 40].map((minute) => minute * MINUTE)
    const story = tellStory({}, { flapping: true, memory: { changes } })
    story.maintenance(true, 50 * MINUTE)
    expect(story.tick(55 * MINUTE)).toEqual([])
    story.maintenance(false, 60 * MINUTE)
    expect(story.state()).toMatchObject({ flapping: true, memory: { changes } })
    expect(story.state().lookAtMs).toBe(90 * MINUTE)
  })

  it('of a paused monitor is only noted', () => {
    const story = tellStory({}, { status: 'paused' })
    story.maintenance(true, MINUTE)
    expect(story.state()).toMatchObject({ status: 'paused', inMaintenance: true })
    expect(only(story.actions(), 'setStatus')).toEqual([])
  })
})
