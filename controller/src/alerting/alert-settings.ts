import { z } from 'zod'
import { idList } from '../input/fields.ts'

/** Who is told what. */
export const Alerts = z.strictObject({
  memberIds: idList('People of the workspace.'),
  contactIds: idList('Alert contacts of the workspace.'),
  teamIds: idList('Alert teams of the workspace.'),
  onDown: z.boolean().meta({ description: 'Alert when it goes down.' }),
  onRecovery: z.boolean().meta({ description: 'Alert when it is up again.' }),
  onDegraded: z.boolean().meta({ description: 'Alert when it is degraded.' }),
  tlsExpiryDays: z
    .array(z.int().min(0).max(365))
    .max(10)
    .transform((days) => [...new Set(days)].sort((a, b) => b - a))
    .meta({ description: 'Days before the certificate expires on which to alert.' }),
  repeatMinutes: z
    .int()
    .min(1)
    .max(10_080)
    .nullable()
    .meta({ description: 'Alert again at this interval while it is down; null: once.' }),
  delayMinutes: z
    .int()
    .min(0)
    .max(1440)
    .meta({ description: 'Wait this long before the first alert.' }),
})
export type AlertSettings = z.output<typeof Alerts>

/** As it is sent: what is read may come back whole. */
export const SentAlerts = Alerts.extend({
  reachesNobody: z
    .boolean()
    .meta({ description: 'Only told: ignored when it is sent back.', example: false }),
})

/** What of sent alerts can be set. */
export function settableAlerts<A extends { reachesNobody?: unknown }>(
  sent: A,
): Omit<A, 'reachesNobody'> {
  const { reachesNobody: _, ...settable } = sent
  return settable
}

/** What a monitor gets that names nothing else. */
export const DEFAULT_ALERTS = {
  memberIds: [],
  contactIds: [],
  teamIds: [],
  onDown: true,
  onRecovery: true,
  onDegraded: false,
  tlsExpiryDays: [30, 14, 7, 1],
  repeatMinutes: null,
  delayMinutes: 0,
} as const satisfies AlertSettings

/** A monitor's alerts settings as stored, complete: what an older version did not know has its
 *  default. */
export function alertSettingsOf(stored: unknown): AlertSettings {
  const known = typeof stored === 'object' && stored !== null ? stored : {}
  return { ...(DEFAULT_ALERTS as unknown as AlertSettings), ...(known as Partial<AlertSettings>) }
}
