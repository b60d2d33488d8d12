import { pruneTlsNotices } from '../../db/alert-watches.ts'
import { pruneConfirmations } from '../../db/contact-confirmations.ts'
import { pruneSendings } from '../../db/contact-sendings.ts'
import { pruneAlerts } from '../../db/alerts.ts'
import { RETENTION_DAYS } from '../../db/partitions.ts'
import { pruneGivenUpJobs, pruneQueues } from '../../db/prune-jobs.ts'
import { inSteps } from '../../jobs/in-steps.ts'
import type { UpkeepParts } from '../../jobs/task.ts'

const DAY_MS = 86_400_000

/** Longer than the longest window of the limits of what is sent to contacts. */
const LIMITS_LOOK_BACK_MS = 7 * DAY_MS

/** So long it can be looked up why a job was given up. */
const GIVEN_UP_KEPT_MS = 30 * DAY_MS

/** Forgets alerts, and notices of certificates, as old as the oldest results, links that are over, jobs that
 *  were given up long ago, and queues nothing waits in. */
export async function pruneOldAlerts({ db, now }: UpkeepParts): Promise<void> {
  const before = new Date(now() - RETENTION_DAYS * DAY_MS)
  const lately = new Date(now() - LIMITS_LOOK_BACK_MS)
  await inSteps(
    () => pruneAlerts(db, before),
    () => pruneTlsNotices(db, before),
    () => pruneConfirmations(db, lately),
    () => pruneSendings(db, lately),
    () => pruneGivenUpJobs(db, now() - GIVEN_UP_KEPT_MS),
    () => db.transaction((tx) => pruneQueues(tx)),
  )
}
