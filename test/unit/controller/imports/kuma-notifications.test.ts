import { expect, test } from 'vitest'
import { convertNotifications } from '../../../../controller/src/imports/reading/kuma/notifications.ts'

test.each([
  ['https://events.pagerduty.com/v2/enqueue', {}],
  ['https://events.eu.pagerduty.com/v2/enqueue', { pagerdutyRegion: 'eu' }],
  ['not a URL', {}],
])('PagerDuty at %s becomes a contact there', (pagerdutyIntegrationUrl, region) => {
  const { contacts } = convertNotifications([
    { id: 1, name: 'N', type: 'PagerDuty', pagerdutyIntegrationKey: 'k', pagerdutyIntegrationUrl },
  ])
  expect(contacts.map(({ body }) => body)).toEqual([{ name: 'N', pagerdutyKey: 'k', ...region }])
})

test('two that are called alike are two contacts, unless they lead to the same place', () => {
  const { contacts, refsOf } = convertNotifications([
    { id: 1, name: 'Mail', config: '{"type":"smtp","smtpTo":"a@x.example"}' },
    { id: 2, name: 'Mail', config: '{"type":"smtp","smtpTo":"b@x.example"}' },
    { id: 3, name: 'Mail', config: '{"type":"smtp","smtpTo":"a@x.example"}' },
  ])
  expect(contacts.map(({ ref, body }) => [ref, body['name'], body['email']])).toEqual([
    ['notification 1', 'Mail', 'a@x.example'],
    ['notification 2', 'Mail (2)', 'b@x.example'],
    ['notification 3', 'Mail', 'a@x.example'],
  ])
  expect(refsOf.get('2')).toEqual(['notification 2'])
})

test('a mail becomes a contact for each address that gets it, copies included', () => {
  const { contacts, refsOf } = convertNotifications([
    {
      id: 1,
      name: 'Mail',
      type: 'smtp',
      smtpTo: 'Ada <a@x.example>; b@x.example',
      smtpCC: 'c@x.example, a@x.example',
      smtpBCC: 'd@x.example',
    },
    { id: 2, name: 'Copies', type: 'smtp', smtpTo: '', smtpBCC: 'e@x.example' },
  ])
  expect(contacts.map(({ body }) => [body['name'], body['email']])).toEqual([
    ['Mail', 'a@x.example'],
    ['Mail (2)', 'b@x.example'],
    ['Mail (3)', 'c@x.example'],
    ['Mail (4)', 'd@x.example'],
    ['Copies', 'e@x.example'],
  ])
  expect(refsOf.get('1')).toHaveLength(4)
})

test.each([
  [
    { type: 'webhook', webhookURL: 'https://x.example', webhookAdditionalHeaders: '{"x-key":"k"}' },
    /^Its additional headers are left out/,
  ],
  [
    { type: 'telegram', telegramBotToken: 't', telegramChatID: '1', telegramMessageThreadID: '5' },
    /^Its topic is left out/,
  ],
  [
    { type: 'ntfy', ntfyserverurl: 'https://x.example', ntfytopic: 't', ntfyusername: 'ada' },
    /^Its user and password are left out/,
  ],
])('%j tells what it comes without', (config, words) => {
  const [contact] = convertNotifications([
    { id: 1, name: 'N', config: JSON.stringify(config) },
  ]).contacts
  expect(contact?.warnings).toEqual([expect.stringMatching(words)])
})

test('a user of ntfy that is no longer used is not told of', () => {
  const { contacts } = convertNotifications([
    {
      id: 1,
      name: 'N',
      type: 'ntfy',
      ntfyserverurl: 'https://x.example',
      ntfytopic: 't',
      ntfyusername: 'ada',
      ntfyAuthenticationMethod: 'accessToken',
      ntfyaccesstoken: 'tk_1',
    },
  ])
  expect(contacts.map(({ warnings }) => warnings)).toEqual([[]])
})
