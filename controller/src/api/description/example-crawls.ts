import { analysisExample } from './analyses/example.ts'
import type { ToldOperations } from './told.ts'

const PAGE = 'https://www.example.com/trees'
const COPY = 'https://www.example.com/trees?page=2'
const exclude = ['/cart/**']
const settings = { include: [], exclude }

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
  settings,
  sitemaps: { files: 0 },
}

const cancelled = {
  status: 'cancelled',
  finishedAt: '2026-02-01T12:00:09.212Z',
  pagesCrawled: 38,
  complete: false,
  settings,
}

const alerts = { contactIds: ['ctc_4fTq1Zb7Kx0Pq2Lr9sWd'] }

const schedule = {
  from: '2026-02-02T02:00:00.000Z',
  nextAt: '2026-02-09T02:00:00.000Z',
  alerts,
  settings: { ...settings, maxPages: 500 },
}

const scheduleCreation = {
  url: 'https://example.com/',
  from: '2026-02-02T03:00:00+01:00',
  recurrence: 'week',
  timezone: 'Europe/Berlin',
  maxPages: 500,
  exclude,
  alerts,
}

const graph = [
  { url: 'https://www.example.com/', inlinks: 86, outlinks: 24, depth: 0, pageRank: 100 },
  { url: PAGE, inlinks: 41, outlinks: 18, depth: 1, pageRank: 47.31 },
]

const audit = { ...analysisExample('audit'), url: PAGE, fetchedUrl: PAGE, region: 'eu-west' }

/** As its audit says: what is not told here, its fields have the same examples of. */
const page = {
  url: PAGE,
  score: audit.score,
  wordCount: audit.wordCount,
  internalLinks: audit.internalLinks,
  issues: audit.issues,
}
const linked = { inlinks: 41, outlinks: 18, fetchedAt: '2026-02-01T12:00:01.904Z' }

const before = {
  jobId: 'crw_9XbQ4mT1yKz8Lp7Hc2Vn',
  createdAt: '2026-01-01T12:00:00.000Z',
  finishedAt: '2026-01-01T12:00:20.133Z',
  pagesCrawled: 86,
}

const none = { total: 0, items: [] }
const changes = [
  { field: 'title', before: 'Trees for every garden', after: 'Garden trees' },
  { field: 'score', before: 98, after: 97 },
]

/** What is told of crawls and their schedules. */
export const CRAWL_EXAMPLES: ToldOperations = {
  startCrawl: { request: { url: 'example.com', exclude }, answer: queued },
  listCrawls: { answer: { jobs: [{ settings }] } },
  readCrawl: { answer: { settings } },
  cancelCrawl: { answer: cancelled },
  createCrawlSchedule: {
    request: scheduleCreation,
    answer: { ...schedule, nextAt: schedule.from, lastJobId: null },
  },
  listCrawlSchedules: { answer: { schedules: [schedule] } },
  readCrawlSchedule: { answer: schedule },
  changeCrawlSchedule: {
    request: { active: false },
    answer: { ...schedule, active: false, nextAt: null },
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
  readCrawlPage: {
    answer: {
      page: { ...page, ...linked, audit },
      inlinks: { total: 41 },
      outlinks: { total: 18 },
    },
  },
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
  readCrawlGraph: {
    answer: {
      pages: graph,
      links: [
        [0, 1],
        [1, 0],
      ],
    },
  },
  readCrawlLinks: { answer: { count: 2, items: graph } },
  readCrawlOrphans: {
    answer: { items: [{ url: 'https://www.example.com/sale-2019', depth: null }] },
  },
  readCrawlPages: {
    answers: {
      full: { summary: 'With audits', value: { limit: 1, offset: 1, items: [{ ...page, audit }] } },
      summary: { summary: 'With fields=summary', value: { limit: 1, offset: 1, items: [page] } },
    },
  },
}
