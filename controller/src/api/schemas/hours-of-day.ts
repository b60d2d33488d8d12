import { z } from 'zod'
import { reportHead, reportTail, UtcOffsetMinutes } from './report.ts'

const HourOfDayObject = z
  .object({
    hour: z
      .int()
      .meta({ description: 'Hour of the day in the local time used, 0 to 23.', example: 9 }),
    checks: z.int().meta({ description: 'Every check that began in it.', example: 168 }),
    avgResponseMs: z.number().nullable().meta({
      description:
        'Average response time in ms of checks that were up or degraded; null when there were none.',
      example: 190.25,
    }),
  })
  .meta({ id: 'HourOfDay' })

/** Response times by hour of the day. Source: contract, "hours-of-day" */
export const HoursOfDayAnswer = z.object({
  ...reportHead,
  utcOffsetMinutes: UtcOffsetMinutes,
  hours: z.array(HourOfDayObject).meta({ description: '24 rows, hour 0 to 23.' }),
  ...reportTail,
})
