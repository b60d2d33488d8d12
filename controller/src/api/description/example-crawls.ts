import { analysisExample } from './analyses/example.ts'
import type { ToldOperations } from './told.ts'

const PAGE = 'https://www.example.com/trees'
const COPY = 'https://www.example.com/trees?page=2'
const exclude = ['/cart/**', '/**?*sort=*']

/** As it is before an agent took it. */
const queued = {
  startUrl: 'https://example.com/',
  host: 'example.com',
  status: 'queued',
  finishedAt: null,
  startedAt: null,
  pagesCrawled: 0,
  pagesQueued: 1,
  complete: false,
  sitemaps: { files: 0 },
}

const cancelled = {
  status: 'cancelled',
  finishedAt: '2026-02-01T12:00:09.212Z',
  pagesCrawled: 38,
  complete: false,
}

const scheduleCreation = {
  url: 'https://example.com/',
  from: '2026-02-02T03:00:00+01:00',
  recurrence: 'week',
  timezone: 'Europe/Berlin',
  exclude,
  alerts: { contactIds: ['ctc_4fTq1Zb7Kx0Pq2Lr9sWd'] },
}

/** The start page, and one that it links to. */
const graph = [
  { url: 'https://www.example.com/', inlinks: 86, outlinks: 24, depth: 0, pageRank: 100 },
  {},
]

const audit = { ...analysisExample('audit'), url: PAGE, fetchedUrl: PAGE, region: 'eu-west' }

const before = {
  jobId: 'crw_9XbQ4mT1yKz8Lp7Hc2Vn',
  createdAt: '2026-01-01T12:00:00.000Z',
  finishedAt: '2026-01-01T12:00:20.133Z',
  pagesCrawled: 86,
}

const none = { total: 0, items: [] }
const changes = [{}, { field: 'score', before: 98, after: 97 }]

/** What is told of crawls and their schedules. */
export const CRAWL_EXAMPLES: ToldOperations = {
  startCrawl: { request: { url: 'example.com', exclude }, answer: queued },
  cancelCrawl: { answer: cancelled },
  createCrawlSchedule: {
    request: scheduleCreation,
    answer: { nextAt: '2026-02-02T02:00:00.000Z', lastJobId: null },
  },
  changeCrawlSchedule: {
    request: { active: false },
    answer: { active: false, nextAt: null },
  },
  readCrawlIssue: { answer: { limit: 1 } },
  compareCrawls: {
    answer: {
      with: before,
      summary: { before: { pages: 86 }, after: { score: 91.1 } },
      notCompared: [],
      newPages: { items: [{ url: COPY }] },
      gonePages: none,
      changedPages: { items: [{ changes }] },
    },
  },
  compareCrawlIssue: {
    answer: {
      with: before,
      gained: { total: 2, items: [{}, { url: COPY, inBoth: false }] },
      lost: none,
    },
  },
  readCrawlPage: { answer: { page: { audit } } },
  readCrawlFigures: {
    answer: {
      statuses: [{ pages: 84 }, { statusCode: 404, pages: 3 }],
      grades: [{ pages: 51 }, { grade: 'B', pages: 33 }],
      depths: [
        { depth: 0, pages: 1 },
        { depth: 1, pages: 24 },
        { pages: 60 },
        { depth: null, pages: 2 },
      ],
    },
  },
  readCrawlGraph: { answer: { pages: graph } },
  readCrawlLinks: { answer: { count: 2, items: graph } },
  readCrawlOrphans: {
    answer: { items: [{ url: 'https://www.example.com/sale-2019', depth: null }] },
  },
  readCrawlPages: {
    answers: {
      full: { summary: 'With audits', value: { limit: 1, offset: 1, items: [{ audit }] } },
      summary: { summary: 'With fields=summary', value: { limit: 1, offset: 1, items: [{}] } },
    },
  },
}
