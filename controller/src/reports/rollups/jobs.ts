import { z } from 'zod'
import { addJob } from '../../db/jobs.ts'
import { readDatabaseTime } from '../../db/database-time.ts'
import type { UpkeepParts } from '../../jobs/task.ts'
import { cleanRollups } from './clean-rollups.ts'
import type { Retention } from './retention.ts'
import { rollUp } from './roll-up.ts'

/** A job that has more to do goes on in a new one after this time, so that stopping a controller never
 *  waits long and other jobs get their turn. */
const BUDGET_MS = 2_000

/** How long a late result waits for others before its quarter is rolled up again; reports read it from the results
 *  meanwhile. Six hours of ten thousand monitors come within three minutes, and then each quarter is made once. Of a
 *  region that sends for an hour, every monitor is done twelve times. */
const LATE_REST_MS = 300_000

/** Rolls up what is over; every minute, and at once again while there is more. Time is the earlier of this
 *  machine's and the database's: one that ran ahead once would make all results late until then. */
export async function rollUpResults({ db, now }: UpkeepParts): Promise<void> {
  const nowMs = Math.min(now(), (await readDatabaseTime(db)).getTime())
  const isDone = await rollUp(db, nowMs, BUDGET_MS, LATE_REST_MS)
  if (!isDone) await addJob(db, { name: 'rollUpResults', payload: {}, key: 'rollUpResults' })
}

const CleaningPayload = z.object({ afterMonitorId: z.int().default(0) })

/** Removes rollups past their time and those of deleted monitors. */
export async function cleanRollupsJob(
  { db, now, retention }: UpkeepParts & { readonly retention: Retention },
  payload: unknown,
): Promise<void> {
  const { afterMonitorId } = CleaningPayload.parse(payload)
  const next = await cleanRollups(db, now(), afterMonitorId, BUDGET_MS, retention)
  if (next === null) return
  const rest = { afterMonitorId: next }
  await addJob(db, { name: 'cleanRollups', payload: rest, key: 'cleanRollups' })
}
