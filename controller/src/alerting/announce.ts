import { addJobs } from '../db/jobs.ts'
import type { Queryable } from '../db/pool.ts'
import type { AlertEvent } from './alert-event.ts'

/** Makes sure, in the transaction of what happened, that people are told: who and how is found out by
 *  a job each, so that nothing of it holds up the results. */
export async function announce(tx: Queryable, events: readonly AlertEvent[]): Promise<void> {
  await addJobs(
    tx,
    events.map((event) => ({ name: 'planAlerts', payload: event })),
  )
}
