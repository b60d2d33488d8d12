import { CAUSES } from '@sightline/shared/causes'
import { MONITOR_STATUSES } from '@sightline/shared/check-words'
import { z } from 'zod'
import { pageOf } from './answers.ts'
import { reportHead, reportTail } from './report.ts'
import { IsoTime } from './time.ts'

/** A time a monitor was down. Source: decisions, section 7 */
export const OutageObject = z
  .object({
    id: z.string().meta({ description: 'Id of the outage.', example: 'out_9sLq2Xn4Vb7Kd1Rm5TzC' }),
    startedAt: IsoTime.meta({ description: 'When its first failing check began.' }),
    confirmedAt: IsoTime.meta({ description: 'When it was certain.' }),
    endedAt: IsoTime.nullable().meta({
      description: 'When the first good check of the recovery began; null while it goes on.',
    }),
    durationSeconds: z.int().meta({
      description: 'From startedAt to endedAt, or to now, seconds.',
      example: 1_500,
    }),
    ongoing: z.boolean().meta({ description: 'It is not over.', example: false }),
    scope: z.enum(['global', 'regional']).meta({
      description: 'The monitor was down, or only some of its locations failed.',
      example: 'global',
    }),
    regions: z
      .array(z.string())
      .meta({ description: 'Locations that failed.', example: ['eu-west', 'us-east'] }),
    cause: z.string().meta({
      description: `Why: ${Object.keys(CAUSES).join(', ')}.`,
      example: 'serviceUnavailable',
    }),
    summary: z.string().meta({
      description: 'The same in a sentence.',
      example: 'The server answered 503 where 200 was expected.',
    }),
    alertsSent: z.int().meta({ description: 'Alerts that were sent about it.', example: 2 }),
  })
  .meta({ id: 'Outage' })

const TimelineEntryObject = z
  .object({
    from: IsoTime.meta({ description: 'Since when.' }),
    to: IsoTime.meta({ description: 'Until when; the next entry begins there.' }),
    status: z.enum(MONITOR_STATUSES).meta({ description: 'Status all that time.', example: 'up' }),
  })
  .meta({ id: 'TimelineEntry' })

/** A page of outages with a timeline. Source: decisions, section 7 */
export const OutageList = z.object({
  ...reportHead,
  ...pageOf('Outages of the window, on all pages.'),
  outages: z.array(OutageObject).meta({ description: 'Newest first.' }),
  timeline: z.array(TimelineEntryObject).meta({
    description:
      'Statuses of the window, oldest first, without gap or overlap, whatever the page. It begins with the monitor when that was made in the window, and ends now when the window goes on.',
  }),
  ...reportTail,
})
