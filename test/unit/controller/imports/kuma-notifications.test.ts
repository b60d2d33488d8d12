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
