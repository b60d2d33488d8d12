import { pruneTlsNotices } from '../../db/alert-watches.ts'
import { pruneConfirmations } from '../../db/contact-confirmations.ts'
import { pruneSendings } from '../../db/contact-sendings.ts'
import { pruneAlerts } from '../../db/alerts.ts'
import { pruneQueues } from '../../db/jobs.ts'
import { RETENTION_DAYS } from '../../db/partitions.ts'
import type { UpkeepParts } from '../../jobs/task.ts'

const DAY_MS = 86_400_000

/** Longer than the longest window of the limits of what is sent to contacts. */
const LIMITS_LOOK_BACK_MS = 7 * DAY_MS

/** Forgets alerts, and notices of certificates, as old as the oldest results, links that are over, and queues
 *  nothing waits in. */
export async function pruneOldAlerts({ db, now }: UpkeepParts): Promise<void> {
  const before = new Date(now() - RETENTION_DAYS * DAY_MS)
  await pruneAlerts(db, before)
  await pruneTlsNotices(db, before)
  const lately = new Date(now() - LIMITS_LOOK_BACK_MS)
  await pruneConfirmations(db, lately)
  await pruneSendings(db, lately)
  await db.transaction((tx) => pruneQueues(tx))
}
