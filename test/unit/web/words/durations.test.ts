import { describe, expect, it } from 'vitest'
import {
  byteWords,
  countWords,
  densityWords,
  durationWords,
  responseWords,
  shareWords,
  shortDuration,
  uptimeWords,
} from '../../../../controller/web/src/words/durations.ts'
import { relativeTime, shortTime } from '../../../../controller/web/src/words/times.ts'

describe('durations', () => {
  it.each([
    [0.4, 'less than a second', '< 1 s'],
    [1, '1 second', '1 s'],
    [61, '1 minute 1 second', '1 min 1 s'],
    [3_600, '1 hour', '1 h'],
    [7_500, '2 hours 5 minutes', '2 h 5 min'],
    [90_061, '1 day 1 hour', '1 d 1 h'],
  ])('%d seconds', (seconds, words, short) => {
    expect(durationWords(seconds)).toBe(words)
    expect(shortDuration(seconds)).toBe(short)
  })
})

describe('figures', () => {
  it('never round a failure away', () => {
    expect(uptimeWords(99.9999)).toBe('99.999 %')
    expect(uptimeWords(99.987)).toBe('99.987 %')
    expect(uptimeWords(100)).toBe('100 %')
    expect(uptimeWords(null)).toBe('–')
  })

  it.each([
    [0, 10, '0 %'],
    [1, 100_000, '< 1 %'],
    [1, 200, '< 1 %'],
    [1, 100, '1 %'],
    [3, 7, '43 %'],
    [99, 100, '99 %'],
    [995, 1_000, '> 99 %'],
    [99_999, 100_000, '> 99 %'],
    [7, 7, '100 %'],
    [0, 0, '–'],
  ])('%d of %d are %s', (part, whole, words) => {
    expect(shareWords(part, whole)).toBe(words)
  })

  it.each([
    [0, '0.0 %'],
    [0.02, '< 0.1 %'],
    [0.1, '0.1 %'],
    [2.54, '2.5 %'],
  ])('a density of %d %% is %s', (percent, words) => {
    expect(densityWords(percent)).toBe(words)
  })

  it('say an uptime of two or three decimals as it is', () => {
    expect(uptimeWords(1.15)).toBe('1.15 %')
    const percents = Array.from({ length: 999 }, (_, index) => (index * 10 + 7) / 100)
    expect(percents.filter((each) => uptimeWords(each) !== `${each.toFixed(2)} %`)).toEqual([])
    const near = Array.from({ length: 99 }, (_, thousandths) => 99.901 + thousandths / 1_000)
    expect(
      near.filter((each) => parseFloat(uptimeWords(each)) !== Number(each.toFixed(3))),
    ).toEqual([])
  })

  it('align below each other', () => {
    expect([83.414, 81.43, 81.3, 0].map(uptimeWords)).toEqual([
      '83.41 %',
      '81.43 %',
      '81.30 %',
      '0.00 %',
    ])
  })

  it('have units that fit', () => {
    expect(responseWords(0.3)).toBe('< 1 ms')
    expect(responseWords(183.4)).toBe('183 ms')
    expect(responseWords(1_240)).toBe('1.24 s')
    expect(byteWords(900)).toBe('900 bytes')
    expect(byteWords(1_500_000)).toBe('1.5 MB')
    expect(responseWords(999.7)).toBe('1.00 s')
  })

  it('go with what they count', () => {
    expect(countWords(1, 'page')).toBe('1 page')
    expect(countWords(2_104, 'page')).toBe('2,104 pages')
    expect(countWords(0, 'entry was', 'entries were')).toBe('0 entries were')
    expect(byteWords(1)).toBe('1 byte')
  })
})

describe('times', () => {
  const now = new Date('2026-11-23T12:00:00Z')

  it('are as long as they have to be, in the zone chosen', () => {
    expect(shortTime(new Date('2026-11-23T11:05:00Z'), 'Europe/Berlin', now)).toBe('12:05')
    expect(shortTime(new Date('2026-11-21T11:05:00Z'), 'UTC', now)).toBe('21 Nov, 11:05')
    expect(shortTime(new Date('2025-11-21T11:05:00Z'), 'UTC', now)).toBe('21 Nov 2025, 11:05')
  })

  it('are told from now on', () => {
    expect(relativeTime(new Date('2026-11-23T11:57:00Z'), now)).toBe('3 minutes ago')
    expect(relativeTime(new Date('2026-11-23T14:00:00Z'), now)).toBe('in 2 hours')
    expect(relativeTime(now, now)).toBe('just now')
  })

  it('name no day that they are not of', () => {
    // Two days before by the calendar, and two days after.
    const early = new Date('2026-11-23T03:00:00Z')
    expect(relativeTime(new Date('2026-11-21T21:00:00Z'), early)).toBe('1 day ago')
    const late = new Date('2026-11-23T21:00:00Z')
    expect(relativeTime(new Date('2026-11-25T03:00:00Z'), late)).toBe('in 1 day')
  })
})
