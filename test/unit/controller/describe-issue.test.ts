import { SETTINGS } from '@sightline/shared/monitor-settings'
import { expect, test } from 'vitest'
import { describeIssues } from '../../../controller/src/describe-issue.ts'
import { MonitorCreation } from '../../../controller/src/monitoring/monitor-input.ts'

function sentenceFor(
  schema: typeof MonitorCreation | (typeof SETTINGS)['web'],
  value: unknown,
): string {
  const parsed = schema.safeParse(value, { reportInput: true })
  return parsed.success ? '' : describeIssues(parsed.error.issues, schema)
}

test.for([
  [{ name: '' }, '"name" is "": it must not be empty.'],
  [{ regions: [] }, '"regions" is a list of 0: it must not be empty.'],
  [{ timeoutMs: 1 }, '"timeoutMs" is 1: it must be at least 500.'],
  [{ confirmation: { quorum: 0 } }, 'it must be at least 1.'],
] as const)('%j is too small', ([value, expected]) => {
  expect(sentenceFor(MonitorCreation, { url: 'example.com', ...value })).toContain(expected)
})

test.for([
  { auth: 'bob:hunter2' },
  { auth: { username: ['hunter2'], kind: 'hunter2' } },
  { headers: { Cookie: '\nhunter2' } },
  { headers: { 'X-Api-Key': '\nhunter2' } },
  { headers: { Authorization: '\nhunter2' } },
])('what was sent in the place of a secret is not repeated: %j', (value) => {
  const sentence = sentenceFor(SETTINGS.web, value)
  expect(sentence).toContain('is not valid: it must')
  expect(sentence).not.toContain('hunter2')
})

test('a name that only looks like that of a secret hides nothing', () => {
  const sentence = sentenceFor(SETTINGS.web, { keyword: { value: 'x', mode: 'has' } })
  expect(sentence).toContain('"keyword.mode" is "has"')
})
