import type { CrawlPair, CrawlSum, LonePageRow } from '../../db/crawl-compare.ts'
import { countDifferences, readChangedPages, readLonePages } from '../../db/crawl-compare.ts'
import type { CrawlIssueRow } from '../../db/crawl-issue-reads.ts'
import { compareIssueRows, readUncomparedIssues } from '../../db/crawl-issue-compare.ts'
import type { Queryable } from '../../db/pool.ts'
import type { IssueChange } from './issue-changes.ts'
import { issueChanges } from './issue-changes.ts'
import type { PageChange } from './page-changes.ts'
import { pageChanges } from './page-changes.ts'

/** Some of a list. */
interface Some<Item> {
  readonly total: number
  readonly items: Item[]
}

/** A page that is other than it was. */
export interface ChangedPage {
  readonly url: string
  readonly changes: PageChange[]
}

/** What is other in one crawl of a site than in the one before. */
export interface CrawlComparison {
  readonly summary: { readonly before: CrawlSum; readonly after: CrawlSum }
  readonly issues: IssueChange<CrawlIssueRow>[]
  /** Ids of issues that one of the crawls has, and the other could not be looked through for. */
  readonly notCompared: string[]
  readonly newPages: Some<LonePageRow>
  readonly gonePages: Some<LonePageRow>
  readonly changedPages: Some<ChangedPage>
}

/** Compares two crawls, page by page at the same address.
 *  @param part of each list of pages */
export async function compareCrawls(
  db: Queryable,
  pair: CrawlPair,
  part: { readonly limit: number; readonly offset: number },
): Promise<CrawlComparison> {
  const { before, after } = pair
  const counts = await countDifferences(db, pair)
  const [issues, notCompared, added, gone, changed] = await Promise.all([
    compareIssueRows(db, pair, null),
    readUncomparedIssues(db, pair),
    readLonePages(db, { of: after, without: before }, part),
    readLonePages(db, { of: before, without: after }, part),
    readChangedPages(db, pair, part),
  ])
  return {
    summary: { before: counts.before, after: counts.after },
    issues: issueChanges(issues),
    notCompared,
    newPages: { total: counts.added, items: added },
    gonePages: { total: counts.gone, items: gone },
    changedPages: {
      total: counts.changed,
      items: changed.map((page) => ({
        url: page.url,
        changes: pageChanges(page.before, page.after),
      })),
    },
  }
}
