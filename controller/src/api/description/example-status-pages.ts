import type { ToldOperations } from './told.ts'

const creation = {
  slug: 'example',
  title: 'Example Ltd',
  description: 'How our services are doing.',
  homeUrl: 'https://example.com/',
  timezone: 'Europe/Berlin',
  color: '#1d4ed8',
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

const changes = { showResponseTimes: true, host: 'status.example.com' }

/** What is told of status pages. */
export const STATUS_PAGE_EXAMPLES: ToldOperations = {
  createStatusPage: { request: creation },
  changeStatusPage: {
    request: changes,
    answer: { statusPage: { ...changes, updatedAt: '2026-02-01T09:30:00.000Z' } },
  },
}
