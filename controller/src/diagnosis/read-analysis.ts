import { AppError } from '@sightline/shared/errors'
import type { DiagnosedOutageRow } from '../db/outage-analyses.ts'
import { findOutage, readDiagnosedOutage } from '../db/outage-analyses.ts'
import { findMonitorNumber } from '../db/result-reads.ts'
import type { ServiceContext } from '../db/service-context.ts'
import { requireMonitor } from '../input/not-found.ts'
import type { Analysis } from './analysis.ts'
import { StoredAnalysis } from './analysis.ts'
import { diagnose } from './diagnose.ts'
import { readFacts } from './read-facts.ts'

/** Why a monitor went down, as it is told. `verdict` and what belongs to an outage are null, and the
 *  lists empty, when it never did. Source: decisions, section 7 */
export interface AnalysisView extends Omit<Analysis, 'verdict' | 'generatedAt'> {
  readonly outageId: string | null
  /** When the outage began, and ended; null while it lasts. */
  readonly from: Date | null
  readonly to: Date | null
  readonly verdict: Analysis['verdict'] | null
  readonly generatedAt: string | null
}

const NEVER_DOWN: AnalysisView = {
  outageId: null,
  from: null,
  to: null,
  verdict: null,
  alternatives: [],
  regions: [],
  evidence: [],
  lastGood: null,
  firstBad: null,
  related: [],
  generatedAt: null,
}

function noOutage(outageId: string, publicId: string): AppError {
  const shown = outageId.length > 40 ? `${outageId.slice(0, 40)}…` : outageId
  return new AppError('notFound', `The monitor "${publicId}" has no outage with the id "${shown}".`)
}

/** What is stored; from the votes alone while the job has not come to it. */
async function analysisOf({ db, now }: ServiceContext, row: DiagnosedOutageRow): Promise<Analysis> {
  const stored = StoredAnalysis.safeParse(row.analysis)
  if (stored.success) return stored.data.analysis
  const nowMs = now().getTime()
  return diagnose({ ...(await readFacts(db, row, nowMs)), gathered: [] }, nowMs)
}

/** Why a monitor went down.
 *  @param outageId null for the current outage, else the latest
 *  @throws AppError notFound for a monitor or an outage nobody knows */
export async function getAnalysis(
  context: ServiceContext,
  workspaceId: number,
  publicId: string,
  outageId: string | null,
): Promise<AnalysisView> {
  const { db } = context
  const number = requireMonitor(await findMonitorNumber(db, workspaceId, publicId), publicId)
  const found = await findOutage(db, number, outageId)
  const row = found === null ? null : await readDiagnosedOutage(db, found)
  if (row === null && outageId !== null) throw noOutage(outageId, publicId)
  if (row === null) return NEVER_DOWN
  return {
    outageId: row.outageId,
    from: new Date(row.startedAtMs),
    to: row.endedAtMs === null ? null : new Date(row.endedAtMs),
    ...(await analysisOf(context, row)),
  }
}
