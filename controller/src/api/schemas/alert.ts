import { z } from 'zod'
import { ALERT_KINDS } from '../../alerting/outbox/alert-event.ts'
import {
  ALERT_STATES,
  RECIPIENT_TYPES,
  SUPPRESSION_WORDS,
  SUPPRESSIONS,
} from '../../alerting/outbox/alert-words.ts'
import { CHANNEL_NAMES } from '../../alerting/channels/index.ts'
import { UsageObject, pageOf } from './answers.ts'
import { IsoTime } from './time.ts'

const suppressions = SUPPRESSION_WORDS.map((word) => `${word}: ${SUPPRESSIONS[word]}`).join('; ')

/** What was told, or was to be told, to one recipient on one channel. Source: decisions, section 7 */
export const AlertObject = z
  .object({
    id: z.string().meta({
      description: 'Id; every attempt carries it (X-Sightline-Delivery, Message-ID).',
      example: 'alr_4fTq1Zb7Kx0Pq2Lr9sWd',
    }),
    monitorId: z.string().nullable().meta({
      description:
        'Monitor it is about, also when it was deleted since; null: about the installation.',
      example: 'mon_4fTq1Zb7Kx0Pq2Lr9sWd',
    }),
    monitorName: z
      .string()
      .nullable()
      .meta({ description: 'What the monitor was called then.', example: 'Shop' }),
    outageId: z
      .string()
      .nullable()
      .meta({ description: 'Outage it belongs to.', example: 'out_4fTq1Zb7Kx0Pq2Lr9sWd' }),
    kind: z.enum(ALERT_KINDS).meta({
      description:
        'flapping: it goes up and down, what it did meanwhile (a digest, hourly), or that it is stable again; stillDown: a repetition; agentLost: agents or regions are silent, or back again; siteChanged: a crawl that repeats found what it was to tell; installation: a disk is nearly full, or reports are far behind, told to its owners.',
      example: 'down',
    }),
    channel: z.enum(CHANNEL_NAMES).meta({ description: 'The way it goes.', example: 'webhook' }),
    recipient: z
      .object({
        type: z
          .enum(RECIPIENT_TYPES)
          .meta({ description: 'A person of the workspace, or a contact.', example: 'contact' }),
        id: z.string().meta({ description: 'Their id.', example: 'ctc_4fTq1Zb7Kx0Pq2Lr9sWd' }),
        name: z.string().meta({ description: 'Their name then.', example: 'On call' }),
      })
      .meta({ description: 'Who it is for; members of a team are told one by one.' }),
    state: z.enum(ALERT_STATES).meta({
      description:
        'queued: to be sent, or to be tried again; failed: refused for good, or given up after a day.',
      example: 'sent',
    }),
    suppressedBy: z
      .enum(SUPPRESSION_WORDS)
      .nullable()
      .meta({ description: `Why it was not sent. ${suppressions}.`, example: null }),
    dependencyId: z.string().nullable().meta({
      description: 'The monitor that is down, when suppressedBy is dependency.',
      example: null,
    }),
    deliveryId: z.string().meta({
      description:
        'Id of the message it goes out in (X-Sightline-Delivery, Message-ID): its own, or that of a bundle. More than ten alerts within a minute to one recipient on one channel are one message that lists them, except by webhook and PagerDuty.',
      example: 'alr_4fTq1Zb7Kx0Pq2Lr9sWd',
    }),
    attempts: z.int().meta({ description: 'Attempts so far.', example: 2 }),
    error: z.string().nullable().meta({
      description: 'What the latest attempt that failed met.',
      example: 'The webhook answered 500.',
    }),
    createdAt: IsoTime.meta({
      description: 'When it was planned.',
      example: '2026-01-31T12:00:02.118Z',
    }),
    sentAt: IsoTime.nullable().meta({
      description: 'When the receiver took it.',
      example: '2026-01-31T12:00:07.640Z',
    }),
    nextAttemptAt: IsoTime.nullable().meta({
      description: 'When it is tried next; null unless it is queued.',
      example: null,
    }),
    title: z.string().meta({ description: 'Its title.', example: 'Shop is down' }),
    text: z.string().meta({
      description: 'What, since when, why and from where, as plain text.',
      example:
        'Shop went down just now.\n\nMonitor: Shop (https://shop.example.com/)\nDown since: 2026-01-31 12:00:00 UTC (2 seconds ago)\nWhy: The connection is refused.\nSeen from: Western Europe (eu-west), US East (us-east)',
    }),
  })
  .meta({ id: 'Alert' })

/** The history. Source: decisions, section 7 */
export const AlertList = z.object({
  ...pageOf('Alerts that match, on all pages.'),
  alerts: z.array(AlertObject).meta({ description: 'Newest first.' }),
  usage: UsageObject,
})
