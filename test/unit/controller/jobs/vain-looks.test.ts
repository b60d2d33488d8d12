import { describe, expect, it } from 'vitest'
import { createVainLooks } from '../../../../controller/src/jobs/vain-looks.ts'

/** Looks of a lane, each of which takes a ms. */
function lane() {
  let nowMs = 100
  const looks = createVainLooks(() => nowMs)
  /** @returns whether the database is asked */
  const look = (askedAtMs: number, heldBack: readonly string[] = [], finds = false): boolean => {
    nowMs += 1
    looks.begin(askedAtMs, heldBack)
    const isAsked = !looks.isKnown()
    if (!isAsked || !finds) looks.wasVain()
    return isAsked
  }
  return { look, now: () => nowMs }
}

describe('looks for a job', () => {
  it('that many workers want at once are made twice where they find nothing', () => {
    const { look, now } = lane()
    const askedAtMs = now()
    const asked = Array.from({ length: 20 }, () => look(askedAtMs))
    expect(asked.filter(Boolean)).toHaveLength(2)
  })

  it('that are wanted after those that found nothing are made', () => {
    const { look, now } = lane()
    const askedAtMs = now()
    for (let worker = 0; worker < 5; worker += 1) look(askedAtMs)
    expect(look(now() + 1)).toBe(true)
  })

  it('are made as long as they find something', () => {
    const { look, now } = lane()
    const askedAtMs = now()
    const asked = Array.from({ length: 20 }, () => look(askedAtMs, [], true))
    expect(asked).not.toContain(false)
  })

  it('are made where those before passed over what they may take', () => {
    const { look, now } = lane()
    const askedAtMs = now()
    for (let worker = 0; worker < 5; worker += 1) look(askedAtMs, ['workspace 1'])
    expect(look(askedAtMs, ['workspace 1', 'workspace 2'])).toBe(false)
    expect(look(askedAtMs)).toBe(true)
  })
})
