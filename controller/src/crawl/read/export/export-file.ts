import type { CrawlJobRow } from '../../../db/crawl-job-reads.ts'
import type { Queryable } from '../../../db/pool.ts'
import { issueTable } from './issue-table.ts'
import { linkTable } from './link-table.ts'
import { pageTable } from './page-table.ts'
import { sitemapOf } from './sitemap.ts'
import type { Table } from './table.ts'
import { csvOf, ndjsonOf } from './table.ts'

/** Forms of a file by what is in it, the default first. */
export const EXPORTS = {
  pages: ['csv', 'ndjson'],
  links: ['csv', 'ndjson'],
  issues: ['csv', 'ndjson'],
  sitemap: ['xml'],
} as const

export type ExportedThing = keyof typeof EXPORTS
export type ExportFormat = (typeof EXPORTS)[ExportedThing][number]

const TABLES: {
  readonly [T in Exclude<ExportedThing, 'sitemap'>]: (db: Queryable, job: CrawlJobRow) => Table
} = { pages: pageTable, links: linkTable, issues: issueTable }

const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
}

/** What is wanted as a file. */
export interface ExportQuery {
  readonly what: ExportedThing
  readonly format: ExportFormat
  /** Of a sitemap, from 1. */
  readonly part: number
}

/** A file that is written while it is read. */
export interface ExportFile {
  /** Letters, digits, dots and hyphens. */
  readonly fileName: string
  readonly type: string
  readonly pieces: AsyncGenerator<string>
}

/** Names of files know fewer characters than hosts have: an IPv6 address is in brackets, and a port has a colon. */
const inName = (host: string): string =>
  host.replaceAll(/[^a-z0-9.-]+/gi, '-').replaceAll(/^-|-$/g, '')

/** What a crawl found, as a file of any length: rows are read as the reader takes them. */
export function exportFile(db: Queryable, job: CrawlJobRow, query: ExportQuery): ExportFile {
  const { what, format, part } = query
  const number = what === 'sitemap' && part > 1 ? `-${part}` : ''
  return {
    fileName: `${inName(job.host)}-${what}${number}.${format}`,
    type: TYPES[format],
    pieces: piecesOf(db, job, query),
  }
}

function piecesOf(
  db: Queryable,
  job: CrawlJobRow,
  { what, format, part }: ExportQuery,
): AsyncGenerator<string> {
  if (what === 'sitemap') return sitemapOf(db, job, part)
  const table = TABLES[what](db, job)
  return format === 'csv' ? csvOf(table) : ndjsonOf(table)
}
