import { z } from 'zod'
import { idList } from '../input/fields.ts'

/** Who is told what. */
export const Alerts = z.strictObject({
  memberIds: idList('People of the workspace.'),
  contactIds: idList('Alert contacts of the workspace.'),
  teamIds: idList('Alert teams of the workspace.'),
  onDown: z.boolean().meta({ description: 'Alert when it goes down.', example: true }),
  onRecovery: z.boolean().meta({ description: 'Alert when it is up again.', example: true }),
  onDegraded: z.boolean().meta({ description: 'Alert when it is degraded.' }),
  tlsExpiryDays: z
    .array(z.int().min(0).max(365))
    .max(10)
    .transform((days) => [...new Set(days)].sort((a, b) => b - a))
    .meta({
      description: 'Days before the certificate expires on which to alert.',
      example: [30, 14, 7, 1],
    }),
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

/** As everybody reads it. */
export const AlertsShown = z
  .object({
    ...Alerts.shape,
    memberIds: z.array(z.string()).meta({ description: 'People of the workspace.' }),
    contactIds: z.array(z.string()).meta({ description: 'Alert contacts.' }),
    teamIds: z.array(z.string()).meta({ description: 'Alert teams.' }),
    tlsExpiryDays: z.array(z.int()).meta({
      description: 'Days before the certificate expires on which to alert.',
      example: [30, 14, 7, 1],
    }),
    reachesNobody: z.boolean().meta({
      description:
        'Nobody can be told: neither those named here nor an owner of the workspace has an address that this installation can send to (mail needs SMTP_URL). GET /alerts shows why each alert failed.',
      example: false,
    }),
  })
  .meta({ description: 'Who is alerted, of what.' })

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
