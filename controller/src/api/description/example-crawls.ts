import type { z } from 'zod'
import { SITE_CHECKS } from '../../crawl/site/checks/index.ts'
import type { CrawlComparison, CrawlIssueComparison } from '../schemas/crawl-compare.ts'
import type { CrawlFigures, CrawlGraph } from '../schemas/crawl-graph.ts'
import type { CrawlIssuePages, CrawlIssues } from '../schemas/crawl-issue.ts'
import type { CRAWL_HEADER, CrawlCreation, CrawlJob, CrawlList } from '../schemas/crawl-job.ts'
import type { CrawlPage } from '../schemas/crawl-page.ts'
import type { CrawlLinks, CrawlOrphans, CrawlPageItem, CrawlPages } from '../schemas/crawl-reads.ts'
import type { CrawlSchedule, ScheduleCreation } from '../schemas/crawl-schedule.ts'
import { AUDIT_WORDS } from './analyses/audit.ts'

/** A crawl that is over. */
const header: z.input<z.ZodObject<typeof CRAWL_HEADER>> = {
  jobId: 'crw_4fTq1Zb7Kx0Pq2Lr9sWd',
  startUrl: 'https://www.example.com/',
  host: 'www.example.com',
  status: 'done',
  maxPages: 100,
  createdAt: '2026-02-01T12:00:00.000Z',
  finishedAt: '2026-02-01T12:00:21.480Z',
  pagesCrawled: 87,
  pagesQueued: 0,
  complete: true,
  error: null,
}

const job: z.input<typeof CrawlJob> = {
  ...header,
  startedAt: '2026-02-01T12:00:00.310Z',
  region: 'eu-west',
  settings: {
    maxPages: 100,
    maxDepth: null,
    respectRobots: true,
    includeSitemap: true,
    render: false,
    includeSubdomains: false,
    followNofollow: false,
    dropTracking: false,
    checkExternal: false,
    include: [],
    exclude: ['/cart/**'],
    userAgent: null,
    maxRequestsPerSecond: null,
  },
  sitemaps: { files: 1, errors: [] },
}

const creation: z.input<typeof CrawlCreation> = { url: 'example.com', exclude: ['/cart/**'] }

const schedule: z.input<typeof CrawlSchedule> = {
  id: 'crs_4fTq1Zb7Kx0Pq2Lr9sWd',
  url: 'https://example.com/',
  region: null,
  from: '2026-02-02T02:00:00.000Z',
  recurrence: 'week',
  repeatEvery: 1,
  timezone: 'Europe/Berlin',
  active: true,
  nextAt: '2026-02-09T02:00:00.000Z',
  lastJobId: 'crw_4fTq1Zb7Kx0Pq2Lr9sWd',
  lastError: null,
  alerts: {
    memberIds: [],
    contactIds: ['ctc_4fTq1Zb7Kx0Pq2Lr9sWd'],
    teamIds: [],
    scoreDrop: 5,
    newErrors: true,
    indexability: true,
  },
  settings: { ...job.settings, maxPages: 500 },
  createdAt: '2026-02-01T12:00:00.000Z',
}

const scheduleCreation: z.input<typeof ScheduleCreation> = {
  url: 'https://example.com/',
  from: '2026-02-02T03:00:00+01:00',
  recurrence: 'week',
  timezone: 'Europe/Berlin',
  maxPages: 500,
  exclude: ['/cart/**'],
  alerts: { contactIds: ['ctc_4fTq1Zb7Kx0Pq2Lr9sWd'] },
}

const firstSchedule: z.input<typeof CrawlSchedule> = {
  ...schedule,
  nextAt: schedule.from,
  lastJobId: null,
}

/** As it is before an agent took it. */
const queued: z.input<typeof CrawlJob> = {
  ...job,
  startUrl: 'https://example.com/',
  host: 'example.com',
  status: 'queued',
  finishedAt: null,
  startedAt: null,
  pagesCrawled: 0,
  pagesQueued: 1,
  complete: false,
  sitemaps: { files: 0, errors: [] },
}

const cancelled: z.input<typeof CrawlJob> = {
  ...job,
  status: 'cancelled',
  finishedAt: '2026-02-01T12:00:09.212Z',
  pagesCrawled: 38,
  complete: false,
}

const list: z.input<typeof CrawlList> = { total: 1, page: 1, per: 50, jobs: [job] }

const links: z.input<typeof CrawlLinks> = {
  ...header,
  totalPages: 87,
  maxDepth: 4,
  count: 2,
  items: [
    {
      url: 'https://www.example.com/',
      statusCode: 200,
      inlinks: 86,
      outlinks: 24,
      depth: 0,
      pageRank: 100,
    },
    {
      url: 'https://www.example.com/trees',
      statusCode: 200,
      inlinks: 41,
      outlinks: 18,
      depth: 1,
      pageRank: 47.31,
    },
  ],
}

const orphans: z.input<typeof CrawlOrphans> = {
  ...header,
  items: [
    {
      url: 'https://www.example.com/sale-2019',
      statusCode: 200,
      depth: null,
      outlinks: 12,
    },
  ],
  orphanCount: 1,
}

const { example } = AUDIT_WORDS
const audit: NonNullable<z.input<typeof CrawlPageItem>['audit']> = {
  ...example,
  url: 'https://www.example.com/trees',
  fetchedUrl: 'https://www.example.com/trees',
  region: 'eu-west',
}

const page: z.input<typeof CrawlPageItem> = {
  url: 'https://www.example.com/trees',
  statusCode: example.statusCode,
  score: example.score,
  grade: example.grade,
  title: example.title,
  metaDescription: example.metaDescription,
  h1: example.h1,
  wordCount: example.wordCount,
  internalLinks: example.internalLinks,
  depth: 1,
  issues: example.issues,
}

const pages = (item: z.input<typeof CrawlPageItem>): z.input<typeof CrawlPages> => ({
  ...header,
  limit: 1,
  offset: 1,
  items: [item],
  count: 1,
})

const onePage: z.input<typeof CrawlPage> = {
  ...header,
  page: {
    ...page,
    inlinks: 41,
    outlinks: 18,
    pageRank: 47.31,
    indexable: true,
    noindex: false,
    nofollow: false,
    canonical: 'https://www.example.com/trees',
    redirectTo: null,
    inSitemap: true,
    lang: 'en',
    hreflang: [{ lang: 'de', url: 'https://www.example.com/de/baeume' }],
    responseMs: 84,
    bytes: 20_480,
    fetchedAt: '2026-02-01T12:00:01.904Z',
    audit,
  },
  inlinks: {
    total: 41,
    items: [
      {
        url: 'https://www.example.com/',
        statusCode: 200,
        text: 'Trees',
        area: 'nav',
        nofollow: false,
        isImage: false,
        isRedirect: false,
      },
    ],
  },
  outlinks: {
    total: 18,
    items: [
      {
        url: 'https://www.example.com/trees/apple',
        external: false,
        statusCode: 200,
        error: null,
        text: 'Apple trees',
        area: 'main',
        nofollow: false,
        isImage: false,
        isRedirect: false,
      },
    ],
  },
}

const issue: z.input<typeof CrawlIssues>['items'][number] = {
  id: 'duplicateTitles',
  source: 'site',
  title: SITE_CHECKS.duplicateTitles.title,
  description: SITE_CHECKS.duplicateTitles.advice,
  severity: SITE_CHECKS.duplicateTitles.severity,
  weight: SITE_CHECKS.duplicateTitles.weight,
  count: 2,
  ofTotal: 80,
  share: 2.5,
  examples: ['https://www.example.com/trees', 'https://www.example.com/trees?page=2'],
}

const issues: z.input<typeof CrawlIssues> = { ...header, pagesJudged: 87, count: 1, items: [issue] }

const issuePages: z.input<typeof CrawlIssuePages> = {
  ...header,
  pagesJudged: 87,
  issue,
  limit: 1,
  offset: 0,
  count: 1,
  items: [
    {
      url: 'https://www.example.com/trees',
      statusCode: 200,
      issue: null,
      detail: {
        text: 'Garden trees',
        pages: 2,
        others: ['https://www.example.com/trees?page=2'],
      },
    },
  ],
}

const headerBefore: z.input<typeof CrawlComparison>['with'] = {
  ...header,
  jobId: 'crw_9XbQ4mT1yKz8Lp7Hc2Vn',
  createdAt: '2026-01-01T12:00:00.000Z',
  finishedAt: '2026-01-01T12:00:20.133Z',
  pagesCrawled: 86,
}

const issueChange: z.input<typeof CrawlComparison>['issues'][number] = {
  ...issue,
  trend: 'new',
  countBefore: 0,
  countAfter: 2,
  gained: 2,
  lost: 0,
}

const issueComparison: z.input<typeof CrawlIssueComparison> = {
  ...header,
  with: headerBefore,
  issue: issueChange,
  limit: 100,
  offset: 0,
  gained: {
    total: 2,
    items: [
      { url: 'https://www.example.com/trees', statusCode: 200, inBoth: true },
      { url: 'https://www.example.com/trees?page=2', statusCode: 200, inBoth: false },
    ],
  },
  lost: { total: 0, items: [] },
}

const comparison: z.input<typeof CrawlComparison> = {
  ...header,
  with: headerBefore,
  summary: {
    before: { pages: 86, indexable: 80, score: 91.4 },
    after: { pages: 87, indexable: 80, score: 91.1 },
  },
  issues: [issueChange],
  notCompared: [],
  limit: 100,
  offset: 0,
  newPages: {
    total: 1,
    items: [
      {
        url: 'https://www.example.com/trees?page=2',
        statusCode: 200,
        title: 'Garden trees',
      },
    ],
  },
  gonePages: { total: 0, items: [] },
  changedPages: {
    total: 1,
    items: [
      {
        url: 'https://www.example.com/trees',
        changes: [
          { field: 'title', before: 'Trees for every garden', after: 'Garden trees' },
          { field: 'score', before: 98, after: 97 },
        ],
      },
    ],
  },
}

const { items: graphPages, count: _count, maxDepth: _maxDepth, totalPages, ...graphHeader } = links
const graph: z.input<typeof CrawlGraph> = {
  ...graphHeader,
  totalPages,
  pages: graphPages,
  links: [
    [0, 1],
    [1, 0],
  ],
  truncated: false,
}
const figures: z.input<typeof CrawlFigures> = {
  ...graphHeader,
  statuses: [
    { statusCode: 200, pages: 84 },
    { statusCode: 404, pages: 3 },
  ],
  grades: [
    { grade: 'A', pages: 51 },
    { grade: 'B', pages: 33 },
  ],
  depths: [
    { depth: 0, pages: 1 },
    { depth: 1, pages: 24 },
    { depth: 2, pages: 60 },
    { depth: null, pages: 2 },
  ],
}

/** Whole bodies by operation. */
export const CRAWL_EXAMPLES = {
  startCrawl: {
    request: { example: creation },
    answers: { 202: { example: queued } },
  },
  createCrawlSchedule: {
    request: { example: scheduleCreation },
    answers: { 201: { example: firstSchedule } },
  },
  listCrawlSchedules: {
    answers: { 200: { example: { total: 1, page: 1, per: 50, schedules: [schedule] } } },
  },
  readCrawlSchedule: { answers: { 200: { example: schedule } } },
  changeCrawlSchedule: {
    request: { example: { active: false } },
    answers: { 200: { example: { ...schedule, active: false, nextAt: null } } },
  },
  deleteCrawlSchedule: { answers: { 200: { example: { deleted: true, id: schedule.id } } } },
  listCrawls: { answers: { 200: { example: list } } },
  readCrawl: { answers: { 200: { example: job } } },
  cancelCrawl: { answers: { 200: { example: cancelled } } },
  readCrawlIssues: { answers: { 200: { example: issues } } },
  readCrawlIssue: { answers: { 200: { example: issuePages } } },
  compareCrawls: { answers: { 200: { example: comparison } } },
  compareCrawlIssue: { answers: { 200: { example: issueComparison } } },
  readCrawlPage: { answers: { 200: { example: onePage } } },
  readCrawlFigures: { answers: { 200: { example: figures } } },
  readCrawlGraph: { answers: { 200: { example: graph } } },
  readCrawlLinks: { answers: { 200: { example: links } } },
  readCrawlOrphans: { answers: { 200: { example: orphans } } },
  readCrawlPages: {
    answers: {
      200: {
        examples: {
          full: { summary: 'With audits', value: pages({ ...page, audit }) },
          summary: { summary: 'With fields=summary', value: pages(page) },
        },
      },
    },
  },
}
