import { z } from 'zod'
import { addJob } from '../db/jobs.ts'
import type { DiagnosedOutageRow } from '../db/outage-analyses.ts'
import { readDiagnosedOutage, storeAnalysis } from '../db/outage-analyses.ts'
import type { Queryable } from '../db/pool.ts'
import type { Logger } from '@sightline/shared/logger'
import type { UpkeepParts } from '../jobs/task.ts'
import type { OnDemandDesk } from '../on-demand/desk.ts'
import type { StoredAnalysis } from './analysis.ts'
import { askAgents } from './ask-agents.ts'
import { diagnose } from './diagnose.ts'
import type { DiagnosisFacts, Gathered, GoodTrace } from './facts.ts'
import { readFacts } from './read-facts.ts'
import { askForScreenshot } from './screenshot/take-screenshot.ts'

/** What diagnoses work with. */
export interface DiagnosisParts extends UpkeepParts {
  /** Work for agents, of any controller. */
  readonly desk: OnDemandDesk
  readonly log: Logger
}

const Payload = z.object({ outageId: z.string().min(1).max(100) })

/** Evidence from later than this after the confirmation says little about how the outage began. */
const TOO_LATE_MS = 5 * 60_000
const MAX_ATTEMPTS = 4
/** For agents of other controllers too. */
const GATHER_LIMIT_MS = 20_000

/** Traces that led to the target: what a later one is held against. */
function goodTracesOf(gathered: readonly Gathered[]): GoodTrace[] {
  return gathered.flatMap(({ region, output }) => {
    const { trace } = output.evidence
    if (trace === undefined || !trace.reached) return []
    const hops = trace.hops.map(({ hop, ip }) => ({ hop, ip }))
    return [{ region, atMs: Date.parse(output.startedAt), hops }]
  })
}

/** What an outage is called from now on: the verdict's words where it knows more than the votes. That
 *  only some regions fail is its scope already. */
function toldAnew(
  { analysis: { verdict } }: StoredAnalysis,
  { cause }: DiagnosedOutageRow,
): { cause: string | null; summary: string | null } {
  const isMore = verdict.cause !== cause && verdict.cause !== 'regionalOutage'
  return isMore
    ? { cause: verdict.cause, summary: verdict.explanation }
    : { cause: null, summary: null }
}

async function store(
  db: Queryable,
  row: DiagnosedOutageRow,
  facts: DiagnosisFacts,
  nowMs: number,
): Promise<void> {
  const stored: StoredAnalysis = {
    analysis: diagnose(facts, nowMs),
    isGathered: facts.gathered.length > 0,
    traces: goodTracesOf(facts.gathered),
  }
  await storeAnalysis(db, row.outageId, stored, { atMs: nowMs, ...toldAnew(stored, row) })
}

/** The job "diagnose": tells at once why an outage began, from the votes, and has agents gather evidence.
 *  An outage that is gone is passed over; one whose evidence was gathered stays as it is.
 *  Source: monitoring design, section 5 */
export async function diagnoseOutage(parts: DiagnosisParts, payload: unknown): Promise<void> {
  const { db, now } = parts
  const row = await readOutageOf(parts, payload)
  if (row === null) return
  const facts = { ...(await readFacts(db, row, now())), gathered: [] }
  await db.transaction(async (tx) => {
    if (row.analysis === null) {
      await store(tx, row, facts, now())
      await askForScreenshot(tx, row, facts, now())
    }
    // A job of its own: others are judged while agents are asked. Evidence grows old within minutes, so
    // it is not tried for long.
    await addJob(tx, {
      name: 'gatherEvidence',
      payload: { outageId: row.outageId },
      maxAttempts: MAX_ATTEMPTS,
      sharer: { workspaceId: row.workspaceId },
    })
  })
}

/** The job "gatherEvidence": tells once more why an outage began, with what agents of failing and passing
 *  regions find. */
export async function gatherEvidence(parts: DiagnosisParts, payload: unknown): Promise<void> {
  const { db, now } = parts
  const row = await readOutageOf(parts, payload)
  // Of a target that works again, and long after, evidence says nothing about the outage's beginning.
  if (row === null || row.endedAtMs !== null || now() - row.confirmedAtMs > TOO_LATE_MS) return
  const known = { ...(await readFacts(db, row, now())), gathered: [] }
  const gathered = await askAgents(parts, row, known, AbortSignal.timeout(GATHER_LIMIT_MS))
  // Read again: a parent or neighbour may have been confirmed meanwhile.
  await store(db, row, { ...(await readFacts(db, row, now())), gathered }, now())
}

/** @returns null when there is nothing to diagnose (any more) */
async function readOutageOf(
  { db, log }: DiagnosisParts,
  payload: unknown,
): Promise<DiagnosedOutageRow | null> {
  const parsed = Payload.safeParse(payload)
  if (!parsed.success) {
    log.warn({ payload }, 'a diagnosis without an outage was passed over')
    return null
  }
  const row = await readDiagnosedOutage(db, parsed.data.outageId)
  return row === null || isGathered(row.analysis) ? null : row
}

function isGathered(analysis: unknown): boolean {
  return (analysis as { isGathered?: unknown } | null)?.isGathered === true
}
