import { clampedInteger } from '@sightline/shared/clamped-integer'
import { z } from 'zod'
import { IsoTime } from './time.ts'
import { UsageObject } from './answers.ts'

/** Fields every report begins with: whose it is and what its window is. */
export const reportHead = {
  id: z.string().meta({ description: 'Id of the monitor.', example: 'mon_4fTq1Zb7Kx0Pq2Lr9sWd' }),
  from: IsoTime.meta({
    description: 'Start of the window, included.',
    example: '2026-01-01T00:00:00.000Z',
  }),
  to: IsoTime.meta({
    description: 'End of the window, not included.',
    example: '2026-02-01T00:00:00.000Z',
  }),
}

/** Fields every report ends with. */
export const reportTail = { usage: UsageObject }

/** Local time of a report, in a query. Source: contract, "hours-of-day" */
export const utcOffsetParameter = clampedInteger({
  min: -840,
  max: 840,
  default: 0,
  description: 'Minutes that local time is ahead of UTC.',
})

/** The offset that was used. */
export const UtcOffsetMinutes = z.int().meta({
  description: 'Minutes that the local time used is ahead of UTC.',
  example: 60,
})

/** What the time limits of kept data mean for reports, for people. */
export const KEPT_NOTE =
  'Reports are exact at the edges of any window and at any offset as long as raw results are kept (400 days, or what the operator has set). Of what is older, whole hours (or quarters, where they are kept for longer) count where they begin, and after some three years whole UTC days.'

const milliseconds = (description: string, example: number) =>
  z
    .number()
    .nullable()
    .meta({ description: `${description} in ms; null without any.`, example })

/** Share of time. Source: decisions, section 6 */
export const UptimeByTime = z.number().nullable().meta({
  description:
    'Percentage of the time that was up or degraded, of the time that was up, degraded or down, three decimals; null when none was. Time before the creation of the monitor, without a verdict yet, paused, in maintenance or unknown does not count.',
  example: 99.931,
})

export const CheckCountsObject = z
  .object({
    total: z.int().meta({ description: 'All of them.', example: 8_640 }),
    up: z.int().meta({ description: 'Those that were up.', example: 8_601 }),
    degraded: z.int().meta({ description: 'Those that were degraded.', example: 30 }),
    down: z.int().meta({ description: 'Those that were down.', example: 6 }),
    unknown: z.int().meta({ description: 'Those that say nothing about the target.', example: 3 }),
  })
  .meta({
    id: 'CheckCounts',
    description: 'Checks that began in the window: scheduled, confirming and late ones.',
  })

export const ResponseObject = z
  .object({
    avgMs: milliseconds('Average', 183.4),
    minMs: milliseconds('Shortest', 121),
    maxMs: milliseconds('Longest', 2_107.5),
    p50Ms: milliseconds('What half of them did not exceed, within 0.8 %,', 170.5),
    p95Ms: milliseconds('What 95 of 100 did not exceed, within 0.8 %,', 290.9),
    p99Ms: milliseconds('What 99 of 100 did not exceed, within 0.8 %,', 734.2),
  })
  .meta({
    id: 'ResponseTimes',
    description: 'Response times of checks that were up or degraded.',
  })

const phase = (description: string, example: number) =>
  z
    .number()
    .nullable()
    .meta({ description: `${description} in ms; null when it happened in none.`, example })

export const AverageTimings = z
  .object({
    dnsMs: phase('Name resolution', 12.4),
    connectMs: phase('Connecting', 21.4),
    tlsMs: phase('TLS handshake', 44),
    firstByteMs: phase('Wait for the first byte', 98.7),
    downloadMs: phase('Download', 6.2),
  })
  .meta({
    id: 'AverageTimings',
    description: 'Averages over checks that were up or degraded, each over those it happened in.',
  })
