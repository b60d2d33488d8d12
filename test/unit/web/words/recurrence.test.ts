import { expect, test } from 'vitest'
import { everyWords, ruleWords } from '../../../../controller/web/src/words/recurrence.ts'

const RULE = {
  from: '2026-11-24T02:00:00Z',
  to: '2026-11-24T03:30:00Z',
  recurrence: 'week',
  repeatEvery: 2,
  timezone: 'Europe/Berlin',
} as const

test('a rule is said as people say it', () => {
  expect(ruleWords(RULE)).toBe('Every second Tuesday, 03:00 to 04:30 Europe/Berlin')
  expect(ruleWords({ ...RULE, recurrence: 'month', repeatEvery: 1 })).toBe(
    'Every month on the 24th, 03:00 to 04:30 Europe/Berlin',
  )
  expect(ruleWords({ ...RULE, recurrence: 'day', repeatEvery: 5 })).toBe(
    'Every 5 days, 03:00 to 04:30 Europe/Berlin',
  )
})

test('how often something begins has no end', () => {
  expect(everyWords(RULE)).toBe('Every second Tuesday, 03:00 Europe/Berlin')
})
