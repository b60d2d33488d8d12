import { noticeExpiringCertificates } from '../../db/alert-watches.ts'
import type { JobParts } from '../../jobs/tasks.ts'
import { DEFAULTS } from '../../monitors/monitor-input.ts'
import { announce } from '../outbox/announce.ts'

/** Announces certificates that came within a threshold of their monitors: each threshold once for a
 *  certificate, and of several that were passed the nearest. */
export async function watchCertificates({ db, now }: Pick<JobParts, 'db' | 'now'>): Promise<void> {
  const nowMs = now()
  await db.transaction(async (tx) => {
    const { tlsExpiryDays } = DEFAULTS.alerts
    const expiring = await noticeExpiringCertificates(tx, new Date(nowMs), tlsExpiryDays)
    await announce(
      tx,
      expiring.map(({ monitorId, expiresAtMs, thresholdDays, regions }) => ({
        kind: 'tlsExpiry',
        monitorId,
        outageId: null,
        atMs: nowMs,
        sinceMs: nowMs,
        cause: null,
        reason: null,
        regions,
        isDigested: false,
        expiresAtMs,
        thresholdDays,
      })),
    )
  })
}
