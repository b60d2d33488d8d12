import { UsageObject } from '../schemas/answers.ts'
import {
  StatusPageAnswer,
  StatusPageList,
  StatusPageObject,
  SubscriberList,
} from '../schemas/status-page.ts'
import { exampleOf } from './compose.ts'
import { MONITOR_ID } from './example-monitors.ts'

const usage = exampleOf(UsageObject, { used: 18 })

const creation = {
  slug: 'example',
  title: 'Example Ltd',
  description: 'How our services are doing.',
  homeUrl: 'https://example.com/',
  timezone: 'Europe/Berlin',
  published: true,
  components: [
    { monitorId: MONITOR_ID, name: 'Shop', description: 'Baskets and orders', group: 'Website' },
  ],
}

const statusPage = exampleOf(StatusPageObject, {
  ...creation,
  color: null,
  host: null,
  components: creation.components.map((component) => ({
    id: 'cmp_9bQw3Tz5Ld1Hs8Vk2XnR',
    monitorName: 'Shop',
    ...component,
  })),
  createdAt: '2026-01-31T12:00:00.000Z',
  updatedAt: '2026-01-31T12:00:00.000Z',
})
const answer = exampleOf(StatusPageAnswer, { statusPage, usage })
const changed = exampleOf(StatusPageAnswer, {
  statusPage: {
    ...statusPage,
    showResponseTimes: true,
    host: 'status.example.com',
    updatedAt: '2026-02-01T09:30:00.000Z',
  },
  usage,
})
const { id } = statusPage
const subscriber = {
  id: 'sub_7cMn5Rw2Xp8Yt4Zk1QvB',
  email: 'reader@example.com',
  confirmedAt: '2026-02-01T09:30:00.000Z',
}

/** Examples of status pages. */
export const STATUS_PAGE_EXAMPLES = {
  listStatusPages: {
    answers: {
      200: { example: exampleOf(StatusPageList, { statusPages: [statusPage], usage }) },
    },
  },
  createStatusPage: { request: { example: creation }, answers: { 201: { example: answer } } },
  readStatusPage: { answers: { 200: { example: answer } } },
  changeStatusPage: {
    request: { example: { showResponseTimes: true, host: 'status.example.com' } },
    answers: { 200: { example: changed } },
  },
  deleteStatusPage: { answers: { 200: { example: { deleted: true, id, usage } } } },
  listStatusPageSubscribers: {
    answers: { 200: { example: exampleOf(SubscriberList, { subscribers: [subscriber], usage }) } },
  },
  deleteStatusPageSubscriber: {
    answers: { 200: { example: { deleted: true, id: subscriber.id, usage } } },
  },
}
