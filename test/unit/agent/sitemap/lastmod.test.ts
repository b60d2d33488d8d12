import { expect, it } from 'vitest'
import { readRfc822Date, readW3cDate } from '../../../../agent/src/sitemap/lastmod.ts'

it.each([
  ['1997', '1997-01-01T00:00:00.000Z'],
  ['1997-07', '1997-07-01T00:00:00.000Z'],
  ['1997-07-16', '1997-07-16T00:00:00.000Z'],
  ['1997-07-16T19:20+01:00', '1997-07-16T18:20:00.000Z'],
  ['1997-07-16T19:20:30+01:00', '1997-07-16T18:20:30.000Z'],
  ['1997-07-16T19:20:30.45+01:00', '1997-07-16T18:20:30.450Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['2026-01-01T00:00:00.123456789Z', '2026-01-01T00:00:00.123Z'],
])('%s is a date', (text, iso) => {
  expect(new Date(readW3cDate(text) ?? Number.NaN).toISOString()).toBe(iso)
})

it.each([
  '',
  '97',
  '1997-7-16',
  '1997-13',
  '1997-00',
  '1997-07-00',
  '2025-02-29',
  '2026-04-31',
  '1997-07-16T19:20:30',
  '1997-07-16 19:20Z',
  '1997-07-16T25:00Z',
  '1997-07-16T19:20+0100',
  'yesterday',
  '2026-01-01T',
  '16.07.1997',
])('%j is none', (text) => {
  expect(readW3cDate(text)).toBeNull()
})

it.each([
  ['Tue, 06 Jan 2026 10:00:00 GMT', '2026-01-06T10:00:00.000Z'],
  ['6 Jan 2026 10:00 +0100', '2026-01-06T09:00:00.000Z'],
])('%s is a date of a feed', (text, iso) => {
  expect(new Date(readRfc822Date(text) ?? Number.NaN).toISOString()).toBe(iso)
})

it('prose is no date of a feed', () => {
  expect(readRfc822Date('1')).toBeNull()
  expect(readRfc822Date('Tue, 99 Foo 2026 10:00:00 GMT')).toBeNull()
})
