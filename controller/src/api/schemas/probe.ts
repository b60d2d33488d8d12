import { RESULT_STATUSES } from '@sightline/shared/check-words'
import { z } from 'zod'
import { UsageObject } from './answers.ts'
import { IsoTime } from './time.ts'

/** What one location says of a monitor. Source: decisions, section 7 */
export const ProbeObject = z
  .object({
    region: z.string().meta({ description: 'Code of the location.', example: 'eu-west' }),
    name: z.string().meta({ description: 'For people.', example: 'Western Europe' }),
    country: z
      .string()
      .nullable()
      .meta({ description: 'ISO 3166-1 code, null if unknown.', example: 'IE' }),
    available: z.boolean().meta({ description: 'An agent is connected there now.', example: true }),
    lastCheckedAt: IsoTime.nullable().meta({
      description:
        'When its latest check of all began, whatever the window; null before the first. The other fields that begin with last are of the same check.',
      example: '2026-01-31T12:02:06.239Z',
    }),
    lastStatus: z.enum(RESULT_STATUSES).nullable().meta({
      description: 'What that check found; null before the first.',
      example: 'up',
    }),
    lastError: z.string().nullable().meta({ description: 'What was wrong.', example: null }),
    lastResponseMs: z.int().nullable().meta({
      description: 'Its response time in ms; null without a response.',
      example: 183,
    }),
    checks: z.int().meta({
      description:
        'Checks of the window: scheduled and confirming ones, and those whose results came late; as many as GET /monitors/{id}/results counts for the location. Those neither up nor down are degraded or unknown.',
      example: 288,
    }),
    up: z.int().meta({ description: 'Those that were up.', example: 288 }),
    down: z.int().meta({ description: 'Those that were down.', example: 0 }),
    uptime: z.number().nullable().meta({
      description:
        'Percentage that were up or degraded, of those up, degraded or down; null when none was. Counted in checks, not in time: the uptime of the monitor is in its summary.',
      example: 100,
    }),
    avgResponseMs: z.number().nullable().meta({
      description: 'Average response time in ms of checks that were up or degraded.',
      example: 181.52,
    }),
    p95Ms: z.number().nullable().meta({
      description:
        'Response time in ms that 95 of 100 of those did not exceed, within 0.8 % of the exact one.',
      example: 240.1,
    }),
    consecutiveFailures: z.int().meta({
      description:
        'Scheduled checks that failed here since the last good check, whatever the window (up to 400 days). Unknown results are passed over; a confirming check that is good ends the row, one that fails does not add to it.',
      example: 0,
    }),
    failingSince: IsoTime.nullable().meta({
      description: 'When the first of them began; null when there is none.',
      example: null,
    }),
    belowQuorum: z.boolean().meta({
      description:
        'It fails now, but the monitor is not down: fewer locations than quorum.required fail. Never true of a location whose word does not count now.',
      example: false,
    }),
    capable: z.boolean().meta({
      description: 'An agent is connected there now that can check monitors of this type.',
      example: true,
    }),
    note: z.string().nullable().meta({
      description: 'Why it cannot, and what would change that; null when it can.',
      example: null,
    }),
  })
  .meta({ id: 'Probe' })

/** A monitor by location. Source: decisions, section 7 */
export const ProbeList = z.object({
  id: z.string().meta({ description: 'Id of the monitor.', example: 'mon_4fTq1Zb7Kx0Pq2Lr9sWd' }),
  from: IsoTime.meta({
    description: 'Start of the window, included.',
    example: '2026-01-30T12:03:00.000Z',
  }),
  to: IsoTime.meta({
    description: 'End of the window, not included.',
    example: '2026-01-31T12:03:00.000Z',
  }),
  probes: z.array(ProbeObject).meta({
    description:
      'One for each location of the monitor, in its order, also where nothing was checked.',
  }),
  quorum: z
    .object({
      required: z.int().meta({
        description: 'Locations that must fail for the monitor to be down, at least 1.',
        example: 2,
      }),
      of: z.int().meta({
        description:
          'Locations that are asked when one of the monitor fails, itself among them. Should some of them not answer in time, the quorum is that of those which did, of which there must be two.',
        example: 3,
      }),
      askedToConfirm: z.array(z.string()).meta({
        description:
          'Codes of those: the locations of the monitor first, then others that can check it. At most five, so of a monitor with more it is the failing one and the first four others. A location without an agent that is well and able has no say.',
        example: ['eu-west', 'us-east', 'ap-south'],
      }),
    })
    .meta({
      description:
        'What confirmation.quorum means at this moment: the rule by which the monitor goes down.',
    }),
  usage: UsageObject,
})
