import type { FailureSourceWord, MonitorStatus, ResultStatus } from '@sightline/shared/check-words'
import type { Database, Queryable } from '../db/pool.ts'
import { isMonitorGone } from '../db/pool.ts'
import type { IncomingResult } from '../db/results.ts'
import { storeResults } from '../db/results.ts'
import type { VerdictChange, VerdictRow } from '../db/verdicts.ts'
import {
  closeOutage,
  insertStateChange,
  lockVerdicts,
  openOutage,
  readUnsteady,
  writeVerdicts,
} from '../db/verdicts.ts'
import { insertWorkItem } from '../db/work-items.ts'
import type { DecisionAction, DecisionState, Vote } from '../monitoring/decision.ts'
import { counts, decide, unknownAfterMs } from '../monitoring/decision.ts'
import { newPublicId } from '../random-id.ts'
import { latestOfRegions, orderedByKey } from './result-row.ts'

/** Time a recheck may wait for an agent before nobody wants it any more. */
const RECHECK_EXPIRES_MS = 30_000

/** Votes of one monitor in one batch. Regions and rechecks give a handful; more is an agent that went
 *  wrong, and each change of status costs statements that everybody waits for. */
const MAX_VOTES_PER_MONITOR = 20

/** Times a batch is tried while monitors of it are being deleted: each failure is a deletion that is
 *  over by then, so the next try passes its results over. */
const MAX_DELETIONS_MET = 10

/** Commits a batch of results with everything that follows from them (latest state, verdicts,
 *  outages, rechecks) in one transaction. Committing the same results again changes nothing; those of
 *  monitors that are gone are passed over.
 *  @param prepare makes sure the table has room for these days (partitions) */
export async function commitResults(
  db: Database,
  batch: readonly IncomingResult[],
  nowMs: number,
  prepare: (scheduledAtMs: readonly number[]) => Promise<void>,
): Promise<void> {
  const rows = orderedByKey(batch)
  await prepare(rows.map((row) => row.scheduledAtMs))
  for (let attempt = 1; ; attempt += 1) {
    try {
      await db.transaction((tx) => storeAndDecide(tx, rows, nowMs))
      return
    } catch (error: unknown) {
      // Locking every monitor of every batch against this would cost each of them a write.
      if (attempt >= MAX_DELETIONS_MET || !isMonitorGone(error)) throw error
    }
  }
}

async function storeAndDecide(
  tx: Queryable,
  rows: readonly IncomingResult[],
  nowMs: number,
): Promise<void> {
  const notable = await storeResults(
    tx,
    rows,
    latestOfRegions(rows, (row) => counts(voteOf(row))),
  )
  const byKey = new Map(rows.map((row) => [keyOf(row), row]))
  const votes = notable.flatMap((key) => byKey.get(keyOf(key)) ?? [])
  if (votes.length > 0) await applyVotes(tx, votes, nowMs)
  await applyPassing(tx, rows, votes, nowMs)
}

/** A failure that another transaction committed while this one ran has seen none of our successes, and
 *  they were passed over because nothing was wrong when this one began: they count now. */
async function applyPassing(
  tx: Queryable,
  rows: readonly IncomingResult[],
  decided: readonly IncomingResult[],
  nowMs: number,
): Promise<void> {
  const done = new Set(decided.map((row) => row.monitorId))
  const rest = rows.filter((row) => row.status === 'up' && !done.has(row.monitorId))
  if (rest.length === 0) return
  const unsteady = new Set(await readUnsteady(tx, [...new Set(rest.map((row) => row.monitorId))]))
  const votes = rest.filter((row) => unsteady.has(row.monitorId))
  if (votes.length > 0) await applyVotes(tx, votes, nowMs)
}

function keyOf(
  row: Pick<IncomingResult, 'monitorId' | 'region' | 'scheduledAtMs' | 'attempt'>,
): string {
  return `${row.monitorId}/${row.region}/${Math.round(row.scheduledAtMs)}/${row.attempt}`
}

function voteOf(row: IncomingResult): Vote {
  return {
    region: row.region,
    checkedAtMs: row.checkedAtMs,
    status: row.status as ResultStatus,
    failureSource: row.failureSource as FailureSourceWord | null,
    cause: row.cause,
    error: row.error,
    late: row.late,
  }
}

async function applyVotes(
  tx: Queryable,
  rows: readonly IncomingResult[],
  nowMs: number,
): Promise<void> {
  const byMonitor = Map.groupBy(rows, (row) => row.monitorId)
  const locked = await lockVerdicts(tx, [...byMonitor.keys()])
  const changes: VerdictChange[] = []
  for (const verdict of locked) {
    const votes = (byMonitor.get(verdict.monitorId) ?? [])
      .map(voteOf)
      .sort((a, b) => a.checkedAtMs - b.checkedAtMs)
      .slice(-MAX_VOTES_PER_MONITOR)
    const { state, actions } = decideAll(verdict, votes)
    for (const action of actions) await perform(tx, verdict, action, nowMs)
    const change = changeOf(verdict, state, actions)
    if (change !== null) changes.push(change)
  }
  if (changes.length > 0) await writeVerdicts(tx, changes)
}

/** The rule's memory as it is stored: empty when there is nothing to remember. */
function storedDecision(state: DecisionState): string {
  const { suspicion, downMs } = state
  return JSON.stringify({
    ...(suspicion === null ? {} : { suspicion }),
    ...(downMs === null ? {} : { downMs }),
  })
}

function stateOf(verdict: VerdictRow): DecisionState {
  const memory = verdict.decision as Partial<DecisionState>
  return {
    status: verdict.status as MonitorStatus,
    suspicion: memory.suspicion ?? null,
    downMs: memory.downMs ?? null,
    countedMs: verdict.countedMs,
  }
}

function decideAll(
  verdict: VerdictRow,
  votes: readonly Vote[],
): { state: DecisionState; actions: DecisionAction[] } {
  const policy = {
    retries: verdict.retries,
    retryDelayMs: verdict.retryDelaySeconds * 1_000,
    unknownAfterMs: unknownAfterMs(verdict.intervalMinutes * 60_000),
  }
  let state = stateOf(verdict)
  const actions: DecisionAction[] = []
  for (const vote of votes) {
    const decision = decide(state, vote, policy)
    state = decision.state
    actions.push(...decision.actions)
  }
  return { state, actions }
}

function changeOf(
  verdict: VerdictRow,
  state: DecisionState,
  actions: readonly DecisionAction[],
): VerdictChange | null {
  const decision = storedDecision(state)
  const setStatus = actions.findLast((action) => action.kind === 'setStatus')
  if (setStatus === undefined && decision === storedDecision(stateOf(verdict))) return null
  return {
    monitorId: verdict.monitorId,
    status: state.status,
    sinceMs: setStatus?.atMs ?? null,
    reason: setStatus?.reason ?? null,
    decision,
  }
}

async function perform(
  tx: Queryable,
  verdict: VerdictRow,
  action: DecisionAction,
  nowMs: number,
): Promise<void> {
  const { monitorId } = verdict
  switch (action.kind) {
    case 'setStatus':
      await insertStateChange(tx, { monitorId, ...action })
      return
    case 'openOutage':
      await openOutage(tx, {
        publicId: newPublicId('out'),
        monitorId,
        confirmedAtMs: nowMs,
        ...action,
      })
      return
    case 'closeOutage':
      await closeOutage(tx, monitorId, action.endedAtMs)
      return
    case 'recheck':
      await insertWorkItem(tx, {
        publicId: newPublicId('wrk'),
        region: action.region,
        kind: 'recheck',
        payload: { monitorId, attempt: action.attempt },
        timeoutMs: verdict.timeoutMs,
        dueAtMs: action.dueAtMs,
        expiresAtMs: Math.max(action.dueAtMs, nowMs) + RECHECK_EXPIRES_MS,
      })
      return
  }
}
