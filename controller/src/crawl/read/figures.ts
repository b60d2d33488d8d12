import type { AuditGrade } from '@sightline/shared/analyses/audit-checks/words'
import { readPageCounts } from '../../db/crawl-page-reads.ts'
import type { Queryable } from '../../db/pool.ts'

/** A crawl in numbers. */
export interface CrawlFigures {
  readonly statuses: { readonly statusCode: number; readonly pages: number }[]
  /** Of pages that answer 200. */
  readonly grades: { readonly grade: AuditGrade; readonly pages: number }[]
  /** By clicks from the start page; null, the last: no way leads there. */
  readonly depths: { readonly depth: number | null; readonly pages: number }[]
}

export async function readFigures(db: Queryable, jobId: number): Promise<CrawlFigures> {
  const rows = await readPageCounts(db, jobId)
  return {
    statuses: rows.flatMap(({ of, statusCode, pages }) =>
      of === 'statusCode' && statusCode !== null ? [{ statusCode, pages }] : [],
    ),
    grades: rows.flatMap(({ of, grade, pages }) =>
      of === 'grade' && grade !== null ? [{ grade, pages }] : [],
    ),
    depths: rows.flatMap(({ of, depth, pages }) => (of === 'depth' ? [{ depth, pages }] : [])),
  }
}
