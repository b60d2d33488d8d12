import { z } from 'zod'
import { MONITOR_STATUSES, MONITOR_TYPES, RESULT_STATUSES } from './check-words.ts'

const time = z.iso.datetime({ precision: 3 })

/** A monitor as it is now: fields of the monitor itself, to be laid over those a list has of it, and what its latest
 *  check found. */
const LiveMonitor = z.object({
  id: z.string(),
  type: z.enum(MONITOR_TYPES),
  name: z.string(),
  url: z.string(),
  tags: z.array(z.string()),
  active: z.boolean(),
  pausedAt: time.nullable(),
  status: z.enum(MONITOR_STATUSES),
  statusSince: time,
  statusReason: z.string().nullable(),
  inMaintenance: z.boolean(),
  flapping: z.boolean(),
  confirming: z.boolean(),
  currentOutageId: z.string().nullable(),
  statusCode: z.int().nullable(),
  responseMs: z.int().nullable(),
  lastCheckedAt: time.nullable(),
  nextCheckAt: time.nullable(),
  lastError: z.string().nullable(),
  tlsExpiresAt: time.nullable(),
  updatedAt: time,
  /** Where the latest check ran, and what it found. */
  lastRegion: z.string().nullable(),
  lastStatus: z.enum(RESULT_STATUSES).nullable(),
})

/** What a browser is told of a workspace as it happens, by the name of the event. All of it says how things are now:
 *  to be told the same twice does no harm. */
export const LIVE_EVENTS = {
  /** The connection stands; from here on everything is told. */
  hello: z.object({ at: time }),
  /** Something may have been missed: whatever is shown has to be read anew. */
  reset: z.object({ at: time }),
  monitor: LiveMonitor,
  /** It was deleted. */
  monitorGone: z.object({ id: z.string() }),
  outage: z.object({
    id: z.string(),
    /** changed: more is known of it, or somebody acknowledged it or left a note. */
    change: z.enum(['opened', 'closed', 'changed']),
    monitorId: z.string(),
    monitorName: z.string(),
    scope: z.enum(['global', 'regional']),
    startedAt: time,
    confirmedAt: time,
    endedAt: time.nullable(),
    regions: z.array(z.string()),
    cause: z.string(),
    summary: z.string(),
  }),
  /** An alert was sent, or given up. */
  alert: z.object({
    id: z.string(),
    kind: z.string(),
    state: z.enum(['sent', 'failed']),
    channel: z.string(),
    recipientName: z.string(),
    monitorId: z.string().nullable(),
    outageId: z.string().nullable(),
    sentAt: time.nullable(),
  }),
  maintenance: z.object({
    /** Id of the window. */
    id: z.string(),
    change: z.enum(['began', 'ended', 'changed', 'removed']),
  }),
  agents: z.object({
    regions: z.array(
      z.object({
        region: z.string(),
        name: z.string(),
        /** Agents that are connected, and those that were within the last day and did not leave in good order. */
        live: z.int(),
        total: z.int(),
      }),
    ),
  }),
} as const satisfies Readonly<Record<string, z.ZodObject>>

export type LiveEventName = keyof typeof LIVE_EVENTS
export type LiveEventData<N extends LiveEventName> = z.output<(typeof LIVE_EVENTS)[N]>
