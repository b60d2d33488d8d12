import { expect, it } from 'vitest'
import { toldWords } from '../../../../controller/web/src/words/told.ts'

it.each([
  ['sent', 'down', 'email', 'was told by e-mail'],
  ['sent', 'stillDown', 'webhook', 'was told again by webhook'],
  ['sent', 'up', 'slack', 'was told that it is up again by Slack'],
  ['failed', 'down', 'ntfy', 'could not be told by ntfy'],
  ['queued', 'stillDown', 'email', 'is being told again by e-mail'],
])('an alert that is %s, of the kind %s, by %s', (state, kind, channel, words) => {
  expect(toldWords({ state, kind, channel })).toBe(words)
})
