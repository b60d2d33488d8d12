import { describe, expect, it } from 'vitest'
import { departureOf } from '../../../../../controller/src/alerting/delivery/departure.ts'

const NOW = Date.parse('2026-03-10T12:00:00.000Z')

const nobodyAsks = () => Promise.reject(new Error('it does not matter'))

describe('an alert leaves', () => {
  it.each([
    { waiting: 1, sentLately: 0, messagesLately: 0, lastSentAtMs: null },
    { waiting: 10, sentLately: 0, messagesLately: 0, lastSentAtMs: null },
    { waiting: 1, sentLately: 9, messagesLately: 9, lastSentAtMs: NOW - 1 },
  ])('by itself while there are ten at most: %j', async (crowd) => {
    expect(await departureOf(crowd, NOW, nobodyAsks)).toBe('alone')
  })

  it.each([
    { waiting: 11, sentLately: 0, messagesLately: 0, lastSentAtMs: null },
    { waiting: 2, sentLately: 11, messagesLately: 1, lastSentAtMs: NOW - 10_000 },
  ])('with the others when there are more: %j', async (crowd) => {
    expect(await departureOf(crowd, NOW, nobodyAsks)).toBe('together')
  })

  it('ten seconds after the last message when there are more, by itself where nothing came meanwhile', async () => {
    const crowd = { waiting: 1, sentLately: 10, messagesLately: 10, lastSentAtMs: NOW - 4_000 }
    expect(await departureOf(crowd, NOW, nobodyAsks)).toEqual({ heldUntilMs: NOW + 6_000 })
    expect(await departureOf(crowd, NOW + 6_000, nobodyAsks)).toBe('alone')
  })

  it.each([
    { waiting: 11, sentLately: 10, messagesLately: 10 },
    { waiting: 2, sentLately: 11, messagesLately: 4 },
  ])(
    'three seconds after the last message when no more are planned, and looks again until then: %j',
    async (some) => {
      const crowd = { ...some, lastSentAtMs: NOW - 1_000 }
      const [yes, no] = [() => Promise.resolve(true), () => Promise.resolve(false)]
      expect(await departureOf(crowd, NOW, nobodyAsks)).toEqual({ heldUntilMs: NOW + 2_000 })
      expect(await departureOf(crowd, NOW + 2_000, no)).toBe('together')
      expect(await departureOf(crowd, NOW + 2_000, yes)).toEqual({ heldUntilMs: NOW + 5_000 })
      expect(await departureOf(crowd, NOW + 8_000, yes)).toEqual({ heldUntilMs: NOW + 9_000 })
      expect(await departureOf(crowd, NOW + 9_000, nobodyAsks)).toBe('together')
    },
  )
})
