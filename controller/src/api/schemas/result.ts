import { CAUSES } from '@sightline/shared/causes'
import { FAILURE_SOURCES, PHASES, RESULT_STATUSES } from '@sightline/shared/check-words'
import { z } from 'zod'
import { UsageObject, pageOf } from './answers.ts'
import { IsoTime } from './time.ts'

const milliseconds = (description: string, example: number) =>
  z
    .number()
    .nullable()
    .meta({ description: `${description} in ms; null when it did not happen.`, example })

/** One check result. Source: contract, "Monitor result record"; decisions, section 7 */
export const ResultRecord = z
  .object({
    id: z.string().meta({
      description: 'Id, the same at every read.',
      example: 'res_5f0c1a9be27d43806cb8f1d2',
    }),
    checkedAt: IsoTime.meta({
      description: 'When the check began.',
      example: '2026-02-01T12:02:06.239Z',
    }),
    scheduledAt: IsoTime.meta({
      description: 'The slot of the grid it was due at.',
      example: '2026-02-01T12:02:06.237Z',
    }),
    status: z.enum(RESULT_STATUSES).meta({ description: 'What it found.', example: 'up' }),
    statusCode: z
      .int()
      .nullable()
      .meta({ description: 'HTTP status; null without a response.', example: 200 }),
    responseMs: z.int().nullable().meta({
      description:
        'Response time in ms, of the whole chain where redirects were followed; null without a response.',
      example: 183,
    }),
    error: z.string().nullable().meta({ description: 'What was wrong.', example: null }),
    region: z.string().meta({ description: 'Where it ran.', example: 'eu-west' }),
    attempt: z.int().meta({
      description:
        '0: the scheduled check; above 0 with confirmation: a retry; 1 without confirmation: the check at creation or resume.',
      example: 0,
    }),
    confirmation: z.boolean().meta({ description: 'It confirms an earlier failing check.' }),
    late: z.boolean().meta({
      description: 'It arrived too late to count for the status; it fills the history.',
    }),
    counted: z.boolean().meta({
      description:
        'Its agent had a say. false: the agent was in quarantine, its own test failed or its clock was wrong, so the result fills the history only.',
      example: true,
    }),
    failureSource: z
      .enum(FAILURE_SOURCES)
      .nullable()
      .meta({ description: 'Whose fault a failure is.' }),
    phase: z
      .enum(PHASES)
      .nullable()
      .meta({ description: 'Where in the check it failed.', example: null }),
    cause: z
      .string()
      .nullable()
      .meta({ description: `Why it failed: ${Object.keys(CAUSES).join(', ')}.` }),
    ip: z
      .string()
      .nullable()
      .meta({ description: 'Address it connected to.', example: '203.0.113.80' }),
    timings: z
      .object({
        dnsMs: milliseconds('Name resolution', 12.35),
        connectMs: milliseconds('Connecting', 21.4),
        tlsMs: milliseconds('TLS handshake', 44.02),
        firstByteMs: milliseconds('Wait for the first byte', 98.71),
        downloadMs: milliseconds('Download', 6.15),
      })
      .meta({
        description:
          'How the response time came about. After redirects these are the times of the last hop alone, and responseMs is longer than their sum.',
      }),
    details: z.record(z.string(), z.unknown()).meta({
      description:
        'More, by type: tls holds issuer, expiresAt and protocol, for example; render (of a page that was opened in a browser) loadMs, consoleErrorCount and failedRequestCount, and where it failed consoleErrors and failedRequests hold the first of each.',
      example: {
        tls: {
          issuer: 'Example CA',
          subject: 'shop.example.com',
          expiresAt: '2026-04-18T23:59:59.000Z',
          protocol: 'TLSv1.3',
        },
      },
    }),
  })
  .meta({ id: 'Result' })

/** A page of results. Source: contract, "Monitoring API endpoints" */
export const ResultList = z.object({
  id: z.string().meta({ description: 'Id of the monitor.', example: 'mon_4fTq1Zb7Kx0Pq2Lr9sWd' }),
  from: IsoTime.meta({
    description: 'Start of the window, included.',
    example: '2026-01-31T12:03:00.000Z',
  }),
  to: IsoTime.meta({
    description: 'End of the window, not included.',
    example: '2026-02-01T12:03:00.000Z',
  }),
  ...pageOf('Results that match, on all pages.', { total: 578, per: 2 }),
  results: z.array(ResultRecord).meta({ description: 'Newest first.' }),
  usage: UsageObject,
})
