import type { AlertedMonitorRow, AlertedOutageRow } from '../../db/alert-planning.ts'
import type { Queryable } from '../../db/pool.ts'
import type { PlanParts } from './plan-parts.ts'
import type { AlertEvent } from '../outbox/alert-event.ts'
import type { AlertPlan } from '../outbox/announce.ts'
import type { AlertMessage } from '../message/alert-message.ts'
import { composeMessage } from '../message/compose.ts'
import type { Changes } from '../message/kind-words.ts'
import { NO_CHANGES } from '../message/kind-words.ts'

/** Plans one kind of event about a monitor, in the caller's transaction. */
export type Planner = (
  parts: Pick<PlanParts, 'now' | 'publicUrl' | 'confirmsOwnContacts' | 'together'>,
  tx: Queryable,
  monitor: AlertedMonitorRow,
  plan: AlertPlan,
) => Promise<void>

/** What is told of an event about a monitor. */
export function messageAbout(
  parts: Pick<PlanParts, 'now' | 'publicUrl'>,
  monitor: AlertedMonitorRow | null,
  event: AlertEvent,
  more: {
    readonly outage?: AlertedOutageRow | null
    readonly changes?: Changes
    readonly isEscalated?: boolean
  } = {},
): AlertMessage {
  return composeMessage({
    event,
    monitor:
      monitor === null ? null : { id: monitor.publicId, name: monitor.name, url: monitor.url },
    outage: more.outage ?? null,
    changes: more.changes ?? NO_CHANGES,
    isEscalated: more.isEscalated ?? false,
    nowMs: parts.now(),
    publicUrl: parts.publicUrl,
  })
}
