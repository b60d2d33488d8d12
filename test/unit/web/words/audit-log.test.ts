import { expect, it } from 'vitest'
import { LOGGED_ACTIONS } from '../../../../controller/src/accounts/audit-log/actions.ts'
import {
  changeWords,
  deedWords,
  NOUN_WORDS,
} from '../../../../controller/web/src/words/audit-log.ts'

it('every noun of what is noted has a word', () => {
  const nouns = Object.values(LOGGED_ACTIONS).flatMap((action) => action?.split('.')[0] ?? [])
  expect(nouns.filter((noun) => NOUN_WORDS[noun] === undefined)).toEqual([])
})

it.each([
  ['monitor.changed', 'changed the monitor'],
  ['statusPage.created', 'created the status page'],
  ['outage.noted', 'added a note to the outage'],
  ['gadget.polished', 'polished the gadget'],
])('%s is told as "%s"', (action, words) => {
  expect(deedWords(action)).toBe(words)
})

it.each([
  [{ field: 'url' }, 'url'],
  [{ field: 'intervalMinutes', to: 5 }, 'intervalMinutes: 5'],
  [{ field: 'expiresAt', to: null }, 'expiresAt: none'],
  [{ field: 'tags', to: ['a', 'b'] }, 'tags: a, b'],
])('a change %j is told as %s', (change, words) => {
  expect(changeWords(change)).toBe(words)
})

it('what is long is cut', () => {
  expect(changeWords({ field: 'name', to: 'x'.repeat(500) }).length).toBeLessThan(100)
})
