import type { DeliveryRow } from '../../db/alert-deliveries.ts'
import type { Failure } from '../../db/failing-destinations.ts'
import { findFailing, forgetFailures, noteFailure } from '../../db/failing-destinations.ts'
import type { Queryable } from '../../db/pool.ts'
import type { ChannelName } from '../channels/index.ts'
import { CHANNELS } from '../channels/index.ts'
import type { Outcome } from '../channels/channel.ts'
import { GIVE_UP_AFTER_MS, retryDelayMs } from '../outbox/retry-delay.ts'

/** Longest rest: whoever repairs a receiver must not miss the alerts of an hour. */
const MAX_REST_MS = 900_000

type Attempted = Pick<DeliveryRow, 'workspaceId' | 'recipientId' | 'channel'>

/** A destination that is left alone for now. */
export interface Resting {
  /** UNIX ms */
  readonly untilMs: number
  /** What went wrong the last time. */
  readonly error: string
}

/** @returns null when something may be sent there now */
export async function restOf(
  db: Queryable,
  alert: Attempted,
  nowMs: number,
): Promise<Resting | null> {
  if (!CHANNELS[alert.channel as ChannelName].rests) return null
  const failing = await findFailing(db, alert)
  const untilMs = failing?.nextAttemptAt.getTime() ?? 0
  return failing === null || untilMs <= nowMs ? null : { untilMs, error: failing.lastError }
}

/** True for an alert that is too old when its destination may be tried again. */
export function isTooOld(alert: Pick<DeliveryRow, 'queuedAtMs'>, untilMs: number): boolean {
  return untilMs - alert.queuedAtMs > GIVE_UP_AFTER_MS
}

/** Counts an attempt: each in vain makes the destination's next rest longer, whatever alert it was for. What
 *  was refused for what it holds counts too: the next one is likely to be.
 *  @returns null for one that worked */
export async function countAttempt(
  db: Queryable,
  alert: Attempted,
  outcome: Outcome,
  nowMs: number,
): Promise<Failure | null> {
  if (outcome.kind === 'sent') return null
  const attempts = ((await findFailing(db, alert))?.attempts ?? 0) + 1
  const asked = outcome.kind === 'trouble' ? outcome.retryAfterMs : null
  const restMs = retryDelayMs(attempts, 0, asked) ?? MAX_REST_MS
  return {
    at: new Date(nowMs),
    attempts,
    error: outcome.error,
    nextAttemptAt: new Date(nowMs + Math.min(restMs, MAX_REST_MS)),
  }
}

/** Notes an attempt that was counted: the same however often it is done. */
export async function noteAttempt(
  db: Queryable,
  alert: Attempted,
  failure: Failure | null,
): Promise<void> {
  if (failure === null) await forgetFailures(db, alert.recipientId, [alert.channel])
  else await noteFailure(db, alert, failure)
}
