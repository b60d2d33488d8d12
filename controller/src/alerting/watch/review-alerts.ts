import { readOverdueDeliveries } from '../../db/alert-deliveries.ts'
import { readReleasedEvents } from '../../db/alerts.ts'
import { rankJobs, unlockDeadWorkers } from '../../db/jobs.ts'
import type { Queryable } from '../../db/pool.ts'
import type { UpkeepParts } from '../../jobs/task.ts'
import { DEFAULT_ALERTS } from '../alert-settings.ts'
import { AlertEventJson } from '../outbox/alert-event.ts'
import { announce } from '../outbox/announce.ts'
import { STALE_CLAIM_MS } from '../delivery/take-parcel.ts'
import { addDeliveries } from '../outbox/add-deliveries.ts'
import { endIncidents } from './end-incidents.ts'

/** How long what a monitor depends on has to be well before the monitor's own outage is told: checks
 *  of a monitor that is down are a minute apart at most. */
const SETTLE_MS = 150_000

/** Sees to it that nothing is forgotten: frees jobs that were missed when controllers that died were taken over
 *  (jobs/pulse.ts), or that are of the version before, gives those that version added the rank of their kind, brings deliveries back
 *  whose job was lost, has outages told whose alert was held back by what has passed, and ends incidents
 *  whose reason has passed. */
export async function reviewAlerts({ db, now }: UpkeepParts): Promise<void> {
  const nowMs = now()
  const names = [
    'planAlerts',
    'followOutage',
    'sendDigest',
    'deliverAlert',
    'diagnose',
    'gatherEvidence',
  ] as const
  await unlockDeadWorkers(db, names, STALE_CLAIM_MS)
  await rankJobs(db)
  const failures: unknown[] = []
  for (const look of LOOKS) {
    // One's trouble is not that of the others.
    await db
      .transaction(async (tx) => failures.push(...(await look(tx, nowMs))))
      .catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

/** @returns why some cannot be looked at, such as what only a newer version can read: they hold up no others */
type Look = (tx: Queryable, nowMs: number) => Promise<readonly unknown[]>

const LOOKS: readonly Look[] = [bringBackLost, tellReleased, endIncidents]

async function bringBackLost(tx: Queryable, nowMs: number): Promise<readonly unknown[]> {
  await addDeliveries(tx, await readOverdueDeliveries(tx, new Date(nowMs - STALE_CLAIM_MS)))
  return []
}

async function tellReleased(tx: Queryable, nowMs: number): Promise<readonly unknown[]> {
  const released = await readReleasedEvents(tx, nowMs - SETTLE_MS, DEFAULT_ALERTS.onDown)
  const read = released.map((stored) => AlertEventJson.safeParse(stored))
  await announce(
    tx,
    read.flatMap(({ data }) => (data === undefined ? [] : { ...data, isDigested: false })),
  )
  return read.flatMap(({ error }) => error ?? [])
}
