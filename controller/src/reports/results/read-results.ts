import { hash } from 'node:crypto'
import type { FailureSourceWord, Phase, ResultStatus } from '@sightline/shared/check-words'
import type { StoredResultRow } from '../../db/result-reads.ts'
import { findMonitorNumber, readResults } from '../../db/result-reads.ts'
import type { ServiceContext } from '../../db/service-context.ts'
import { requireMonitor } from '../../input/not-found.ts'
import { countFiner, countPieces } from './count-results.ts'
import type { Piece } from './locate-page.ts'
import { joinPieces, locatePage, piecesToRefine, replacePieces } from './locate-page.ts'

/** One check result as people see it. Source: contract, "Monitor result record"; decisions, section 7 */
export interface ResultView {
  id: string
  checkedAt: Date
  scheduledAt: Date
  status: ResultStatus
  statusCode: number | null
  responseMs: number | null
  error: string | null
  region: string
  attempt: number
  confirmation: boolean
  late: boolean
  counted: boolean
  failureSource: FailureSourceWord | null
  phase: Phase | null
  cause: string | null
  ip: string | null
  timings: {
    dnsMs: number | null
    connectMs: number | null
    tlsMs: number | null
    firstByteMs: number | null
    downloadMs: number | null
  }
  details: Record<string, unknown>
}

/** What of a monitor's results is asked for; null is no filter. */
export interface ResultsQuery {
  readonly from: Date
  readonly to: Date
  readonly region: string | null
  readonly statuses: readonly string[] | null
  readonly limit: number
  readonly offset: number
}

/** Results that may be read for one page; where more lie in the pieces it is in, they are counted more
 *  finely first. Reading 4,000 takes some 10 ms. */
const MAX_READ = 4_000

/** One page of a monitor's results in [from, to), newest first, and how many match in all. The page is
 *  found by what rollups count, not by passing over what comes before it, and count and page are of one
 *  moment, however many results arrive meanwhile.
 *  @throws AppError notFound */
export async function getResults(
  context: ServiceContext,
  workspaceId: number,
  publicId: string,
  query: ResultsQuery,
): Promise<{ total: number; results: ResultView[] }> {
  return context.db.snapshot(async (db) => {
    const found = await findMonitorNumber(db, workspaceId, publicId)
    const filter = { ...query, monitorId: requireMonitor(found, publicId) }
    let pieces = await countPieces(db, filter, query, context.now())
    const total = pieces.reduce((sum, piece) => sum + piece.matching, 0)
    if (query.offset >= total) return { total, results: [] }
    for (;;) {
      const page = locatePage(pieces, query)
      const coarse = piecesToRefine(page.pieces, MAX_READ)
      if (coarse.length === 0) {
        const spans = joinPieces(page.pieces).map(datesOf)
        const rows = await readResults(db, filter, spans, { ...query, offset: page.offset })
        return { total, results: rows.map((row) => viewResult(publicId, row)) }
      }
      pieces = replacePieces(pieces, coarse, await countFiner(db, filter, coarse))
    }
  })
}

function datesOf({ fromMs, toMs }: Pick<Piece, 'fromMs' | 'toMs'>): { from: Date; to: Date } {
  return { from: new Date(fromMs), to: new Date(toMs) }
}

function viewResult(monitorId: string, row: StoredResultRow): ResultView {
  return {
    id: resultId(monitorId, row),
    checkedAt: row.checkedAt,
    scheduledAt: row.scheduledAt,
    status: row.status as ResultStatus,
    statusCode: row.statusCode,
    responseMs: row.responseMs === null ? null : Math.round(row.responseMs),
    error: row.error,
    region: row.region,
    attempt: row.attempt,
    confirmation: row.confirmation,
    late: row.late,
    counted: row.counted,
    failureSource: row.failureSource as FailureSourceWord | null,
    phase: row.phase as Phase | null,
    cause: row.cause,
    ip: row.ip,
    timings: {
      dnsMs: hundredths(row.dnsMs),
      connectMs: hundredths(row.connectMs),
      tlsMs: hundredths(row.tlsMs),
      firstByteMs: hundredths(row.firstByteMs),
      downloadMs: hundredths(row.downloadMs),
    },
    details: { ...row.details },
  }
}

/** Results have no id of their own in the database: their key makes one, the same at every read. */
function resultId(
  monitorId: string,
  row: Pick<StoredResultRow, 'region' | 'scheduledAt' | 'attempt'>,
): string {
  const key = `${monitorId}/${row.region}/${row.scheduledAt.getTime()}/${row.attempt}`
  return `res_${hash('sha256', key, 'hex').slice(0, 24)}`
}

/** Stored with seven digits, which read as 12.3400001. */
function hundredths(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms * 100) / 100
}
