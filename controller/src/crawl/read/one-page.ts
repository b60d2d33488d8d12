import { setImmediate as pause } from 'node:timers/promises'
import type { AuditResult } from '@sightline/shared/analyses/audit'
import { crawlUrl } from '@sightline/shared/crawl/crawl-url'
import type { CrawlJobRow } from '../../db/crawl-job-reads.ts'
import type { CrawlUrlRow, LinkingPageRow } from '../../db/crawl-page-reads.ts'
import {
  findCrawlUrls,
  readCrawlUrls,
  readLinkingPages,
  readSourcePages,
  readWholePageRows,
} from '../../db/crawl-page-reads.ts'
import type { Queryable } from '../../db/pool.ts'
import { readPageUrl } from '../../on-demand/page-url.ts'
import type { PackedLink } from '../pack.ts'
import { unpackAudit, unpackLinks } from '../pack.ts'
import { digestOf } from '../url-digest.ts'
import type { LinkView } from './link-view.ts'
import { linkView } from './link-view.ts'
import { noSuchPage } from './no-page.ts'
import type { PageRecord } from './page-record.ts'
import { pageRecord } from './page-record.ts'
import { auditOf } from './stored-audit.ts'

/** Pages whose links are unpacked in a row before others have their turn. */
const IN_A_ROW = 50

/** A page that links to the one shown. */
export interface Inlink extends LinkView {
  readonly url: string
  readonly statusCode: number
}

/** An address that the page shown links to. */
export interface Outlink extends LinkView {
  readonly url: string
  readonly external: boolean
  /** null where it was not asked for, or gave no answer. */
  readonly statusCode: number | null
  readonly error: string | null
}

/** One page of a crawl with all that is known of it. */
export interface OnePage {
  readonly page: PageRecord & {
    /** With the location it was looked at from. */
    readonly audit: AuditResult & { readonly region: string }
  }
  readonly inlinks: { readonly total: number; readonly items: Inlink[] }
  readonly outlinks: { readonly total: number; readonly items: Outlink[] }
}

/** Reads one page. @param limit of its inlinks and of its outlinks
 *  @throws AppError badRequest for what is no address, notFound with what is known where it is no page */
export async function readOnePage(
  db: Queryable,
  job: CrawlJobRow,
  { url, limit }: { readonly url: string; readonly limit: number },
): Promise<OnePage> {
  const known = await findUrl(db, job, url)
  const [row, linking] = await Promise.all([
    readWholePageRows(db, job.id, known.seq - 1, 1),
    readLinkingPages(db, job.id, known.seq - 1, 1),
  ]).then(([rows, pages]) => [rows[0], pages[0]] as const)
  if (row?.seq !== known.seq || linking === undefined || job.dictionary === null) {
    throw noSuchPage(known.url, known)
  }
  const [inlinks, outlinks] = await Promise.all([
    inlinksOf(db, job.id, linking, limit),
    outlinksOf(db, job.id, linking, limit),
  ])
  const stored = unpackAudit(row.audit, job.dictionary)
  // Checked when it was stored.
  const audit = JSON.parse(auditOf(stored, job.region)) as OnePage['page']['audit']
  return {
    page: { ...pageRecord(row, audit.issues), audit },
    inlinks: { total: row.inlinks ?? 0, items: inlinks },
    outlinks,
  }
}

/** An address may be asked for without its scheme, like everywhere.
 *  @throws AppError badRequest for what is no address */
function candidates(asked: string, dropTracking: boolean): string[] {
  const { url, isBare } = readPageUrl(asked)
  const both = isBare ? [url, url.replace(/^https:/, 'http:')] : [url]
  return both.flatMap((one) => crawlUrl(one, dropTracking) ?? [])
}

async function findUrl(
  db: Queryable,
  { id, settings }: CrawlJobRow,
  asked: string,
): Promise<CrawlUrlRow & { readonly seq: number }> {
  const urls = candidates(asked, settings.dropTracking)
  const [first] = urls
  if (first === undefined) throw noSuchPage(asked, null)
  const found = await findCrawlUrls(db, id, urls.map(digestOf))
  const known = urls.flatMap((url) => found.filter((row) => row.url === url))
  const item = known.find(({ outcome }) => outcome === 'page' || outcome === 'redirect')
  if (item === undefined || item.seq === null) throw noSuchPage(first, known[0] ?? null)
  return { ...item, seq: item.seq }
}

async function inlinksOf(
  db: Queryable,
  jobId: number,
  { seq, urlId }: LinkingPageRow,
  limit: number,
): Promise<Inlink[]> {
  const items: Inlink[] = []
  for (const [at, source] of (await readSourcePages(db, jobId, seq, limit)).entries()) {
    const link = unpackLinks(source.links).find(([id]) => id === urlId)
    const { url, statusCode } = source
    if (link !== undefined) items.push({ url, statusCode, ...linkView(link) })
    if (at % IN_A_ROW === IN_A_ROW - 1) await pause()
  }
  return items
}

async function outlinksOf(
  db: Queryable,
  jobId: number,
  { urlId, links }: LinkingPageRow,
  limit: number,
): Promise<{ total: number; items: Outlink[] }> {
  const all = unpackLinks(links).filter(([id]) => id !== urlId)
  const some = all.slice(0, limit)
  const targets = await readCrawlUrls(
    db,
    jobId,
    some.map(([id]) => id),
  )
  return { total: all.length, items: some.flatMap((link) => outlink(link, targets)) }
}

function outlink(link: PackedLink, targets: ReadonlyMap<number, CrawlUrlRow>): Outlink[] {
  const target = targets.get(link[0])
  if (target === undefined) return []
  const { url, leftOut, statusCode, error } = target
  return [{ url, external: leftOut === 'external', statusCode, error, ...linkView(link) }]
}
