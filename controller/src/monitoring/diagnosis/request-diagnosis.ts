import { addJob } from '../../db/jobs.ts'
import type { Queryable } from '../../db/pool.ts'

/** Has the reason of an outage found out, in the transaction that confirms it.
 *  @param outageId "out_..." */
export async function requestDiagnosis(tx: Queryable, outageId: string): Promise<void> {
  await addJob(tx, { name: 'diagnose', payload: { outageId } })
}
