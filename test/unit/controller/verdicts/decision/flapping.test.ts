import { describe, expect, it } from 'vitest'
import type { Story } from '../../../../helpers/decision-story.ts'
import { MINUTE, only, REFUSED, tellStory } from '../../../../helpers/decision-story.ts'

const HOUR = 60 * MINUTE

function goDown(story: Story, atMs: number): void {
  story.vote('a', atMs, REFUSED)
  story.vote('b', atMs + 200, REFUSED)
  expect(story.state().status).toBe('down')
}

function comeUp(story: Story, atMs: number): void {
  story.vote('a', atMs)
  story.vote('b', atMs + 200)
  expect(story.state().status).toBe('up')
}

/** Down and up twice: at 10, 20, 30 and 40 minutes. */
function flap(story: Story): void {
  goDown(story, 10 * MINUTE)
  comeUp(story, 20 * MINUTE)
  goDown(story, 30 * MINUTE)
  comeUp(story, 40 * MINUTE)
}

const alertsOf = (story: Story) => only(story.actions(), 'alert')

describe('a monitor that changes four times within an hour', () => {
  it('flaps, which is told once', () => {
    const story = tellStory()
    flap(story)
    expect(story.state().flapping).toBe(true)
    expect(alertsOf(story).filter(({ alert }) => alert === 'flapping')).toEqual([
      {
        kind: 'alert',
        alert: 'flapping',
        atMs: 40 * MINUTE + 300,
        sinceMs: 10 * MINUTE,
        cause: null,
        reason: 'It changed between up and down 4 times within an hour.',
        regions: [],
        isDigested: false,
        isOver: false,
      },
    ])
  })

  it('has its changes told in a digest from then on, and outages one by one', () => {
    const story = tellStory()
    flap(story)
    goDown(story, 45 * MINUTE)
    expect(alertsOf(story).map(({ alert, isDigested }) => `${alert} ${isDigested}`)).toEqual([
      'down false',
      'up false',
      'down false',
      'flapping false',
      'up true',
      'down true',
    ])
    expect(only(story.actions(), 'openOutage')).toHaveLength(3)
  })

  it('no longer flaps when one of the changes at most lies within the last hour', () => {
    const story = tellStory()
    flap(story)
    expect(story.state().lookAtMs).toBe(30 * MINUTE + HOUR)
    story.vote('a', 30 * MINUTE + HOUR - 1)
    expect(story.tick(30 * MINUTE + HOUR - 1)).toEqual([])
    expect(story.tick(30 * MINUTE + HOUR)).toMatchObject([
      { alert: 'flapping', isOver: true, isDigested: false },
    ])
    expect(story.state()).toMatchObject({ flapping: false, lookAtMs: null })
    expect(story.tick(30 * MINUTE + HOUR)).toEqual([])
  })

  it('is steady when they lie further apart', () => {
    const story = tellStory()
    goDown(story, 10 * MINUTE)
    comeUp(story, 20 * MINUTE)
    goDown(story, 60 * MINUTE)
    comeUp(story, 70 * MINUTE)
    expect(story.state().flapping).toBe(false)
  })

  it('is forgotten with the changes', () => {
    const story = tellStory()
    goDown(story, 10 * MINUTE)
    comeUp(story, 20 * MINUTE)
    expect(story.state().memory.changes).toEqual([10 * MINUTE, 20 * MINUTE])
    story.vote('a', 75 * MINUTE)
    expect(story.state().memory).toEqual({ changes: [20 * MINUTE] })
    story.vote('a', 80 * MINUTE)
    expect(story.state().memory).toEqual({})
  })
})
