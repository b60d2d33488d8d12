import type { AuditSeverity } from '@sightline/shared/analyses/audit-checks/words'
import type { Queryable } from './pool.ts'
import type { SqlPart } from './sql.ts'
import { sql } from './sql.ts'

/** Something that is wrong with a site. */
export interface CrawlIssueRow {
  readonly id: string
  readonly severity: AuditSeverity
  readonly weight: number
  /** Addresses it was looked for in, and those that have it. */
  readonly ofTotal: number
  readonly count: number
  /** How many of those are kept. */
  readonly kept: number
  /** Addresses of the first ones. */
  readonly examples: string[]
}

/** Of an issue `i`. */
export const ISSUE_COLUMNS: SqlPart = {
  sqlPart: `i.id, i.severity, i.weight, i.of_total as "ofTotal", i.count, cardinality(i.items) as kept,
    array(
      select u.url from unnest(i.items[1:5]) with ordinality as item (url_id, place)
      join crawl_urls u on u.job_id = i.job_id and u.id = item.url_id
      order by item.place
    ) as examples`,
}

const readAll = sql<CrawlIssueRow>`
  select ${ISSUE_COLUMNS} from crawl_issues i where i.job_id = $1 and i.count > 0 order by i.position`

/** What is wrong with a site, in the order in which it is shown. */
export async function readIssueRows(db: Queryable, jobId: number): Promise<CrawlIssueRow[]> {
  return (await db.query(readAll, [jobId])).rows
}

const readOne = sql<CrawlIssueRow>`
  select ${ISSUE_COLUMNS} from crawl_issues i where i.job_id = $1 and i.id = $2 and i.count > 0`

/** null where nothing has it. */
export async function readIssueRow(
  db: Queryable,
  jobId: number,
  id: string,
): Promise<CrawlIssueRow | null> {
  return (await db.query(readOne, [jobId, id])).rows[0] ?? null
}

/** An address that has an issue. */
export interface AffectedRow {
  readonly url: string
  readonly statusCode: number | null
  /** What is told beside it. */
  readonly detail: Readonly<Record<string, unknown>> | null
  /** null where it is no item. As `packAudit` writes it. */
  readonly audit: Buffer | null
}

// Details are taken apart once for all: asked for one by one, all of them were decompressed for each.
const readAffected = sql<AffectedRow>`
  with details as (
    select d.value, d.place
    from crawl_issues i
    cross join lateral jsonb_array_elements(i.details) with ordinality as d (value, place)
    where i.job_id = $1 and i.id = $2 and d.place > $3::int and d.place <= $3::int + $4::int
  )
  select u.url, u.status_code as "statusCode", details.value as detail,
    case when $5::boolean then p.audit end as audit
  from crawl_issues i
  cross join lateral unnest(i.items[$3::int + 1 : $3::int + $4::int])
    with ordinality as item (url_id, place)
  join crawl_urls u on u.job_id = i.job_id and u.id = item.url_id
  left join details on details.place = item.place + $3::int
  left join crawl_pages p on p.job_id = u.job_id and p.seq = u.seq and p.url_id = u.id
  where i.job_id = $1 and i.id = $2
  order by item.place`

/** Addresses that have an issue, in the order of the crawl. */
export async function readAffectedRows(
  db: Queryable,
  { jobId, issueId }: { readonly jobId: number; readonly issueId: string },
  page: { readonly offset: number; readonly limit: number; readonly withAudits: boolean },
): Promise<AffectedRow[]> {
  const { offset, limit, withAudits } = page
  return (await db.query(readAffected, [jobId, issueId, offset, limit, withAudits])).rows
}
