import { addJobs } from '../db/jobs.ts'
import type { Queryable } from '../db/pool.ts'

const MAX_ATTEMPTS = 4

/** Has the reasons of outages found out, in the transaction that confirms them.
 *  @param outageIds "out_..." */
export async function requestDiagnoses(tx: Queryable, outageIds: readonly string[]): Promise<void> {
  await addJobs(
    tx,
    outageIds.map((outageId) => ({
      name: 'diagnose',
      payload: { outageId },
      maxAttempts: MAX_ATTEMPTS,
      sharer: { outageId },
    })),
  )
}
