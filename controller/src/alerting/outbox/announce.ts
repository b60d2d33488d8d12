import type { NewJob } from '../../db/jobs.ts'
import { addJobs, hastenJobs } from '../../db/jobs.ts'
import type { Queryable } from '../../db/pool.ts'
import type { AlertEvent } from './alert-event.ts'

/** Makes sure, in the transaction of what happened, that people are told: who and how is found out by
 *  a job each, so that nothing of it holds up the results. */
export async function announce(tx: Queryable, events: readonly AlertEvent[]): Promise<void> {
  await addJobs(
    tx,
    events.map((event) => jobOf({ event, isAnotherLook: false })),
  )
}

/** Has outages that end looked at by those who follow them, in the transaction that ends them: most ends
 *  are told by an event of their own, but what ends otherwise may have to be closed elsewhere. */
export async function announceEnds(tx: Queryable, outageIds: Iterable<string>): Promise<void> {
  await hastenJobs(tx, Array.from(outageIds, followUpKey))
}

/** Key of the job that follows an outage. */
export function followUpKey(outageId: string): string {
  return `follow ${outageId}`
}

/** A pending decision on whom to tell of an event. */
export interface AlertPlan {
  readonly event: AlertEvent
  /** It was looked at before and put off. */
  readonly isAnotherLook: boolean
  /** When it was looked at first, UNIX ms. */
  readonly firstLookMs?: number | undefined
}

/** Has an event planned later. */
export async function addPlan(tx: Queryable, plan: AlertPlan, runAtMs: number): Promise<void> {
  await addJobs(tx, [{ ...jobOf(plan), runAtMs }])
}

/** Queues of the plans: those of one monitor are in the same, so that a recovery is never planned
 *  before the outage; a queue's name is kept for ever, so that there is no queue for each monitor. */
const QUEUES = 32

/** The queue that the plan of an event waits in. */
export function planQueueOf({ monitorId }: AlertEvent): string {
  return `alerts ${(monitorId ?? 0) % QUEUES}`
}

function jobOf(plan: AlertPlan): NewJob {
  const { monitorId } = plan.event
  return {
    name: 'planAlerts',
    payload: plan,
    queue: planQueueOf(plan.event),
    ...(monitorId === null ? {} : { sharer: { monitorId } }),
  }
}
