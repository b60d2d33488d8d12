import { z } from 'zod'

/** What an alert is about. Source: decisions, section 7, "GET /alerts" */
export const ALERT_KINDS = [
  'down',
  'up',
  'degraded',
  'tlsExpiry',
  'flapping',
  'stillDown',
  'agentLost',
  'siteChanged',
  'installation',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** Something that happened and that people may have to be told. */
export interface AlertEvent {
  readonly kind: AlertKind
  /** Number of the monitor; null when it is about the installation
   *  itself (agentLost, installation), or about a crawled site (siteChanged). */
  readonly monitorId: number | null
  /** Id ("out_...") of the outage it belongs to; null when there is none. */
  readonly outageId: string | null
  /** When it happened, UNIX ms. */
  readonly atMs: number
  /** Since when what is told has been so (the outage's beginning), UNIX ms. */
  readonly sinceMs: number
  /** One of the closed list; null when nothing is wrong. */
  readonly cause: string | null
  /** One sentence for people; null when nothing is wrong. */
  readonly reason: string | null
  /** Locations that saw it. */
  readonly regions: readonly string[]
  /** The monitor is flapping: it goes into the digest instead of being sent at once. */
  readonly isDigested: boolean
  /** It has ended: told of flapping, agentLost and installation; of degraded and tlsExpiry to PagerDuty only. */
  readonly isOver?: boolean | undefined
  /** Of up: the outage ended, but nobody knows whether the target works again. */
  readonly isQuiet?: boolean | undefined
  /** Of installation: it is about mail, so that whoever is told by mail alone is told too late. */
  readonly isAboutMail?: boolean | undefined
  /** Of tlsExpiry: when the certificate expires, UNIX ms. */
  readonly expiresAtMs?: number | undefined
  /** Of tlsExpiry: the days before it that were reached. */
  readonly thresholdDays?: number | undefined
  /** Of siteChanged: number of the crawl that repeats, id of the run that found it, and the site. */
  readonly crawl?:
    | { readonly scheduleId: number; readonly jobId: string; readonly host: string }
    | undefined
}

/** The same as it comes back from the payload of a job, or from a row. */
export const AlertEventJson = z.object({
  kind: z.enum(ALERT_KINDS),
  monitorId: z.int().nullable(),
  outageId: z.string().nullable(),
  atMs: z.number(),
  sinceMs: z.number(),
  cause: z.string().nullable(),
  reason: z.string().nullable(),
  regions: z.array(z.string()),
  isDigested: z.boolean(),
  isOver: z.boolean().optional(),
  isQuiet: z.boolean().optional(),
  isAboutMail: z.boolean().optional(),
  expiresAtMs: z.number().optional(),
  thresholdDays: z.number().optional(),
  crawl: z.object({ scheduleId: z.int(), jobId: z.string(), host: z.string() }).optional(),
}) satisfies z.ZodType<AlertEvent>
