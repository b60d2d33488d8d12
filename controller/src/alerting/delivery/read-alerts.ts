import type { AlertQuery, AlertRow } from '../../db/alert-reads.ts'
import { listAlerts } from '../../db/alert-reads.ts'
import type { Queryable } from '../../db/pool.ts'
import type { AlertKind } from '../outbox/alert-event.ts'
import { ALERT_KINDS } from '../outbox/alert-event.ts'
import type { AlertState, RecipientType, Suppression } from '../outbox/alert-words.ts'
import type { ChannelName } from '../channels/index.ts'
import { isChannel } from '../channels/index.ts'

/** An alert as people and their programs see it. Source: decisions, section 7; dependencyId,
 *  deliveryId and nextAttemptAt are ours */
export interface AlertView {
  id: string
  monitorId: string | null
  monitorName: string | null
  outageId: string | null
  kind: AlertKind
  channel: ChannelName
  recipient: { type: RecipientType; id: string; name: string }
  state: AlertState
  suppressedBy: Suppression | null
  dependencyId: string | null
  deliveryId: string
  attempts: number
  error: string | null
  createdAt: Date
  sentAt: Date | null
  nextAttemptAt: Date | null
  title: string
  text: string
}

/** One page of what was told, newest first, and how much matches in all. */
export async function readAlerts(
  db: Queryable,
  workspaceId: number,
  query: AlertQuery,
): Promise<{ total: number; alerts: AlertView[] }> {
  const { total, alerts } = await listAlerts(db, workspaceId, query)
  return { total, alerts: alerts.filter(isKnown).map(viewAlert) }
}

/** Of a kind or on a channel that only a newer version knows it is passed over. */
function isKnown({ kind, channel }: AlertRow): boolean {
  return (ALERT_KINDS as readonly string[]).includes(kind) && isChannel(channel)
}

function viewAlert(row: AlertRow): AlertView {
  const { recipientType, recipientId, recipientName, ...rest } = row
  return {
    ...rest,
    kind: row.kind as AlertKind,
    channel: row.channel as ChannelName,
    recipient: { type: recipientType as RecipientType, id: recipientId, name: recipientName },
    state: row.state as AlertState,
    suppressedBy: row.suppressedBy as Suppression | null,
  }
}
