import type { Queryable } from '../db/pool.ts'
import type { DecisionEvent } from './decision/types.ts'

/** Something the decision rule is to be told of one monitor. */
export interface MonitorEvent {
  readonly monitorId: number
  readonly event: DecisionEvent
}

/** Tells the decision rule what happened, in the caller's transaction, and does what follows from it:
 *  statuses, outages, rechecks, alerts, diagnosis. Monitors that are paused or gone are passed over. */
export async function applyEvents(
  _tx: Queryable,
  _events: readonly MonitorEvent[],
  _nowMs: number,
): Promise<void> {
  throw new Error('to be written by the decision package')
}
