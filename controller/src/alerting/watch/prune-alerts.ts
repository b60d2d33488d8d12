import { pruneTlsNotices } from '../../db/alert-watches.ts'
import { pruneAlerts } from '../../db/alerts.ts'
import { pruneQueues } from '../../db/jobs.ts'
import { RETENTION_DAYS } from '../../db/partitions.ts'
import type { JobParts } from '../../jobs/tasks.ts'

const DAY_MS = 86_400_000

/** Forgets alerts, and notices of certificates, as old as the oldest results, and queues nothing waits in. */
export async function pruneOldAlerts({ db, now }: Pick<JobParts, 'db' | 'now'>): Promise<void> {
  const before = new Date(now() - RETENTION_DAYS * DAY_MS)
  await pruneAlerts(db, before)
  await pruneTlsNotices(db, before)
  await db.transaction((tx) => pruneQueues(tx))
}
