import type { MonitorType } from '@sightline/shared/check-words'
import { MONITOR_TYPES } from '@sightline/shared/check-words'
import { descriptionOf } from '@sightline/shared/monitor-types/registry'
import { RegionCode } from '@sightline/shared/regions'
import { z } from 'zod'
import { AlertsShown, DEFAULT_ALERTS, SentAlerts } from '../alerting/alert-settings.ts'
import { idList, label } from '../input/fields.ts'
import { MAX_REGIONS } from '../regions/region-choice.ts'
import {
  Confirmation,
  DEFAULT_CONFIRMATION,
  DEFAULT_RECOVERY,
  Recovery,
} from '../verdicts/rule-settings.ts'
import { settingsReference } from './settings-name.ts'

/** Intervals a monitor can have; the plan's shortest comes on top. All divide the day, so that the
 *  slots of a monitor fall on the same minutes every day. */
export const INTERVALS_MINUTES = [
  1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60, 120, 180, 240, 360, 720, 1440,
] as const

export const MIN_TIMEOUT_MS = 500
export const MAX_TIMEOUT_MS = 120_000
export const CHECK_MODES = ['all', 'rotate'] as const

/** Largest URL in characters, as sent. */
const MAX_URL_LENGTH = 2048

/** Minutes between two checks, whatever the plan allows. */
export const IntervalMinutes = z
  .int()
  .refine((minutes) => (INTERVALS_MINUTES as readonly number[]).includes(minutes), {
    message: `must be one of ${INTERVALS_MINUTES.join(', ')}`,
  })
  .meta({
    description: `Minutes between two checks: one of ${INTERVALS_MINUTES.join(', ')}, and not below the plan's shortest.`,
    example: 5,
  })

/** Something of a monitor that its people decide. */
interface MonitorField {
  /** As a creation takes it. */
  readonly sent: z.ZodType
  /** As everybody reads it. */
  readonly shown: z.ZodType
  /** What it is where nothing else was said; null: what follows from the target, or is chosen. */
  readonly initial: (type: MonitorType) => unknown
  /** How a change takes it: as a whole, null for its default; by each of its own fields, null for
   *  theirs; as it is sent, without a default; or by rules of its own. */
  readonly change: 'whole' | 'byField' | 'required' | 'own'
}

/** Tags of one monitor. */
export const MAX_TAGS = 20

/** Every field of a monitor that its people decide: how it is sent, stored, changed and shown. Its column is
 *  in db/monitor-columns.ts. Source of the defaults: decisions, section 6 */
export const MONITOR_FIELDS = {
  url: {
    sent: z.string().trim().min(1).max(MAX_URL_LENGTH).meta({
      description:
        'What to monitor: http(s)://, tcp://host:port, udp://host:port, ping://host, dns://name, smtp(s)://, imap(s):// or pop3(s)://host, or a bare host (web over https, or what type says). User-info and fragments are dropped. A port may be in settings.port instead.',
      example: 'https://example.com/',
    }),
    shown: z.string().meta({
      description: 'What is monitored, normalised.',
      example: 'https://example.com/',
    }),
    initial: () => null,
    change: 'required',
  },
  name: {
    sent: label(200).meta({
      description:
        'For people. Default: host and path of the url; with the port for tcp and udp, with the record type for dns. Unless another was chosen, it changes along with them.',
      example: 'Home page',
    }),
    shown: z.string().meta({ description: 'For people.', example: 'example.com' }),
    initial: () => null,
    change: 'whole',
  },
  intervalMinutes: {
    sent: IntervalMinutes,
    shown: z.int().meta({ description: 'Minutes between two checks.', example: 5 }),
    initial: () => 5,
    change: 'whole',
  },
  timeoutMs: {
    sent: z.int().min(MIN_TIMEOUT_MS).max(MAX_TIMEOUT_MS).meta({
      description:
        'Time limit of one check in ms; always below the interval, and above what the settings expect to take.',
      example: 10_000,
    }),
    shown: z.int().meta({ description: 'Time limit of one check in ms.', example: 10_000 }),
    initial: (type) => descriptionOf(type).timeoutMs,
    change: 'whole',
  },
  regions: {
    sent: z
      .array(RegionCode)
      .min(1)
      .max(MAX_REGIONS)
      .transform((codes) => [...new Set(codes)])
      .meta({
        description:
          'Locations it is checked from, codes of GET /monitors/options. Default: up to three whose agents can check the type, on different continents where there are.',
        example: ['eu-west'],
      }),
    shown: z
      .array(z.string())
      .meta({ description: 'Locations it is checked from.', example: ['eu-west'] }),
    initial: () => null,
    change: 'whole',
  },
  checkMode: {
    sent: z.enum(CHECK_MODES).meta({
      description: 'all: every region checks at every interval; rotate: they take turns.',
      example: 'all',
    }),
    shown: z.enum(CHECK_MODES).meta({
      description: 'all: every region at every interval; rotate: they take turns.',
      example: 'all',
    }),
    initial: () => 'all' as const,
    change: 'whole',
  },
  confirmation: {
    sent: Confirmation.meta({
      description: 'How a failure is confirmed. Fields not sent keep their value.',
    }),
    // Without what a newer version may have stored beside.
    shown: Confirmation.strip().meta({ description: 'How a failure is confirmed.' }),
    initial: () => DEFAULT_CONFIRMATION,
    change: 'byField',
  },
  recovery: {
    sent: Recovery.meta({ description: 'How it counts as up again.' }),
    shown: Recovery.strip().meta({ description: 'How it counts as up again.' }),
    initial: () => DEFAULT_RECOVERY,
    change: 'byField',
  },
  alerts: {
    sent: SentAlerts.meta({
      description:
        'Who is alerted, of what. A monitor created without recipients alerts the owner of the key; where nobody who is named has an address, the owners of the workspace are told.',
    }),
    shown: AlertsShown,
    initial: () => DEFAULT_ALERTS,
    change: 'byField',
  },
  dependsOn: {
    sent: idList(
      'Monitors this one depends on: while one of them is down, its own alerts are held back.',
    ),
    shown: z.array(z.string()).meta({ description: 'Monitors it depends on.' }),
    initial: () => [],
    change: 'whole',
  },
  tags: {
    sent: z
      .array(label(50))
      .max(MAX_TAGS)
      .transform((tags) => [...new Set(tags)])
      .meta({ description: 'Words to filter by.', example: ['shop'] }),
    shown: z.array(z.string()).meta({ description: 'Words to filter by.', example: ['shop'] }),
    initial: () => [],
    change: 'whole',
  },
  settings: {
    sent: z.record(z.string(), z.unknown()).meta({
      description:
        'Settings of the type. They merge per key; null resets one to its default, a list replaces the list. Secrets read as "***", and "***" leaves them unchanged.',
      anyOf: MONITOR_TYPES.map((type) => ({ $ref: settingsReference(type) })),
    }),
    shown: z.record(z.string(), z.unknown()).meta({
      description: 'Complete settings of its type; secrets read as "***".',
      anyOf: MONITOR_TYPES.map((type) => ({ $ref: settingsReference(type) })),
    }),
    initial: () => ({}),
    change: 'own',
  },
} as const satisfies Record<string, MonitorField>

/** Defaults that are the same for every type and every workspace, as GET /monitors/options tells them. */
export const DEFAULTS = {
  intervalMinutes: MONITOR_FIELDS.intervalMinutes.initial(),
  checkMode: MONITOR_FIELDS.checkMode.initial(),
  confirmation: DEFAULT_CONFIRMATION,
  recovery: DEFAULT_RECOVERY,
  alerts: DEFAULT_ALERTS,
} as const
