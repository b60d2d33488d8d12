import type { CrawlPair } from '../../db/crawl-compare.ts'
import type { LoneAffectedRow } from '../../db/crawl-issue-compare.ts'
import { compareIssueRows, readLoneAffectedRows } from '../../db/crawl-issue-compare.ts'
import type { CrawlIssueRow } from '../../db/crawl-issue-reads.ts'
import type { Queryable } from '../../db/pool.ts'
import type { IssueChange } from './issue-changes.ts'
import { issueChanges } from './issue-changes.ts'

/** Some of the addresses that have an issue in one crawl alone. */
interface LoneAffected {
  readonly total: number
  readonly items: LoneAffectedRow[]
}

/** How the pages that have an issue are others in one crawl of a site than in the one before. */
export interface IssueComparison {
  readonly issue: IssueChange<CrawlIssueRow>
  readonly gained: LoneAffected
  readonly lost: LoneAffected
}

/** @param part of each of the two lists
 *  @returns null where the same addresses have it as before, or it cannot be compared */
export async function compareIssue(
  db: Queryable,
  pair: CrawlPair,
  issueId: string,
  part: { readonly limit: number; readonly offset: number },
): Promise<IssueComparison | null> {
  const { before, after } = pair
  const [change] = issueChanges(await compareIssueRows(db, pair, issueId))
  if (change === undefined) return null
  const [gained, lost] = await Promise.all([
    readLoneAffectedRows(db, { of: after, without: before }, issueId, part),
    readLoneAffectedRows(db, { of: before, without: after }, issueId, part),
  ])
  return {
    issue: change,
    gained: { total: change.gained, items: gained },
    lost: { total: change.lost, items: lost },
  }
}
