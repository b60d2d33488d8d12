import type { ToldOperations } from './told.ts'

const creation = {
  slug: 'example',
  title: 'Example Ltd',
  description: 'How our services are doing.',
  homeUrl: 'https://example.com/',
  timezone: 'Europe/Berlin',
  published: true,
  components: [
    {
      monitorId: 'mon_4fTq1Zb7Kx0Pq2Lr9sWd',
      name: 'Shop',
      description: 'Baskets and orders',
      group: 'Website',
    },
  ],
}

const statusPage = { components: [{ monitorName: 'Shop' }], color: null, host: null }
const CHANGED_AT = '2026-02-01T09:30:00.000Z'
const changes = { showResponseTimes: true, host: 'status.example.com' }

/** What is told of status pages. */
export const STATUS_PAGE_EXAMPLES: ToldOperations = {
  listStatusPages: { answer: { statusPages: [statusPage] } },
  createStatusPage: { request: creation, answer: { statusPage } },
  readStatusPage: { answer: { statusPage } },
  changeStatusPage: {
    request: changes,
    answer: { statusPage: { ...statusPage, ...changes, updatedAt: CHANGED_AT } },
  },
  listStatusPageSubscribers: { answer: { subscribers: [{ confirmedAt: CHANGED_AT }] } },
}
