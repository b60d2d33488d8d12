import { describe, expect, it } from 'vitest'
import { departureOf } from '../../../../../controller/src/alerting/delivery/departure.ts'

const NOW = Date.parse('2026-03-10T12:00:00.000Z')

describe('an alert leaves', () => {
  it.each([
    { waiting: 1, sentLately: 0, lastSentAtMs: null },
    { waiting: 10, sentLately: 0, lastSentAtMs: null },
    { waiting: 1, sentLately: 9, lastSentAtMs: NOW - 1 },
  ])('by itself while there are ten at most: %j', (crowd) => {
    expect(departureOf(crowd, NOW)).toBe('alone')
  })

  it.each([
    { waiting: 11, sentLately: 0, lastSentAtMs: null },
    { waiting: 2, sentLately: 11, lastSentAtMs: NOW - 10_000 },
  ])('with the others when there are more: %j', (crowd) => {
    expect(departureOf(crowd, NOW)).toBe('together')
  })

  it('ten seconds after the last message when there are more, by itself where nothing came meanwhile', () => {
    const crowd = { waiting: 1, sentLately: 10, lastSentAtMs: NOW - 4_000 }
    expect(departureOf(crowd, NOW)).toEqual({ heldUntilMs: NOW + 6_000 })
    expect(departureOf(crowd, NOW + 6_000)).toBe('alone')
  })
})
