import { z } from 'zod'
import { ALERT_KINDS } from '../outbox/alert-event.ts'

/** How urgent a message is, the most urgent first: something is down, something needs a look, all is well
 *  again, or none of these. */
export const SEVERITIES = ['critical', 'warning', 'good', 'info'] as const
export type Severity = (typeof SEVERITIES)[number]

/** What is told, before a channel gives it its form. It is kept with the alert, so that every attempt
 *  sends the same. Every text is one line and not escaped. */
export const AlertMessage = z.object({
  kind: z.enum([...ALERT_KINDS, 'test', 'bundle']),
  severity: z.enum(SEVERITIES),
  /** It ends something that was told before under the same `incidentKey`. */
  isResolved: z.boolean(),
  /** What belongs together has the same: the outage's id, else one made of kind and monitor. */
  incidentKey: z.string(),
  title: z.string(),
  /** One or two sentences. */
  summary: z.string(),
  /** What, since when, why, from where. */
  facts: z.array(
    z.object({
      label: z.string(),
      value: z.string(),
      /** The value begins with this instant in UTC. UNIX ms. */
      atMs: z.number().optional(),
    }),
  ),
  /** Changes of a digest, or alerts of a bundle, oldest first. */
  entries: z.array(z.string()),
  /** The same in parts, for channels that show times in a zone and lead to what each is about; of entries beyond
   *  there are none. */
  entryParts: z
    .array(z.object({ atMs: z.number(), text: z.string(), url: z.string().nullable() }))
    .optional(),
  link: z.object({ label: z.string(), url: z.string() }).nullable(),
  monitor: z.object({ id: z.string(), name: z.string(), url: z.string() }).nullable(),
  outageId: z.string().nullable(),
  /** UNIX ms. */
  atMs: z.number(),
  sinceMs: z.number(),
  cause: z.object({ code: z.string(), title: z.string() }).nullable(),
  reason: z.string().nullable(),
  regions: z.array(z.string()),
})
export type AlertMessage = z.output<typeof AlertMessage>
export type EntryParts = NonNullable<AlertMessage['entryParts']>[number]
