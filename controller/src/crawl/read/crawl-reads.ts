import { sharerOfKey } from '../../limits/sharer.ts'
import type { CrawlOwner } from '../../db/crawl-jobs.ts'
import type { Database } from '../../db/pool.ts'
import { compareCrawls } from '../compare/compare-crawls.ts'
import type { CrawlJobHeader } from '../job-view.ts'
import { jobHeader, readCrawlJob } from '../job-view.ts'
import type { ExportFile, ExportQuery } from './export/export-file.ts'
import { exportFile } from './export/export-file.ts'
import type { ComparisonView, IssueComparisonView } from './comparison.ts'
import { comparisonView, readIssueComparison, readOther, requireComparable } from './comparison.ts'
import type { CrawlFigures } from './figures.ts'
import { readFigures } from './figures.ts'
import type { GraphRead } from './graph.ts'
import { readGraph } from './graph.ts'
import type { AffectedPages, IssueView } from './issues.ts'
import { readAffected, readIssues } from './issues.ts'
import type { LinkGraphRead } from './links.ts'
import { readLinks } from './links.ts'
import type { OnePage } from './one-page.ts'
import { readOnePage } from './one-page.ts'
import type { OrphanItem } from './orphans.ts'
import { readOrphans } from './orphans.ts'
import type { PagesQuery } from './page-items.ts'
import { readPageItems } from './page-items.ts'

/** What is read of one crawl. */
interface CrawlRead {
  readonly header: CrawlJobHeader
}

/** A list that is too long to be held at once, some entries at a time. */
interface LongRead<Item> extends CrawlRead {
  readonly items: AsyncGenerator<readonly Item[]>
}

interface Judged {
  /** How many pages the issues are about. */
  readonly pagesJudged: number
}

/** What crawls found, as far as they have come. All throw AppError notFound for what is not the owner's. */
export interface CrawlReads {
  readonly links: (
    owner: CrawlOwner,
    publicId: string,
    limit: number,
  ) => Promise<CrawlRead & LinkGraphRead>
  /** The pages of highest rank and the links among them. */
  readonly graph: (
    owner: CrawlOwner,
    publicId: string,
    limit: number,
  ) => Promise<CrawlRead & GraphRead>
  readonly figures: (owner: CrawlOwner, publicId: string) => Promise<CrawlRead & CrawlFigures>
  readonly orphans: (owner: CrawlOwner, publicId: string) => Promise<LongRead<OrphanItem>>
  /** Items are JSON. */
  readonly pages: (
    owner: CrawlOwner,
    publicId: string,
    query: PagesQuery,
  ) => Promise<LongRead<string>>
  /** @throws AppError badRequest for what is no address */
  readonly page: (
    owner: CrawlOwner,
    publicId: string,
    query: { readonly url: string; readonly limit: number },
  ) => Promise<CrawlRead & OnePage>
  /** The worst first. */
  readonly issues: (
    owner: CrawlOwner,
    publicId: string,
  ) => Promise<CrawlRead & Judged & { readonly items: IssueView[] }>
  /** Pages that have an issue. @throws AppError notFound where none has it */
  readonly affected: (
    owner: CrawlOwner,
    publicId: string,
    query: { readonly issueId: string; readonly limit: number; readonly offset: number },
  ) => Promise<CrawlRead & Judged & AffectedPages>
  /** @param query.with the crawl before
   *  @throws AppError badRequest for one that cannot be compared, conflict while the crawl runs */
  readonly compare: (
    owner: CrawlOwner,
    publicId: string,
    query: { readonly with: string; readonly limit: number; readonly offset: number },
  ) => Promise<CrawlRead & ComparisonView>
  /** The same of one issue: the pages that got it, and those that lost it. @throws also AppError notFound */
  readonly compareIssue: (
    owner: CrawlOwner,
    publicId: string,
    query: {
      readonly with: string
      readonly issueId: string
      readonly limit: number
      readonly offset: number
    },
  ) => Promise<CrawlRead & IssueComparisonView>
  readonly export: (owner: CrawlOwner, publicId: string, query: ExportQuery) => Promise<ExportFile>
}

/** @param readsOf the database for the reads of a sharer, which take turns with those of others */
export function createCrawlReads(readsOf: (sharer: string) => Database): CrawlReads {
  async function open(owner: CrawlOwner, publicId: string) {
    const db = readsOf(sharerOfKey(owner))
    const job = await readCrawlJob(db, owner, publicId)
    return { db, job, header: jobHeader(job) }
  }

  async function openPair(owner: CrawlOwner, publicId: string, otherId: string) {
    const { db, job, header } = await open(owner, publicId)
    const other = await readOther(db, owner, otherId)
    requireComparable(job, other)
    return { db, pair: { before: other.id, after: job.id }, header, with: jobHeader(other) }
  }

  return {
    async links(owner, publicId, limit) {
      const { db, job, header } = await open(owner, publicId)
      return { header, ...(await readLinks(db, job, limit)) }
    },
    async graph(owner, publicId, limit) {
      const { db, job, header } = await open(owner, publicId)
      return { header, ...(await readGraph(db, job.id, limit)) }
    },
    async figures(owner, publicId) {
      const { db, job, header } = await open(owner, publicId)
      return { header, ...(await readFigures(db, job.id)) }
    },
    async orphans(owner, publicId) {
      const { db, job, header } = await open(owner, publicId)
      return { header, items: readOrphans(db, job) }
    },
    async pages(owner, publicId, query) {
      const { db, job, header } = await open(owner, publicId)
      return { header, items: readPageItems(db, job, query) }
    },
    async page(owner, publicId, query) {
      const { db, job, header } = await open(owner, publicId)
      return { header, ...(await readOnePage(db, job, query)) }
    },
    async issues(owner, publicId) {
      const { db, job, header } = await open(owner, publicId)
      return { header, pagesJudged: job.figuresPages, items: await readIssues(db, job) }
    },
    async affected(owner, publicId, query) {
      const { db, job, header } = await open(owner, publicId)
      return { header, pagesJudged: job.figuresPages, ...(await readAffected(db, job, query)) }
    },
    async compare(owner, publicId, { with: otherId, ...part }) {
      const { db, pair, ...headers } = await openPair(owner, publicId, otherId)
      return { ...headers, ...comparisonView(await compareCrawls(db, pair, part)) }
    },
    async compareIssue(owner, publicId, { with: otherId, ...query }) {
      const { db, pair, ...headers } = await openPair(owner, publicId, otherId)
      return { ...headers, ...(await readIssueComparison(db, pair, query)) }
    },
    async export(owner, publicId, query) {
      const { db, job } = await open(owner, publicId)
      return exportFile(db, job, query)
    },
  }
}
