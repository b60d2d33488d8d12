import { z } from 'zod'
import {
  CheckCountsObject,
  reportHead,
  reportTail,
  ResponseObject,
  UptimeByTime,
} from './report.ts'

const duration = (description: string, example: number) =>
  z.int().meta({ description: `${description}, seconds.`, example })

const RegionSummaryObject = z
  .object({
    region: z.string().meta({ description: 'Code of the location.', example: 'eu-west' }),
    name: z.string().meta({ description: 'For people.', example: 'Western Europe' }),
    uptime: z.number().nullable().meta({
      description:
        'Percentage of its checks that were up or degraded, of those up, degraded or down; null when none was. Counted in checks: time is told of the monitor as a whole.',
      example: 99.709,
    }),
    checks: CheckCountsObject,
    response: ResponseObject,
  })
  .meta({ id: 'RegionSummary' })

/** A period in figures. Source: decisions, section 7 */
export const SummaryAnswer = z.object({
  ...reportHead,
  uptime: UptimeByTime,
  downtimeSeconds: duration('Time down', 1_500),
  degradedSeconds: duration('Time degraded', 0),
  maintenanceSeconds: duration('Time in maintenance', 3_600),
  pausedSeconds: duration('Time paused', 0),
  unknownSeconds: duration('Time of which nothing is known', 0),
  outageCount: z.int().meta({
    description:
      'Outages of the monitor as a whole that were going on at some time in the window. Those of single locations do not count.',
    example: 1,
  }),
  longestOutageSeconds: duration(
    'The longest of them, as far as it lies in the window; 0 without any',
    1_500,
  ),
  mttrSeconds: z.int().nullable().meta({
    description:
      'Mean time to repair, seconds: average length of those that ended in the window, from beginning to end; null when none did.',
    example: 1_500,
  }),
  mtbfSeconds: z.int().nullable().meta({
    description:
      'Mean time between failures, seconds: time up or degraded, divided by outageCount; null without an outage.',
    example: 2_673_300,
  }),
  checks: CheckCountsObject,
  response: ResponseObject,
  byRegion: z.array(RegionSummaryObject).meta({
    description:
      'One for each location of the monitor, in its order, then locations it no longer has that checked it in the window.',
  }),
  previousPeriod: z
    .object({
      uptime: UptimeByTime,
      avgMs: z.number().nullable().meta({
        description: 'Average response time in ms; null without any.',
        example: 179.9,
      }),
    })
    .meta({ description: 'The window of the same length that ends where this one begins.' }),
  ...reportTail,
})
