import type { CrawlPair } from './crawl-compare.ts'
import type { CrawlIssueRow } from './crawl-issue-reads.ts'
import { ISSUE_COLUMNS } from './crawl-issue-reads.ts'
import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** An issue that both of two crawls were looked through for, and that one of them has. */
export interface ComparedIssueRow {
  /** As it is in the crawl after; where that has it no more, as it was before. */
  readonly issue: CrawlIssueRow
  readonly countBefore: number
  readonly countAfter: number
  /** Addresses that have it in both. */
  readonly common: number
}

/** A row of the statement: an issue as one of the crawls has it. */
interface ComparedRow extends CrawlIssueRow {
  readonly countBefore: number
  readonly countAfter: number
  readonly common: number
}

// $1 is the crawl before, $2 the one after, $3 an issue or null for all. Of addresses only those that were asked for
// can be in both: the others would make most of a large crawl.
const compare = sql<ComparedRow>`
  with pairs as materialized (
    select b.id as before_id, a.id as after_id
    from crawl_urls b join crawl_urls a on a.job_id = $2 and a.key = b.key
    where b.job_id = $1 and b.outcome is not null and a.outcome is not null
  ), judged as materialized (
    select b.id, b.count as count_before, a.count as count_after
    from crawl_issues b join crawl_issues a on a.job_id = $2 and a.id = b.id
    where b.job_id = $1 and (b.count > 0 or a.count > 0) and ($3::text is null or b.id = $3)
  ), now as (
    select i.id, item.url_id from judged join crawl_issues i on i.job_id = $2 and i.id = judged.id
    cross join unnest(i.items) as item (url_id)
    where judged.count_before > 0
  ), both_have as (
    select now.id, count(*) as common
    from judged join crawl_issues i on i.job_id = $1 and i.id = judged.id
    cross join unnest(i.items) as item (url_id)
    join pairs on pairs.before_id = item.url_id
    join now on now.id = i.id and now.url_id = pairs.after_id
    where judged.count_after > 0
    group by now.id
  )
  select ${ISSUE_COLUMNS}, judged.count_before as "countBefore", judged.count_after as "countAfter",
    coalesce(both_have.common, 0)::int as common
  from judged
  join crawl_issues i on i.id = judged.id
    and i.job_id = case when judged.count_after > 0 then $2::int else $1::int end
  left join both_have on both_have.id = judged.id
  order by judged.count_after = 0, i.position`

/** Issues of two crawls: those of the one after in their order, then what it does not have any more.
 *  @param issueId of one alone */
export async function compareIssueRows(
  db: Queryable,
  { before, after }: CrawlPair,
  issueId: string | null,
): Promise<ComparedIssueRow[]> {
  const { rows } = await db.query(compare, [before, after, issueId])
  return rows.map(({ countBefore, countAfter, common, ...issue }) => ({
    issue,
    countBefore,
    countAfter,
    common,
  }))
}

const readLone = sql<{ id: string }>`
  select coalesce(b.id, a.id) as id
  from (select id, count from crawl_issues where job_id = $1) b
  full join (select id, count from crawl_issues where job_id = $2) a on a.id = b.id
  where (a.id is null or b.id is null) and coalesce(b.count, a.count) > 0
  order by 1`

/** Issues that one of two crawls has, and that the other could not be looked through for: it was cut short, or did
 *  not ask for what they are about. */
export async function readUncomparedIssues(
  db: Queryable,
  { before, after }: CrawlPair,
): Promise<string[]> {
  return (await db.query(readLone, [before, after])).rows.map(({ id }) => id)
}

/** An address that has an issue in one of two crawls alone. */
export interface LoneAffectedRow {
  readonly url: string
  readonly statusCode: number | null
  /** The other crawl has read it too. */
  readonly inBoth: boolean
}

const readLoneAffected = sql<LoneAffectedRow>`
  select u.url, u.status_code as "statusCode", other.outcome is not null as "inBoth"
  from crawl_issues i
  cross join unnest(i.items) with ordinality as item (url_id, place)
  join crawl_urls u on u.job_id = i.job_id and u.id = item.url_id
  left join crawl_urls other on other.job_id = $2 and other.key = u.key
  left join (
    select unnest(items) as url_id from crawl_issues where job_id = $2 and id = $3
  ) as had on had.url_id = other.id
  where i.job_id = $1 and i.id = $3 and had.url_id is null
  order by item.place
  limit $4 offset $5`

/** Addresses that have an issue in one crawl and not in another, in the order of the first. */
export async function readLoneAffectedRows(
  db: Queryable,
  { of, without }: { readonly of: number; readonly without: number },
  issueId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<LoneAffectedRow[]> {
  return (await db.query(readLoneAffected, [of, without, issueId, limit, offset])).rows
}
