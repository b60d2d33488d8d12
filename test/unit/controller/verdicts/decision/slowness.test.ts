import { describe, expect, it } from 'vitest'
import type { Story } from '../../../../helpers/decision-story.ts'
import { ASKED, MINUTE, only, REFUSED, tellStory } from '../../../../helpers/decision-story.ts'

const SLOW = { status: 'degraded', cause: 'slowServer', error: 'It took 3 s.' } as const

function slowCycles(story: Story, regions: readonly string[], cycles: readonly number[]): void {
  for (const cycle of cycles) {
    for (const [index, region] of regions.entries()) {
      story.vote(region, cycle * 5 * MINUTE + index, SLOW)
    }
  }
}

describe('a slow monitor', () => {
  it('is degraded when the quorum of its regions is slow in three checks running', () => {
    const story = tellStory()
    slowCycles(story, ['a', 'b', 'c'], [1, 2])
    story.vote('a', 15 * MINUTE, SLOW)
    expect(story.actions()).toEqual([])
    expect(story.vote('b', 15 * MINUTE + 1, SLOW)).toEqual([
      { kind: 'setStatus', status: 'degraded', atMs: 15 * MINUTE + 1, reason: 'It took 3 s.' },
      {
        kind: 'alert',
        alert: 'degraded',
        atMs: 15 * MINUTE + 1,
        sinceMs: 15 * MINUTE + 1,
        cause: 'slowServer',
        reason: 'It took 3 s.',
        regions: ['a', 'b'],
        isDigested: false,
        isOver: false,
      },
    ])
    slowCycles(story, ['a', 'b', 'c'], [4, 5])
    expect(only(story.actions(), 'alert')).toHaveLength(1)
  })

  it('is up when fewer than the quorum are slow', () => {
    const story = tellStory()
    slowCycles(story, ['a', 'b', 'c'], [1, 2, 3])
    expect(story.vote('a', 20 * MINUTE)).toEqual([])
    expect(story.vote('b', 20 * MINUTE + 1)).toEqual([
      { kind: 'setStatus', status: 'up', atMs: 20 * MINUTE + 1, reason: null },
    ])
  })

  it('is not degraded by a minority, nor by checks that are not running', () => {
    const story = tellStory()
    slowCycles(story, ['a'], [1, 2, 3, 4])
    slowCycles(story, ['b'], [1, 2])
    story.vote('b', 15 * MINUTE)
    slowCycles(story, ['b'], [4, 5])
    expect(story.state().status).toBe('up')
  })

  it('counts no check that was asked for', () => {
    const regions = ['a', 'b', 'c', 'd']
    const story = tellStory({ regions, voters: regions, quorum: 2 })
    for (const [cycle, region] of ['a', 'b', 'a'].entries()) {
      const atMs = (cycle + 1) * 5 * MINUTE
      story.vote(region, atMs, REFUSED)
      for (const other of ['c', 'd']) story.vote(other, atMs + 500, { ...SLOW, ...ASKED })
      story.vote(region === 'a' ? 'b' : 'a', atMs + 500, ASKED)
    }
    expect(story.state().memory.round).toBeUndefined()
    expect(story.state().status).toBe('up')
  })

  it('is up first when it is new', () => {
    const story = tellStory({ regions: ['a'], voters: ['a'] }, { status: 'pending' })
    story.vote('a', MINUTE, SLOW)
    expect(story.state().status).toBe('up')
    story.vote('a', 6 * MINUTE, SLOW)
    story.vote('a', 11 * MINUTE, SLOW)
    expect(story.state().status).toBe('degraded')
  })

  it('can be down, and is counted anew afterwards', () => {
    const story = tellStory()
    slowCycles(story, ['a', 'b', 'c'], [1, 2, 3])
    story.vote('a', 20 * MINUTE, REFUSED)
    story.vote('b', 20 * MINUTE + 500, { ...REFUSED, ...ASKED })
    expect(story.state().status).toBe('down')
    slowCycles(story, ['a', 'b'], [5])
    expect(story.state().status).toBe('up')
    slowCycles(story, ['a', 'b'], [6, 7])
    expect(story.state().status).toBe('up')
    slowCycles(story, ['a', 'b'], [8])
    expect(story.state().status).toBe('degraded')
  })

  it('stays as it is while none of its regions may vote', () => {
    const story = tellStory({ regions: ['a'] })
    slowCycles(story, ['a'], [1, 2, 3])
    story.change({ voters: ['d'] })
    story.tick(16 * MINUTE)
    expect(story.state().status).toBe('degraded')
  })

  it('forgets a region that is no longer the monitor’s', () => {
    const story = tellStory()
    slowCycles(story, ['a', 'b'], [1, 2, 3])
    story.change({ regions: ['b', 'c'] })
    story.tick(16 * MINUTE)
    expect(story.state().status).toBe('up')
    expect(story.state().memory.slow).toMatchObject([{ region: 'b' }])
  })
})
