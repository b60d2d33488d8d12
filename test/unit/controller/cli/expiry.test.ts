import { expect, it } from 'vitest'
import { readExpiry } from '../../../../controller/src/cli/expiry.ts'

const NOW = new Date('2026-03-10T12:00:00.000Z')

it.each([
  ['12h', '2026-03-11T00:00:00.000Z'],
  ['90d', '2026-06-08T12:00:00.000Z'],
  ['2w', '2026-03-24T12:00:00.000Z'],
  ['2027-01-31', '2027-01-31T00:00:00.000Z'],
  ['2026-03-10T13:00:00+00:30', '2026-03-10T12:30:00.000Z'],
])('%s is %s', (text, at) => {
  expect(readExpiry(text, NOW).toISOString()).toBe(at)
})

it.each([
  '',
  'soon',
  '0d',
  '-1d',
  '1.5d',
  '90',
  '90 d',
  '5m',
  '2026-02-30',
  '2026-03-10',
  '99999d',
])('"%s" is refused', (text) => {
  expect(() => readExpiry(text, NOW)).toThrow(`--expires is "${text}": it must be`)
})
