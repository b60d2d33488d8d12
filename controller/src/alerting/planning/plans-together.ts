import type { AlertedMonitorRow, AlertedOutageRow } from '../../db/alert-planning.ts'
import { readAlertedMonitors, readAlertedOutages } from '../../db/alert-planning.ts'
import type { NewAlertRow } from '../../db/alerts.ts'
import type { Queryable } from '../../db/pool.ts'
import type { AlertEvent } from '../outbox/alert-event.ts'
import type { Announcement } from './keep-alerts.ts'
import { keepRows, rowsOf } from './keep-alerts.ts'
import type { Recipient } from './recipients.ts'

/** What plans that are made in one transaction read and write together: one statement each, however many they are. */
export interface PlansTogether {
  /** Left out: it was deleted. */
  readonly monitors: ReadonlyMap<number, AlertedMonitorRow>
  readonly outages: ReadonlyMap<string, AlertedOutageRow>
  /** Finds out once whom settings name. @param settings the same for the same people */
  readonly recipients: (
    settings: string,
    find: () => Promise<readonly Recipient[]>,
  ) => Promise<readonly Recipient[]>
  /** Keeps an announcement with the others, no later than `keep` is asked for. */
  readonly add: (announcement: Announcement) => Promise<void>
  /** Keeps what was added: what is planned next may read it. */
  readonly keep: () => Promise<void>
}

/** @param events of the plans that are made */
export async function planTogether(
  tx: Queryable,
  events: readonly AlertEvent[],
  now: () => number,
): Promise<PlansTogether> {
  const monitors = await readAlertedMonitors(
    tx,
    events.flatMap(({ monitorId }) => monitorId ?? []),
  )
  const outages = await readAlertedOutages(
    tx,
    events.flatMap(({ outageId }) => outageId ?? []),
  )
  const found = new Map<string, Promise<readonly Recipient[]>>()
  let waiting = new Map<string, NewAlertRow>()

  async function keep(): Promise<void> {
    const rows = [...waiting.values()]
    waiting = new Map()
    await keepRows(tx, rows, now())
  }

  return {
    monitors: new Map(monitors.map((monitor) => [monitor.id, monitor])),
    outages: new Map(outages.map((outage) => [outage.publicId, outage])),
    recipients(settings, find) {
      const known = found.get(settings) ?? find()
      found.set(settings, known)
      return known
    },
    async add(announcement) {
      const rows = rowsOf(announcement)
      // One statement takes each key once.
      if (rows.some(({ deliveryKey }) => waiting.has(deliveryKey))) await keep()
      for (const row of rows) waiting.set(row.deliveryKey, row)
    },
    keep,
  }
}
