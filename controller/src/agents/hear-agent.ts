import { create } from '@bufbuild/protobuf'
import type { ConnectRequest, Heartbeat } from '@sightline/shared/gen/probe/v1/agent_pb'
import { HeartbeatAckSchema } from '@sightline/shared/gen/probe/v1/agent_pb'
import type { ResultBatch } from '@sightline/shared/gen/probe/v1/result_pb'
import type { Logger } from '@sightline/shared/logger'
import type { IngestQueue } from '../ingest/queue.ts'
import type { OpenWork } from '../on-demand/open-work.ts'
import type { RefusalLog } from '../process/refusal-log.ts'
import type { Session } from '../sessions/agent-session.ts'
import { clockOffsetOf, MAX_CLOCK_OFFSET_MS } from '../votes/clock-offset.ts'
import type { AnsweredRechecks } from './answered-rechecks.ts'
import { intakeUnitOf } from './intake.ts'
import type { QuarantineWatch } from './quarantine-watch.ts'

/** What is told of what agents say. */
export interface HearingParts {
  readonly ingest: Pick<IngestQueue, 'add' | 'isFull' | 'whenRoom'>
  /** Tells of results that were not taken. */
  readonly refusals: RefusalLog
  readonly answered: AnsweredRechecks
  readonly work: Pick<OpenWork, 'updated'>
  readonly quarantine: Pick<QuarantineWatch, 'seeResults' | 'seeHeartbeat'>
  /** Days results are kept; left out: as usual. */
  readonly resultRetentionDays?: number
  readonly now: () => number
  readonly log: Logger
}

/** What becomes of a stream by what its agent says. */
export interface HeardStream {
  readonly pause: () => void
  readonly resume: () => void
  /** The agent said goodbye. */
  readonly leave: () => void
  /** It said what is not of the protocol. */
  readonly invalid: (reason: string) => void
}

export const NO_MESSAGE = 'what came is no message of the protocol'

/** Does what a message asks for that an agent sent after Welcome. */
export function hearAgent(
  from: Session,
  { message }: ConnectRequest,
  stream: HeardStream,
  parts: HearingParts,
): void {
  from.heardAtMs = performance.now()
  switch (message.case) {
    case 'heartbeat':
      hearHeartbeat(from, message.value, parts)
      return
    case 'results':
      hearResults(from, message.value, parts)
      pauseWhileFull(from, stream, parts.ingest)
      return
    case 'goodbye':
      stream.leave()
      return
    case 'work':
      parts.work.updated(from, message.value)
      return
    case undefined:
      stream.invalid(NO_MESSAGE)
      return
    default:
      stream.invalid(`unexpected message "${message.case}"`)
  }
}

function hearResults(from: Session, batch: ResultBatch, parts: HearingParts): void {
  const unit = intakeUnitOf(batch, from, parts.now(), parts, parts.resultRetentionDays)
  if (unit.live) parts.quarantine.seeResults(from, unit.rows)
  parts.ingest.add(unit)
}

/** Stops listening while too much waits to be stored; the agent keeps what it could not say. */
function pauseWhileFull(from: Session, stream: HeardStream, ingest: HearingParts['ingest']): void {
  if (!ingest.isFull()) return
  from.isPaused = true
  stream.pause()
  ingest.whenRoom(() => {
    from.isPaused = false
    from.heardAtMs = performance.now()
    stream.resume()
  })
}

function hearHeartbeat(from: Session, heartbeat: Heartbeat, parts: HearingParts): void {
  const receivedAtMs = parts.now()
  const offsetMs = clockOffsetOf(heartbeat, receivedAtMs) ?? from.clockOffsetMs
  if (
    Math.abs(offsetMs) > MAX_CLOCK_OFFSET_MS &&
    Math.abs(from.clockOffsetMs) <= MAX_CLOCK_OFFSET_MS
  ) {
    parts.log.warn(
      { agent: from.agentId, offsetMs },
      'the clock of an agent is off: its schedule is corrected',
    )
  }
  from.clockOffsetMs = offsetMs
  from.heartbeat = heartbeat
  parts.quarantine.seeHeartbeat(from, heartbeat)
  const ack = create(HeartbeatAckSchema, {
    controllerTimeMs: BigInt(receivedAtMs),
    clockOffsetMs: BigInt(offsetMs),
  })
  from.send({ case: 'heartbeatAck', value: ack })
}
