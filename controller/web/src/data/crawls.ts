import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { CrawlComparison } from '../../../src/api/schemas/crawl-compare.ts'
import type { CrawlPage } from '../../../src/api/schemas/crawl-page.ts'
import type { CrawlFigures, CrawlGraph } from '../../../src/api/schemas/crawl-graph.ts'
import type { CrawlIssuePages, CrawlIssues } from '../../../src/api/schemas/crawl-issue.ts'
import type { CrawlJob, CrawlList } from '../../../src/api/schemas/crawl-job.ts'
import type { ScheduleList } from '../../../src/api/schemas/crawl-schedule.ts'
import type { CrawlLinks, CrawlOrphans } from '../../../src/api/schemas/crawl-reads.ts'
import type { AnalysisOf } from './analyses.ts'
import { api } from './api.ts'
import { previousOf } from './previous.ts'

export type Crawl = z.input<typeof CrawlJob>
export type Graph = z.input<typeof CrawlGraph>
export type Figures = z.input<typeof CrawlFigures>
export type CrawlIssue = z.input<typeof CrawlIssues>['items'][number]
/** A page of a crawl, with its audit as that of one address. */
export type OnePage = Omit<z.input<typeof CrawlPage>, 'page'> & {
  readonly page: Omit<z.input<typeof CrawlPage>['page'], 'audit'> & {
    readonly audit: AnalysisOf<'audit'>
  }
}
export type Comparison = z.input<typeof CrawlComparison>

const PATH = '/api/v1/crawl'
/** As many as the API gives at once. */
const MOST_CRAWLS = 200
/** Of one read; the graph is read whole, the most linked pages first. */
const MOST_PAGES = 1_000
const MOST_AFFECTED = 200

/** Crawls, the latest first. */
export const crawlsQuery = (page: number, per: number) =>
  queryOptions({
    queryKey: ['crawls', 'list', page, per],
    queryFn: ({ signal }) => api<z.input<typeof CrawlList>>(PATH, { query: { page, per }, signal }),
    placeholderData: previousOf('crawls', 'list'),
  })

/** The latest crawls of one site. */
export const crawlsOfHostQuery = (host: string) =>
  queryOptions({
    queryKey: ['crawls', 'list', 'of', host],
    queryFn: ({ signal }) =>
      api<z.input<typeof CrawlList>>(PATH, { query: { host, per: MOST_CRAWLS }, signal }),
  })

export const isOver = ({ status }: Pick<Crawl, 'status'>): boolean =>
  status !== 'queued' && status !== 'running'

export const crawlQuery = (id: string) =>
  queryOptions({
    queryKey: ['crawls', id, 'job'],
    queryFn: ({ signal }) => api<Crawl>(`${PATH}/${encodeURIComponent(id)}`, { signal }),
  })

function read<T>(id: string, what: string, query: Readonly<Record<string, string | number>> = {}) {
  return queryOptions({
    queryKey: ['crawls', id, what, query],
    queryFn: ({ signal }) => api<T>(`${PATH}/${encodeURIComponent(id)}/${what}`, { query, signal }),
    placeholderData: previousOf('crawls', id, what),
  })
}

export const crawlIssuesQuery = (id: string) => read<z.input<typeof CrawlIssues>>(id, 'issues')

export const affectedQuery = (id: string, issueId: string) =>
  read<z.input<typeof CrawlIssuePages>>(id, `issues/${encodeURIComponent(issueId)}`, {
    limit: MOST_AFFECTED,
  })

export const crawlLinksQuery = (id: string) =>
  read<z.input<typeof CrawlLinks>>(id, 'links', { limit: MOST_PAGES })

/** Pages of the picture: more cannot be told apart. */
const DRAWN_PAGES = 500

export const crawlGraphQuery = (id: string) => read<Graph>(id, 'graph', { limit: DRAWN_PAGES })

export const crawlFiguresQuery = (id: string) => read<Figures>(id, 'figures')

export const orphansQuery = (id: string) => read<z.input<typeof CrawlOrphans>>(id, 'orphans')

/** Links of one page that are shown. */
const MOST_LINKS = 200

export const crawledPageQuery = (id: string, url: string) =>
  read<OnePage>(id, 'page', { url, limit: MOST_LINKS })

export const comparisonQuery = (id: string, other: string) =>
  read<Comparison>(id, 'compare', { with: other, limit: MOST_AFFECTED })

export async function startCrawl(body: object): Promise<Crawl> {
  return api<Crawl>(PATH, { method: 'POST', body })
}

export async function cancelCrawl(id: string): Promise<void> {
  await api(`${PATH}/${encodeURIComponent(id)}`, { method: 'DELETE' })
}

const SCHEDULES = `${PATH}/schedules`
const MOST_SCHEDULES = 200

export const schedulesQuery = queryOptions({
  queryKey: ['crawls', 'schedules'],
  queryFn: async ({ signal }) =>
    (await api<z.input<typeof ScheduleList>>(SCHEDULES, { query: { per: MOST_SCHEDULES }, signal }))
      .schedules,
})

/** @param id null: a new one */
export async function saveSchedule(id: string | null, body: object): Promise<void> {
  const path = id === null ? SCHEDULES : `${SCHEDULES}/${encodeURIComponent(id)}`
  await api(path, { method: id === null ? 'POST' : 'PATCH', body })
}

export async function deleteSchedule(id: string): Promise<void> {
  await api(`${SCHEDULES}/${encodeURIComponent(id)}`, { method: 'DELETE' })
}
