import { addJobs } from '../db/jobs.ts'
import type { Queryable } from '../db/pool.ts'

const MAX_ATTEMPTS = 4

/** Has the reasons of outages found out, in the transaction that confirms them.
 *  @param outages each by its id ("out_...") and its monitor's number */
export async function requestDiagnoses(
  tx: Queryable,
  outages: readonly { readonly publicId: string; readonly monitorId: number }[],
): Promise<void> {
  await addJobs(
    tx,
    outages.map(({ publicId, monitorId }) => ({
      name: 'diagnose',
      payload: { outageId: publicId },
      maxAttempts: MAX_ATTEMPTS,
      sharer: { monitorId },
    })),
  )
}
