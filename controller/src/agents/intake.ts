import { create } from '@bufbuild/protobuf'
import type { ResultBatch } from '@sightline/shared/gen/probe/v1/result_pb'
import { Lane, ResultAckSchema } from '@sightline/shared/gen/probe/v1/result_pb'
import type { RecheckKey } from '../db/handed-rechecks.ts'
import type { IncomingResult } from '../db/results.ts'
import type { IntakeUnit } from '../ingest/waiting-units.ts'
import { admitResult } from '../ingest/result-row.ts'
import type { RefusalLog } from '../process/refusal-log.ts'
import type { Session } from '../sessions/agent-session.ts'
import { whyNotAsked } from '../sessions/was-asked.ts'
import { mayVote } from '../votes/may-vote.ts'
import type { AnsweredRechecks } from './answered-rechecks.ts'

/** Makes one message of results ready for the ingest. Results that nobody asked for, or that can never be
 *  stored, are left out, counted and acknowledged with the others: sending them again would not make
 *  them better.
 *  @param nowMs when the message came, UNIX ms
 *  @param tell.answered called with the rechecks of the message once its results are committed
 *  @param keptDays how long results are kept; left out: as usual */
export function intakeUnitOf(
  batch: ResultBatch,
  session: Session,
  nowMs: number,
  tell: { readonly refusals: RefusalLog; readonly answered: AnsweredRechecks },
  keptDays?: number,
): IntakeUnit {
  const rows: IncomingResult[] = []
  const answered: RecheckKey[] = []
  const refused = new Map<string, number>()
  const counted = mayVote(session)
  for (const result of batch.results) {
    const reason = whyNotAsked(result, session, nowMs)
    const admission =
      reason === null ? admitResult(result, session.region, nowMs, keptDays) : { reason }
    if ('reason' in admission) {
      refused.set(admission.reason, (refused.get(admission.reason) ?? 0) + 1)
    } else {
      const { row } = admission
      rows.push(counted ? row : { ...row, counted })
      if (row.confirmation) {
        const { monitorId, attempt } = result
        answered.push({ monitorId, attempt, scheduledAtMs: Number(result.scheduledAtMs) })
      }
    }
  }
  for (const [reason, count] of refused) {
    session.refusedResults += count
    tell.refusals.tell({ agent: session.agentId, region: session.region }, reason, count, nowMs)
  }
  const upToSequence = batch.results.at(-1)?.sequence ?? 0n
  return {
    rows,
    live: batch.lane !== Lane.BACKLOG,
    sender: session,
    source: batch.lane === Lane.BACKLOG ? session.lanes.backlog : session.lanes.live,
    urgent: rows.some((row) => row.status === 'down' || row.confirmation),
    acknowledge() {
      const ack = create(ResultAckSchema, { lane: batch.lane, upToSequence })
      session.send({ case: 'resultAck', value: ack })
      if (answered.length > 0) tell.answered.add(session.region, answered)
    },
  }
}
