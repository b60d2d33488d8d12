import { noticeExpiringCertificates } from '../../db/alert-watches.ts'
import type { UpkeepParts } from '../../jobs/task.ts'
import { DEFAULT_ALERTS } from '../alert-settings.ts'
import { announce } from '../outbox/announce.ts'

/** Announces certificates that came within a threshold of their monitors: each threshold once for a
 *  certificate, and of several that were passed the nearest. */
export async function watchCertificates({ db, now }: UpkeepParts): Promise<void> {
  const nowMs = now()
  await db.transaction(async (tx) => {
    const { tlsExpiryDays } = DEFAULT_ALERTS
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
