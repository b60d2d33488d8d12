import { TYPE_DESCRIPTIONS } from '@sightline/shared/monitor-types/registry'
import { expect, test } from 'vitest'
import { OccurrenceChange } from '../../../../controller/src/api/schemas/maintenance-input.ts'
import { describeIssues } from '../../../../controller/src/input/describe-issue.ts'
import { ContactCreation } from '../../../../controller/src/alerting/contacts/contact-input.ts'
import { MonitorCreation } from '../../../../controller/src/monitors/monitor-input.ts'

function sentenceFor(schema: Parameters<typeof describeIssues>[1], value: unknown): string {
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
  const sentence = sentenceFor(TYPE_DESCRIPTIONS.web.settings, value)
  expect(sentence).toContain('is not valid: it must')
  expect(sentence).not.toContain('hunter2')
})

test('a name that only looks like that of a secret hides nothing', () => {
  const sentence = sentenceFor(TYPE_DESCRIPTIONS.web.settings, {
    keyword: { value: 'x', mode: 'has' },
  })
  expect(sentence).toContain('"keyword.mode" is "has"')
})

test.for(['slackUrl', 'discordUrl', 'teamsUrl'])(
  'the address of a chat is a secret, also when it is refused: %s',
  (field) => {
    const sentence = sentenceFor(ContactCreation, { name: 'x', [field]: 'hooks.example/hunter2' })
    expect(sentence).toContain(`"${field}" is not valid: it must be an http or https URL`)
    expect(sentence).not.toContain('hunter2')
  },
)

test('a password in an address is not repeated either', () => {
  const webhookUrl = 'https://bob:hunter2@hooks.example/x'
  expect(sentenceFor(ContactCreation, { name: 'x', webhookUrl })).toContain(
    '"webhookUrl" is "https://***@hooks.example/x": it must be an http or https URL',
  )
  const url = `https://bob:hunter2@example.com/${'x'.repeat(3_000)}`
  expect(sentenceFor(MonitorCreation, { url })).not.toContain('hunter2')
})

test.for([
  // No address, so that what is the password is guessed.
  ['https://bob:pass/hunter2@hooks.example/x', 'https://***@hooks.example/x'],
  ['https://bob:pass#hunter2?@hooks.example/x', 'https://***@hooks.example/x'],
  // An address: there is no password in it.
  ['ftp://files.example/@bob', 'ftp://files.example/@bob'],
])('nor one that makes the address unreadable: %s', ([webhookUrl, shown]) => {
  const sentence = sentenceFor(ContactCreation, { name: 'x', webhookUrl })
  expect(sentence).toContain(`"webhookUrl" is "${shown}": it must be an http or https URL`)
})

test.for([
  [{ from: [] }, 'The field "from" is a list of 0: it must be a time: ISO 8601 such as'],
  [{ from: null }, 'The field "from" is null: it must be a time: ISO 8601 such as'],
  [{ from: true }, 'The field "from" is true: it must be a time: ISO 8601 such as'],
] as const)('what takes two types says what is meant: %j', ([value, expected]) => {
  expect(sentenceFor(OccurrenceChange, value)).toContain(expected)
})
