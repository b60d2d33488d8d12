import { create } from '@bufbuild/protobuf'
import type { ResultBatch } from '@sightline/shared/gen/probe/v1/result_pb'
import { CheckStatus, Lane, ResultAckSchema } from '@sightline/shared/gen/probe/v1/result_pb'
import type { Logger } from '@sightline/shared/logger'
import type { IntakeUnit } from '../ingest/queue.ts'
import { admitResult } from '../ingest/result-row.ts'
import { MAX_CLOCK_OFFSET_MS } from './clock-offset.ts'
import type { Session } from './session.ts'

/** Makes one message of results ready for the ingest. Results that can never be stored are left out
 *  and acknowledged with the others: sending them again would not make them better.
 *  @param nowMs when the message came, UNIX ms */
export function intakeUnitOf(
  batch: ResultBatch,
  session: Session,
  nowMs: number,
  log: Logger,
): IntakeUnit {
  const admissions = batch.results.map((result) => admitResult(result, session.region, nowMs))
  const refused = admissions.flatMap((admission) => (admission.ok ? [] : [admission.reason]))
  if (refused.length > 0) {
    log.warn(
      { agent: session.agentId, refused: refused.length, reason: refused[0] },
      'results of an agent cannot be stored',
    )
  }
  // Votes of an agent that is in quarantine, or whose clock is wrong, do not count: its results are kept
  // as if they were late.
  const isOff =
    session.quarantinedAtMs !== null || Math.abs(session.clockOffsetMs) > MAX_CLOCK_OFFSET_MS
  const rows = admissions.flatMap((admission) =>
    admission.ok ? [isOff ? { ...admission.row, late: true } : admission.row] : [],
  )
  const upToSequence = batch.results.at(-1)?.sequence ?? 0n
  return {
    rows,
    live: batch.lane !== Lane.BACKLOG,
    source: batch.lane === Lane.BACKLOG ? session.lanes.backlog : session.lanes.live,
    urgent: batch.results.some((result) => result.status === CheckStatus.DOWN),
    acknowledge() {
      const ack = create(ResultAckSchema, { lane: batch.lane, upToSequence })
      session.send({ case: 'resultAck', value: ack })
    },
  }
}
