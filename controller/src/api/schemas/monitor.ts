import { MONITOR_STATUSES, MONITOR_TYPES } from '@sightline/shared/check-words'
import { descriptionOf } from '@sightline/shared/monitor-types/registry'
import { z } from 'zod'
import { SHOWN_FIELDS } from '../../monitors/monitor-input.ts'
import { settingsName } from '../../monitors/settings-name.ts'
import { ErrorBody, pageOf, UsageObject } from './answers.ts'
import { IsoTime } from './time.ts'

// Each type's settings get a name of their own in the API's description by being registered.
for (const type of MONITOR_TYPES) {
  descriptionOf(type).settings.meta({
    id: settingsName(type),
    description: `Settings of a ${type} monitor.`,
  })
}

const percent = (window: string) =>
  z
    .number()
    .nullable()
    .meta({
      description: `Percentage of the last ${window} it was up or degraded, computed from time; null when no time of it counts.`,
      example: 99.95,
    })

const time = (description: string) => IsoTime.meta({ description })
const timeOrNull = (description: string) => IsoTime.nullable().meta({ description })

const { name, url, ...decided } = SHOWN_FIELDS

/** A monitor. Source: contract, "Monitor"; decisions, section 6 */
export const MonitorObject = z
  .object({
    id: z.string().meta({ description: 'Id.', example: 'mon_4fTq1Zb7Kx0Pq2Lr9sWd' }),
    type: z.enum(MONITOR_TYPES).meta({ description: 'Kind of check.', example: 'web' }),
    name,
    url,
    host: z.string().meta({ description: 'Host of the url.', example: 'example.com' }),
    port: z.int().nullable().meta({
      description:
        'Port its checks go to, by url, settings or protocol; null for ping and dns, which have none.',
      example: 443,
    }),
    status: z.enum(MONITOR_STATUSES).meta({
      description:
        'pending: no verdict yet; degraded: slow, near certificate expiry, or a failing minority of regions; unknown: no result that counts.',
      example: 'up',
    }),
    statusSince: time('Since when it has this status.'),
    statusReason: z.string().nullable().meta({ description: 'Why it is not up.', example: null }),
    statusCode: z
      .int()
      .nullable()
      .meta({ description: 'HTTP status of the latest check; null without one.', example: 200 }),
    active: z.boolean().meta({ description: 'false while it is paused.', example: true }),
    pausedAt: timeOrNull('Since when it is paused.'),
    inMaintenance: z
      .boolean()
      .meta({ description: 'A maintenance window covers it now; false while it is paused.' }),
    flapping: z.boolean().meta({ description: 'It went up and down often in the last hour.' }),
    confirming: z
      .boolean()
      .meta({ description: 'A failing check is being confirmed at this moment.' }),
    responseMs: z
      .int()
      .nullable()
      .meta({ description: 'Response time of the latest check in ms.', example: 183 }),
    uptime24h: percent('24 hours'),
    uptime7d: percent('7 days'),
    uptime30d: percent('30 days'),
    ...decided,
    lastCheckedAt: timeOrNull('When its latest check began; null before the first.'),
    nextCheckAt: timeOrNull('When any region checks it next; null while it is paused.'),
    lastError: z
      .string()
      .nullable()
      .meta({ description: 'What the latest check found wrong.', example: null }),
    tlsExpiresAt: timeOrNull(
      'When its certificate expires, or the first that it builds on; the earliest among the regions.',
    ),
    currentOutageId: z.string().nullable().meta({ description: 'Its open outage.', example: null }),
    createdAt: time('When it was created.'),
    updatedAt: time('When it was last changed, paused or resumed by anyone.'),
    createdBy: z.string().nullable().meta({
      description: 'Id of the person who made it; null when they are gone.',
      example: 'psn_7Hc2Vn9XbQ4mT1yKz8Lp',
    }),
  })
  .meta({ id: 'Monitor' })

/** The answer of routes about one monitor. */
export const MonitorAnswer = z.object({ monitor: MonitorObject, usage: UsageObject })

/** Why a monitor was not made. */
export const MonitorRefused = ErrorBody.extend({
  monitorId: z.string().optional().meta({
    description: 'The monitor of the workspace that has the target already; only then.',
    example: 'mon_4fTq1Zb7Kx0Pq2Lr9sWd',
  }),
}).meta({ id: 'MonitorRefused' })

/** Why a monitor was not changed. */
export const MonitorConflict = MonitorRefused.extend({
  changed: z
    .array(z.string())
    .optional()
    .meta({
      description: 'The fields that somebody changed since the ETag in If-Match; only then.',
      example: ['intervalMinutes'],
    }),
  monitor: MonitorObject.optional().meta({ description: 'The monitor as it is now; only then.' }),
}).meta({ id: 'MonitorConflict' })

const BeatsObject = z
  .object({
    until: time('When the newest interval ends.'),
    minutes: z.int().meta({ description: 'Length of one.', example: 5 }),
    beats: z.string().meta({
      description:
        'One for each interval, the newest last, with spaces between them: u up, g degraded, p failing from some locations only, d down, x unknown, - not checked; then the average response time in ms, where there was a response; then after a colon the locations from which it failed, with plus signs between them.',
      example: 'u183 u178 p190:eu-west - d:eu-west+us-east u181',
    }),
  })
  .meta({ id: 'MonitorBeats' })

/** A monitor of a list. */
const ListedMonitor = z
  .object({
    ...MonitorObject.shape,
    beats: BeatsObject.optional().meta({
      description: 'Its latest intervals, of the last week; only where they are asked for.',
    }),
  })
  .meta({ id: 'ListedMonitor' })

/** A listing. Source: contract, "Monitoring API endpoints" */
export const MonitorList = z.object({
  ...pageOf('Monitors that match, on all pages.'),
  monitors: z.array(ListedMonitor).meta({ description: 'In the order that was asked for.' }),
  usage: UsageObject,
})

/** How many monitors there are, and of which status. */
export const monitorCounts = {
  total: z.int().meta({ description: 'All monitors.', example: 120 }),
  byStatus: z
    .object(
      Object.fromEntries(
        MONITOR_STATUSES.map((status) => [
          status,
          z.int().meta({ description: `Those that are ${status}.`, example: 0 }),
        ]),
      ) as Record<(typeof MONITOR_STATUSES)[number], z.ZodInt>,
    )
    .meta({ description: 'By what they are now.' }),
}

/** GET /monitors/counts */
export const MonitorCountsAnswer = z.object({
  ...monitorCounts,
  total: z.int().meta({ description: 'Monitors that match.', example: 120 }),
  usage: UsageObject,
})

/** The answer of a deletion. */
export const Deleted = z.object({
  deleted: z.literal(true).meta({ description: 'It is gone.' }),
  id: z
    .string()
    .meta({ description: 'Id of what was deleted.', example: 'mon_4fTq1Zb7Kx0Pq2Lr9sWd' }),
  usage: UsageObject,
})
