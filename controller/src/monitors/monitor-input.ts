import type { MonitorType } from '@sightline/shared/check-words'
import { MONITOR_TYPES } from '@sightline/shared/check-words'
import { RegionCode } from '@sightline/shared/regions'
import { z } from 'zod'
import type { AlertSettings } from '../alerting/alert-settings.ts'
import { DEFAULT_ALERTS, SentAlerts } from '../alerting/alert-settings.ts'
import { idList, label } from '../input/fields.ts'
import { MAX_REGIONS } from '../regions/region-choice.ts'
import type { ConfirmationSettings, RecoverySettings } from '../verdicts/rule-settings.ts'
import {
  Confirmation,
  DEFAULT_CONFIRMATION,
  DEFAULT_RECOVERY,
  Recovery,
} from '../verdicts/rule-settings.ts'

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

/** Where the description of the API holds the settings of a type. */
export function settingsReference(type: MonitorType): string {
  return `#/components/schemas/${settingsName(type)}`
}

/** Name of a type's settings in the description of the API, such as "WebSettings". */
export function settingsName(type: MonitorType): string {
  return `${type.charAt(0).toUpperCase()}${type.slice(1)}Settings`
}

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

/** What a monitor gets that names nothing else. Source: decisions, section 6; the alerts' are ours */
export const DEFAULTS = {
  intervalMinutes: 5,
  checkMode: 'all',
  confirmation: DEFAULT_CONFIRMATION,
  recovery: DEFAULT_RECOVERY,
  alerts: DEFAULT_ALERTS,
} as const satisfies {
  intervalMinutes: number
  checkMode: (typeof CHECK_MODES)[number]
  confirmation: ConfirmationSettings
  recovery: RecoverySettings
  alerts: AlertSettings
}

const fields = {
  type: z.enum(MONITOR_TYPES).meta({
    description: 'Kind of check. Without it the scheme of the url decides; a bare host is web.',
    example: 'web',
  }),
  url: z.string().trim().min(1).max(MAX_URL_LENGTH).meta({
    description:
      'What to monitor: http(s)://, tcp://host:port, udp://host:port, ping://host, dns://name, smtp(s)://, imap(s):// or pop3(s)://host, or a bare host (web over https, or what type says). User-info and fragments are dropped. A port may be in settings.port instead.',
    example: 'https://example.com/',
  }),
  name: label(200).meta({
    description:
      'For people. Default: host and path of the url; with the port for tcp and udp, with the record type for dns.',
    example: 'Home page',
  }),
  intervalMinutes: IntervalMinutes,
  timeoutMs: z.int().min(MIN_TIMEOUT_MS).max(MAX_TIMEOUT_MS).meta({
    description:
      'Time limit of one check in ms; always below the interval, and above what the settings expect to take.',
    example: 10_000,
  }),
  regions: z
    .array(RegionCode)
    .min(1)
    .max(MAX_REGIONS)
    .transform((codes) => [...new Set(codes)])
    .meta({
      description:
        'Locations it is checked from, codes of GET /monitors/options. Default: up to three whose agents can check the type, on different continents where there are.',
      example: ['eu-west'],
    }),
  checkMode: z.enum(CHECK_MODES).meta({
    description: 'all: every region checks at every interval; rotate: they take turns.',
    example: 'all',
  }),
  confirmation: Confirmation.partial().meta({
    description: 'How a failure is confirmed. Fields not sent keep their value.',
  }),
  recovery: Recovery.partial().meta({ description: 'How it counts as up again.' }),
  alerts: SentAlerts.partial().meta({
    description:
      'Who is alerted, of what. A monitor created without recipients alerts the owner of the key; where nobody who is named has an address, the owners of the workspace are told.',
  }),
  dependsOn: idList(
    'Monitors this one depends on: while one of them is down, its own alerts are held back.',
  ),
  tags: z
    .array(label(50))
    .max(20)
    .transform((tags) => [...new Set(tags)])
    .meta({ description: 'Words to filter by.', example: ['shop'] }),
  settings: z.record(z.string(), z.unknown()).meta({
    description:
      'Settings of the type. They merge per key; null resets one to its default, a list replaces the list. Secrets read as "***", and "***" leaves them unchanged.',
    anyOf: MONITOR_TYPES.map((type) => ({ $ref: settingsReference(type) })),
  }),
}

/** Body of POST /monitors. */
export const MonitorCreation = z
  .strictObject({ ...fields })
  .partial()
  .extend({ url: fields.url })
  .meta({ description: 'Only url is required; everything else has a default.' })
export type MonitorCreationInput = z.output<typeof MonitorCreation>

/** The same field, or null for its default; what describes it goes along. */
function orNull<S extends z.ZodType>(field: S): z.ZodNullable<S> {
  return field.nullable().meta({ ...field.meta() })
}

/** Any subset of an object's fields, null for the default of one or of all. */
function changeOf<S extends Record<string, z.ZodType>>(
  object: z.ZodObject<S>,
  description: string,
) {
  const entries = Object.entries(object.shape).map(([name, field]) => [name, orNull(field)])
  const shape = Object.fromEntries(entries) as { [K in keyof S]: z.ZodNullable<S[K]> }
  return z.strictObject(shape).partial().nullable().meta({ description })
}

/** Body of PATCH /monitors/{id}. */
export const MonitorChange = z
  .strictObject({
    ...fields,
    name: orNull(fields.name),
    intervalMinutes: orNull(fields.intervalMinutes),
    timeoutMs: orNull(fields.timeoutMs),
    regions: orNull(fields.regions),
    checkMode: orNull(fields.checkMode),
    confirmation: changeOf(
      Confirmation,
      'How a failure is confirmed. Fields not sent keep their value.',
    ),
    recovery: changeOf(Recovery, 'How it counts as up again.'),
    alerts: changeOf(SentAlerts, 'Who is alerted, of what. Fields not sent keep their value.'),
    dependsOn: orNull(fields.dependsOn),
    tags: orNull(fields.tags),
  })
  .partial()
  .meta({
    description:
      'Any subset of the fields, null for the default of one; type cannot change, and a url has no default.',
  })
export type MonitorChangeInput = z.output<typeof MonitorChange>

/** An object with the fields that were sent replaced. */
export function withChanges<T extends object>(
  before: T,
  changes: { readonly [K in keyof T]?: T[K] | undefined } | undefined,
): T {
  return { ...before, ...(changes as Partial<T> | undefined) }
}
