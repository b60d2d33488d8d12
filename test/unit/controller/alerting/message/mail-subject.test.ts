import { expect, it } from 'vitest'
import { subjectOf } from '../../../../../controller/src/alerting/message/mail-subject.ts'
import { aMessage } from '../a-message.ts'

it.each([
  [{ kind: 'down' }, '[Sightline] [Down] Shop'],
  [{ kind: 'stillDown' }, '[Sightline] [Still down] Shop'],
  [{ kind: 'up', severity: 'good', isResolved: true }, '[Sightline] [Up again] Shop'],
  [{ kind: 'up', severity: 'info', isResolved: true }, '[Sightline] [Closed] Shop'],
  [{ kind: 'down', outageId: null }, '[Sightline] Shop is down'],
  [{ kind: 'bundle', monitor: null }, '[Sightline] Shop is down'],
] as const)('mails of an outage differ in what is in brackets alone: %j', (message, subject) => {
  expect(subjectOf(aMessage(message))).toBe(subject)
})
