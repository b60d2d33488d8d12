import type { AlertedMonitorRow, AlertedOutageRow } from '../../db/alert-planning.ts'
import { readAlertedMonitors, readAlertedOutages } from '../../db/alert-planning.ts'
import type { NewAlertRow } from '../../db/alerts.ts'
import { readContactAddresses } from '../../db/contacts.ts'
import type { Queryable } from '../../db/pool.ts'
import { alertSettingsOf } from '../alert-settings.ts'
import type { AlertEvent } from '../outbox/alert-event.ts'
import type { Announcement } from './keep-alerts.ts'
import { keepRows, rowsOf } from './keep-alerts.ts'
import type { FindContacts, Recipient } from './recipients.ts'

/** What plans that are made in one transaction read and write together: one statement each, however many they are. */
export interface PlansTogether {
  /** Left out: it was deleted. */
  readonly monitors: ReadonlyMap<number, AlertedMonitorRow>
  readonly outages: ReadonlyMap<string, AlertedOutageRow>
  readonly findContacts: FindContacts
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
  const findContacts = await readContactsOf(tx, monitors)
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
    findContacts,
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

/** Reads the contacts that monitors name by one statement: of 75 plans nearly each was of another workspace, and asked for
 *  its own. Those of their teams are read when they are asked for. */
async function readContactsOf(
  tx: Queryable,
  monitors: readonly AlertedMonitorRow[],
): Promise<FindContacts> {
  const named = new Set(monitors.flatMap(({ alerts }) => alertSettingsOf(alerts).contactIds))
  const contacts = Map.groupBy(
    await readContactAddresses(tx, [...named]),
    ({ publicId }) => publicId,
  )
  return async (publicIds) => [
    ...publicIds.flatMap((id) => contacts.get(id) ?? []),
    ...(await readContactAddresses(
      tx,
      publicIds.filter((id) => !named.has(id)),
    )),
  ]
}
