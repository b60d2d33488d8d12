import type { WholePageRow } from '../../db/crawl-page-reads.ts'

/** All that is told of an item but its audit and its links. */
export interface PageRecord {
  readonly url: string
  readonly statusCode: number
  readonly score: number
  readonly grade: WholePageRow['grade']
  readonly title: string
  readonly metaDescription: string
  readonly h1: string
  readonly wordCount: number
  readonly internalLinks: number
  readonly depth: number | null
  readonly issues: string[]
  /** 0 before the link graph knows the page. */
  readonly inlinks: number
  readonly outlinks: number
  readonly pageRank: number
  readonly indexable: boolean
  readonly noindex: boolean
  readonly nofollow: boolean
  readonly canonical: string | null
  readonly redirectTo: string | null
  readonly remark: string | null
  readonly inSitemap: boolean
  readonly lang: string
  readonly hreflang: { readonly lang: string; readonly url: string }[]
  readonly responseMs: number | null
  readonly bytes: number
  readonly fetchedAt: Date
}

/** @param issues of its audit */
export function pageRecord(row: WholePageRow, issues: string[]): PageRecord {
  const { facts, ms } = row
  return {
    url: row.url,
    statusCode: row.statusCode,
    score: row.score,
    grade: row.grade,
    title: row.title,
    metaDescription: row.metaDescription,
    h1: row.h1,
    wordCount: row.wordCount,
    internalLinks: row.internalLinks,
    depth: row.depth,
    issues,
    inlinks: row.inlinks ?? 0,
    outlinks: row.outlinks ?? 0,
    pageRank: row.pageRank ?? 0,
    indexable: row.isIndexable,
    noindex: facts?.noindex ?? false,
    nofollow: facts?.nofollow ?? false,
    canonical: facts?.canonical ?? null,
    redirectTo: row.redirectTo ?? facts?.refresh ?? null,
    remark: row.remark,
    inSitemap: row.isInSitemap,
    lang: facts?.lang ?? '',
    hreflang: (facts?.alternates ?? []).map(([lang, url]) => ({ lang, url })),
    responseMs: ms === null ? null : Math.round(ms),
    bytes: row.bytes,
    fetchedAt: row.fetchedAt,
  }
}
