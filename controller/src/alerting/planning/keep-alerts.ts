import type { NewAlertRow } from '../../db/alerts.ts'
import { insertAlerts } from '../../db/alerts.ts'
import type { Queryable } from '../../db/pool.ts'
import { addFirstDeliveries } from '../outbox/add-deliveries.ts'
import { newPublicId } from '../../secrets/random-id.ts'
import type { AlertEvent } from '../outbox/alert-event.ts'
import type { Suppression } from '../outbox/alert-words.ts'
import type { AlertMessage } from '../message/alert-message.ts'
import { plainText } from '../message/plain-text.ts'
import type { Recipient } from './recipients.ts'

/** Something told to several recipients. */
export interface Announcement {
  readonly workspaceId: number
  readonly monitorId: number | null
  readonly event: AlertEvent
  readonly message: AlertMessage
  /** The same for the same announcement: a second time it adds nothing. */
  readonly key: string
  readonly recipients: readonly (Recipient & {
    /** Not sent to this one, and why. */
    readonly suppressed?: { readonly by: Suppression; readonly dependencyId: string | null } | null
  })[]
}

/** Keeps an announcement, a row for each recipient and channel, and has every row that is not
 *  suppressed delivered: both or neither. */
export async function keepAlerts(
  tx: Queryable,
  announcement: Announcement,
  nowMs: number,
): Promise<void> {
  await keepRows(tx, rowsOf(announcement), nowMs)
}

/** Keeps rows of announcements, as `keepAlerts` does. */
export async function keepRows(
  tx: Queryable,
  rows: readonly NewAlertRow[],
  nowMs: number,
): Promise<void> {
  if (rows.length > 0) await addFirstDeliveries(tx, await insertAlerts(tx, rows, new Date(nowMs)))
}

/** What is kept of an announcement. */
export function rowsOf({
  workspaceId,
  monitorId,
  event,
  message,
  key,
  recipients,
}: Announcement): NewAlertRow[] {
  const text = plainText(message)
  return recipients.map(({ type, id, name, channel, suppressed }) => ({
    publicId: newPublicId('alr'),
    workspaceId,
    monitorId,
    monitorPublicId: message.monitor?.id ?? null,
    monitorName: message.monitor?.name ?? null,
    outageId: event.outageId,
    kind: event.kind,
    channel,
    recipientType: type,
    recipientId: id,
    recipientName: name,
    deliveryKey: `${key}:${id}:${channel}`,
    state: suppressed ? ('suppressed' as const) : ('queued' as const),
    suppressedBy: suppressed?.by ?? null,
    dependencyId: suppressed?.dependencyId ?? null,
    title: message.title,
    text,
    message,
    event,
  }))
}
